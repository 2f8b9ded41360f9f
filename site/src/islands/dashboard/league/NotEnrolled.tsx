import type { ReactNode } from 'react';
import { useQuery } from '#site/islands/shared/query/use-query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { leagueList } from '../data/catalogue.ts';
import { isExpiredLeague, toEndedAt, toEndText } from '../data/expiry.ts';
import { PATHS } from '../routing/router.ts';
import { LeagueNotice } from './LeagueNotice.tsx';

interface Props {
  leagueId: string;
  /** Shown while the catalogue is asked for. */
  waiting: ReactNode;
}

/** A league one is not in: it may be over, which the catalogue knows. */
export function NotEnrolled({ leagueId, waiting }: Props) {
  const { data, error } = useQuery(leagueList);
  const browse = <ButtonLink href={PATHS.leagues}>Browse All Leagues</ButtonLink>;
  const league = data?.find(({ id }) => id === leagueId);
  if (!data && !error) return waiting;
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
