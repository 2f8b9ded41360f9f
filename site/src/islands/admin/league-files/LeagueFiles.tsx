import { useState } from 'react';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toOptions } from '../content/league-filter.ts';
import { leagueList } from '../data/league-list.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { NotLoaded } from '../list/NotLoaded.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { ImportPart } from './ImportPart.tsx';
import { ExportPart } from './league-export.tsx';

export function LeagueFiles() {
  return (
    <div className="grid gap-4">
      <PageHeader title="League files">
        Export a league as Markdown and JSON, edit it anywhere, and import it again. IDs stay the same, so
        learners keep their progress.
      </PageHeader>
      <Body />
    </div>
  );
}

function Body() {
  const access = useAccess();
  const { data: leagues, error, isLoading } = useOwnLeagues('canCreateContent');
  const [chosen, setChosen] = useState(() => new URLSearchParams(location.search).get('league') ?? '');
  if (error && !leagues) {
    return <NotLoaded many="leagues" error={error} onRetry={leagueList.invalidate} busy={isLoading} />;
  }
  if (!leagues) return <ListSkeleton label="Loading leagues..." />;
  if (leagues.length === 0) {
    return (
      <EmptyState
        title="No leagues available"
        action={access?.isGrand ? <ButtonLink href="/admin/leagues?new">Create a league</ButtonLink> : null}
      >
        {access?.isGrand
          ? 'Create a league first, then import its files.'
          : 'You cannot edit any league yet. Ask a Grand Pathfinder for access.'}
      </EmptyState>
    );
  }
  const choose = (id: string) => {
    setChosen(id);
    history.replaceState(history.state, '', `${location.pathname}?league=${encodeURIComponent(id)}`);
  };
  const league = leagues.find(({ id }) => id === chosen) ?? null;
  return (
    <>
      <Field label="League" className="max-w-md">
        <Select
          value={league?.id ?? ''}
          placeholder="Choose a league"
          options={toOptions(leagues)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Field>
      {league ? (
        <div key={league.id} className="grid items-start gap-6">
          <ExportPart league={league} />
          <ImportPart league={league} />
        </div>
      ) : (
        <EmptyState title="No league chosen">
          Choose a league to export, or to preview what edited files would change.
        </EmptyState>
      )}
    </>
  );
}
