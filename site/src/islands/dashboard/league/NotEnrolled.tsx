import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { League } from '#contract/leagues.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { leagueList, toCatalogueLeague } from '../data/catalogue.ts';
import { $enrolledHere } from '../data/enroll.ts';
import { isExpiredLeague, toEndedAt, toEndText } from '../data/expiry.ts';
import { enrollAndOpen } from '../leagues/catalogue-actions.ts';
import { LeagueAction } from '../leagues/LeagueAction.tsx';
import { PATHS } from '../routing/router.ts';
import { LeagueNotice } from './LeagueNotice.tsx';

interface Props {
  leagueId: string;
  waiting: ReactNode;
}

const browse = (
  <ButtonLink href={PATHS.leagues} variant="secondary">
    Browse All Leagues
  </ButtonLink>
);

export function NotEnrolled({ leagueId, waiting }: Props) {
  const { data, error } = useQuery(leagueList);
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
  if (league) return <OpenLeague league={league} />;
  return (
    <LeagueNotice title="Not Enrolled Yet" action={browse}>
      <p role="alert">You are not enrolled in this league.</p>
    </LeagueNotice>
  );
}

function OpenLeague({ league }: { league: League }) {
  const shown = toCatalogueLeague(league, useStore($enrolledHere));
  return (
    <LeagueNotice
      title="Not Enrolled Yet"
      action={
        <>
          <div className="min-w-48">
            <LeagueAction league={shown} onEnroll={() => void enrollAndOpen(shown)} />
          </div>
          {browse}
        </>
      }
    >
      <p role="alert">
        You are not enrolled in{' '}
        <strong className="text-strong [overflow-wrap:anywhere]">{league.name}</strong>.
      </p>
      {league.description ? (
        <p className="mt-2 line-clamp-4">
          <PlainText text={league.description} />
        </p>
      ) : null}
    </LeagueNotice>
  );
}
