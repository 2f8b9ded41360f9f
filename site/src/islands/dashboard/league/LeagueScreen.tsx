import { lazy, useEffect, useMemo } from 'react';
import { useRenderer } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { isMissing, leagueOf, toLeagueFailure } from '../data/league.ts';
import { toDescriptions } from '../data/league-view.ts';
import { LeagueContent } from './LeagueContent.tsx';
import { LeagueSkeleton } from './LeagueSkeleton.tsx';
import { followOutbox } from './resource-actions.ts';

// Rarely needed; the error boundary of the area handles a failed import.
const LeagueFailure = lazy(async () => ({ default: (await import('./LeagueFailure.tsx')).LeagueFailure }));

export function LeagueScreen({ leagueId }: { leagueId: string }) {
  const league = useMemo(() => leagueOf(leagueId), [leagueId]);
  const { data, error } = useQuery(league);
  const texts = useMemo(() => (data && !isMissing(data) ? toDescriptions(data) : ''), [data]);
  const isReady = useRenderer(texts) !== undefined;
  useEffect(followOutbox, []);
  const failure = data ? (isMissing(data) ? 'no-data' : null) : error ? toLeagueFailure(error) : null;
  const waiting = <LeagueSkeleton />;
  if (failure) {
    return <LeagueFailure leagueId={leagueId} failure={failure} waiting={waiting} />;
  }
  return data && !isMissing(data) && isReady ? <LeagueContent league={data} /> : waiting;
}
