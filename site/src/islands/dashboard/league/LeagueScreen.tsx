import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useMarkdownReady } from '#site/islands/shared/markdown/renderer.ts';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { isMissing, type LeagueFailure, leagueOf, toLeagueFailure } from '../data/league.ts';
import { descriptionsOf } from '../data/league-view.ts';
import { LeagueContent } from './LeagueContent.tsx';
import { LeagueNotice } from './LeagueNotice.tsx';
import { LeagueSkeleton } from './LeagueSkeleton.tsx';
import { followOutbox } from './resource-actions.ts';

// A league's page is opened by those enrolled in it: few meet this, and the server has just answered them.
const NotEnrolled = lazy(async () => ({ default: (await import('./NotEnrolled.tsx')).NotEnrolled }));

/** One league, with the learner's progress (LPROG-01 to 41). */
export function LeagueScreen({ leagueId }: { leagueId: string }) {
  const league = useMemo(() => leagueOf(leagueId), [leagueId]);
  const { data, error } = useQuery(league);
  const isReady = useMarkdownReady(
    useMemo(() => (data && !isMissing(data) ? descriptionsOf(data) : []), [data]),
  );
  useEffect(followOutbox, []);
  if (data && isMissing(data)) {
    return (
      <LeagueNotice title="No Data Available">There is nothing to show for this league yet.</LeagueNotice>
    );
  }
  if (data) return isReady ? <LeagueContent league={data} /> : <LeagueSkeleton />;
  if (error) return <LeagueFailureView leagueId={leagueId} failure={toLeagueFailure(error)} />;
  return <LeagueSkeleton />;
}

/** The league page without an id (LPROG-20, docs/product.md OPEN-43). */
export function LeagueWithoutId() {
  return (
    <LeagueNotice title="Error Loading League">
      <p role="alert">No league ID provided</p>
    </LeagueNotice>
  );
}

function LeagueFailureView({ leagueId, failure }: { leagueId: string; failure: LeagueFailure }) {
  if (failure === 'not-found') {
    return (
      <LeagueNotice title="League Not Found">
        <p role="alert" className="font-semibold text-danger">
          League not found
        </p>
        <p className="mt-2">
          We couldn't find the league you're looking for. It might have been moved or doesn't exist.
        </p>
      </LeagueNotice>
    );
  }
  if (failure === 'not-enrolled') {
    return (
      <Suspense fallback={<LeagueSkeleton />}>
        <NotEnrolled leagueId={leagueId} />
      </Suspense>
    );
  }
  return (
    <LeagueNotice
      title="Error Loading League"
      action={<Button onClick={() => location.reload()}>Try Again</Button>}
    >
      <p role="alert" className="font-semibold text-danger">
        Failed to load league
      </p>
      <p className="mt-2">There was an error loading the league. Please try again later.</p>
    </LeagueNotice>
  );
}
