import { lazy, type ReactNode, useEffect, useMemo } from 'react';
import { useRenderer } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { isMissing, leagueOf, toLeagueFailure } from '../data/league.ts';
import { toDescriptions } from '../data/league-view.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { LeagueContent } from './LeagueContent.tsx';
import { followOutbox } from './resource-actions.ts';

// Rarely needed; the error boundary of the area handles a failed import.
const LeagueFailure = lazy(async () => ({ default: (await import('./LeagueFailure.tsx')).LeagueFailure }));

interface Props {
  leagueId: string;
  read?: typeof leagueOf;
  /** Below the heading. */
  children?: ReactNode;
}

export function LeagueScreen({ leagueId, read = leagueOf, children }: Props) {
  const league = useMemo(() => read(leagueId), [leagueId, read]);
  const { data, error } = useQuery(league);
  const texts = useMemo(() => (data && !isMissing(data) ? toDescriptions(data) : ''), [data]);
  const isReady = useRenderer(texts) !== undefined;
  useEffect(followOutbox, []);
  const failure = data ? (isMissing(data) ? 'no-data' : null) : error ? toLeagueFailure(error) : null;
  const waiting = <LeagueSkeleton />;
  if (failure) {
    return <LeagueFailure leagueId={leagueId} failure={failure} waiting={waiting} />;
  }
  return data && !isMissing(data) && isReady ? (
    <LeagueContent league={data}>{children}</LeagueContent>
  ) : (
    waiting
  );
}

const WEEKS = ['a', 'b', 'c', 'd'];

function LeagueSkeleton() {
  return (
    <div aria-busy="true">
      <ScreenHeading title="League" className="sr-only">
        Loading league
      </ScreenHeading>
      <div className="appear-late">
        <Spinner label="Loading league…" />
      </div>
      <div className="mt-6 flex gap-6" aria-hidden="true">
        <div className="skeleton size-14 shrink-0 rounded-lg sm:size-20" />
        <div className="grid flex-1 content-start gap-3">
          <div className="skeleton h-10 w-3/5" />
          <div className="skeleton h-5 w-4/5" />
        </div>
      </div>
      <div className="skeleton mt-8 h-12" aria-hidden="true" />
      <div className="skeleton mt-5 h-18 sm:h-24" aria-hidden="true" />
      <div className="mt-6 grid gap-3" aria-hidden="true">
        {WEEKS.map((week) => (
          <div key={week} className="skeleton h-28 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
