import { type ReactNode, useDeferredValue } from 'react';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { type QueryState, useQuery } from '../../shared/query/query.ts';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { leagueList } from '../data/league-list.ts';
import { weekList } from '../data/week-list.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { LoadFailure, NotLoaded } from '../list/NotLoaded.tsx';

interface Part {
  /** Name in the API, for error messages: 'sections'. */
  name: string;
  loaded: QueryState<unknown>;
  reload: () => void;
}

interface Props {
  /** Completes 'Loading topics...'. */
  many: string;
  /** Needed besides leagues and modules. */
  parts: readonly Part[];
  children: ReactNode;
}

/** Loaded rows stay when a reload fails. */
export function ContentGate({ many, parts, children }: Props) {
  const access = useAccess();
  const leagues = useOwnLeagues();
  const weeks = useQuery(weekList);
  const all: readonly Part[] = [
    { name: 'leagues', loaded: leagues, reload: leagueList.invalidate },
    { name: 'weeks', loaded: weeks, reload: weekList.invalidate },
    ...parts,
  ];
  // The first drawing of the rows would block the last answer.
  const isHere = useDeferredValue(all.every(({ loaded }) => loaded.data !== null));
  const failed = all.filter(({ loaded }) => loaded.error);
  const missing = failed.find(({ loaded }) => loaded.data === null);
  const retry = () => {
    for (const part of failed) part.reload();
  };
  const busy = failed.some(({ loaded }) => loaded.isLoading);
  if (missing) {
    return <NotLoaded many={missing.name} error={missing.loaded.error} onRetry={retry} busy={busy} />;
  }
  if (leagues.data?.length === 0) {
    return (
      <EmptyState
        title="No leagues available"
        action={access?.isGrand ? <ButtonLink href="/admin/leagues?new">Create a league</ButtonLink> : null}
      >
        {access?.isGrand
          ? `A league holds modules, and modules hold ${many}.`
          : 'You have no league yet. Ask a Grand Pathfinder for access.'}
      </EmptyState>
    );
  }
  if (!isHere || all.some(({ loaded }) => loaded.data === null))
    return <ListSkeleton label={`Loading ${many}...`} />;
  if (weeks.data?.length === 0) {
    return (
      <EmptyState
        title="No modules found"
        action={
          access?.mayAnywhere('canCreateContent') ? (
            <ButtonLink href="/admin/weeks?new">Create First Module</ButtonLink>
          ) : null
        }
      >
        None of your leagues has a module yet. Create one to add {many}.
      </EmptyState>
    );
  }
  return (
    <>
      {failed[0]?.loaded.error ? (
        <LoadFailure many={failed[0].name} error={failed[0].loaded.error} onRetry={retry} busy={busy} />
      ) : null}
      {children}
    </>
  );
}
