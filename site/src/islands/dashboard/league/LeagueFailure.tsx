import type { ReactNode } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import type { LeagueFailure as Failure } from '../data/league.ts';
import { LeagueNotice } from './LeagueNotice.tsx';
import { NotEnrolled } from './NotEnrolled.tsx';

interface Props {
  leagueId: string;
  failure: Failure | 'no-data';
  waiting: ReactNode;
}

export function LeagueFailure({ leagueId, failure, waiting }: Props) {
  if (failure === 'not-enrolled') return <NotEnrolled leagueId={leagueId} waiting={waiting} />;
  if (failure === 'no-data') {
    return (
      <LeagueNotice title="No Data Available">There is nothing to show for this league yet.</LeagueNotice>
    );
  }
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

/** The league page without an id in the URL (docs/product.md OPEN-43). */
export function LeagueWithoutId() {
  return (
    <LeagueNotice title="Error Loading League">
      <p role="alert">No league ID provided</p>
    </LeagueNotice>
  );
}
