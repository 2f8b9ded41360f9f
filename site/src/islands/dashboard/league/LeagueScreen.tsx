import { useEffect, useMemo } from 'react';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { leagueList } from '../data/catalogue.ts';
import { isExpiredLeague, toEndedAt, toEndText } from '../data/expiry.ts';
import { isMissing, type LeagueFailure, leagueOf, toLeagueFailure } from '../data/league.ts';
import { PATHS } from '../routing/router.ts';
import { LeagueContent } from './LeagueContent.tsx';
import { LeagueNotice } from './LeagueNotice.tsx';
import { LeagueSkeleton } from './LeagueSkeleton.tsx';
import { followOutbox } from './resource-actions.ts';

/** One league, with the learner's progress (LPROG-01 to 41). */
export function LeagueScreen({ leagueId }: { leagueId: string }) {
  const league = useMemo(() => leagueOf(leagueId), [leagueId]);
  const { data, error } = useQuery(league);
  useEffect(followOutbox, []);
  if (data && isMissing(data)) {
    return (
      <LeagueNotice title="No Data Available">There is nothing to show for this league yet.</LeagueNotice>
    );
  }
  if (data) return <LeagueContent league={data} />;
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
  if (failure === 'not-enrolled') return <NotEnrolled leagueId={leagueId} />;
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

/** A league one is not in: it may be over, which the catalogue knows. */
function NotEnrolled({ leagueId }: { leagueId: string }) {
  const { data, error } = useQuery(leagueList);
  const browse = <ButtonLink href={PATHS.leagues}>Browse All Leagues</ButtonLink>;
  const league = data?.find(({ id }) => id === leagueId);
  if (!data && !error) return <LeagueSkeleton />;
  if (league && isExpiredLeague(league)) {
    return (
      <LeagueNotice title="This League Has Ended" action={browse}>
        <p role="alert" className="font-semibold text-strong [overflow-wrap:anywhere]">
          {league.name}
        </p>
        <p className="mt-2">
          {toEndText(toEndedAt(league))} You were not enrolled, and nobody can enroll in it any more. Other
          leagues are open.
        </p>
      </LeagueNotice>
    );
  }
  return (
    <LeagueNotice title="Error Loading League" action={browse}>
      <p role="alert">You are not enrolled in this league.</p>
    </LeagueNotice>
  );
}
