import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { HistoryKind } from '#contract/history.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { dashboard } from '../data/dashboard.ts';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { KIND_OPTIONS, toShownText } from './change-texts.ts';
import { HistoryDays } from './HistoryDays.tsx';
import { $history, openHistory, showOlder } from './history.ts';
import { OwnEvents } from './OwnEvents.tsx';

export function History() {
  const { entries, filter, failure, isLoading, nextCursor } = useStore($history);
  useEffect(() => {
    void openHistory();
    void dashboard.ensure();
  }, []);
  const isFiltered = filter.leagueId !== '' || filter.kind !== '';
  const isEmpty = entries?.length === 0 && !isFiltered;
  return (
    <>
      <ScreenHeading title="My History" />
      <p className="mt-2 max-w-measure text-muted">
        Everything you ticked, marked, wrote and handed in. Undo any change; the undo is listed too.
      </p>
      <OwnEvents />
      {isEmpty ? null : <Filters />}
      {failure ? (
        <ErrorState
          className="mt-6"
          title="Unable to Load Your History"
          onRetry={() => void openHistory()}
          busy={isLoading}
        >
          Your progress is safe. ({failure})
        </ErrorState>
      ) : null}
      {!entries && isLoading ? (
        <Loading label="Loading your history…" className="mt-6">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="mt-3 h-20 w-full rounded-lg" />
          ))}
        </Loading>
      ) : null}
      {entries?.length === 0 ? <NothingYet isFiltered={isFiltered} /> : null}
      {entries && entries.length > 0 ? (
        <>
          <HistoryDays entries={entries} />
          <footer className="mt-5 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
            <p role="status">{toShownText(entries.length)}</p>
            {nextCursor ? (
              <Button variant="secondary" busy={isLoading} onClick={() => void showOlder()}>
                Show older changes
              </Button>
            ) : (
              <p>That is everything.</p>
            )}
          </footer>
        </>
      ) : null}
    </>
  );
}

function Filters() {
  const { filter } = useStore($history);
  const { data } = useStore(dashboard.$state);
  const leagues = [...new Map(data?.enrollments.map(({ league }) => [league.id, league.name])).entries()];
  return (
    <form className="mt-6 flex flex-wrap gap-3" onSubmit={(event) => event.preventDefault()}>
      <Field label="League" className="min-w-0 flex-1 basis-56 sm:max-w-xs">
        <Select
          placeholder="All leagues"
          options={leagues.map(([value, label]) => ({ value, label }))}
          value={filter.leagueId}
          onChange={(event) => void openHistory({ ...filter, leagueId: event.target.value })}
        />
      </Field>
      <Field label="Kind of change" className="min-w-0 flex-1 basis-56 sm:max-w-xs">
        <Select
          placeholder="All changes"
          options={KIND_OPTIONS}
          value={filter.kind}
          onChange={(event) => void openHistory({ ...filter, kind: event.target.value as HistoryKind | '' })}
        />
      </Field>
    </form>
  );
}

function NothingYet({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        className="mt-6"
        title="No such changes"
        action={
          <Button variant="secondary" onClick={() => void openHistory({ leagueId: '', kind: '' })}>
            Show everything
          </Button>
        }
      >
        No change matches both filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="mt-6"
      title="Your history begins with the first tick"
      action={<ButtonLink href={PATHS.overview}>Go to your leagues</ButtonLink>}
    >
      Your ticks, marks, notes and answers are listed here, and most can be undone.
    </EmptyState>
  );
}
