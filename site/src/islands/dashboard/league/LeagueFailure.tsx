import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { League } from '#contract/leagues.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { leagueList, toCatalogueLeague } from '../data/catalogue.ts';
import { $enrolledHere } from '../data/enroll.ts';
import { isExpiredLeague, toEndedAt, toEndText } from '../data/expiry.ts';
import type { LeagueFailure as Failure } from '../data/league.ts';
import { enrollAndOpen } from '../leagues/catalogue-actions.ts';
import { LeagueAction } from '../leagues/LeagueAction.tsx';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

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

interface NotEnrolledProps {
  leagueId: string;
  waiting: ReactNode;
}

const browse = (
  <ButtonLink href={PATHS.leagues} variant="secondary">
    Browse All Leagues
  </ButtonLink>
);

function NotEnrolled({ leagueId, waiting }: NotEnrolledProps) {
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

interface LeagueNoticeProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function LeagueNotice({ title, action, children }: LeagueNoticeProps) {
  return (
    <section className="mx-auto max-w-measure py-8 text-center sm:py-16">
      <ScreenHeading title={title} />
      <div className="mt-4 text-balance text-muted">{children}</div>
      <div className="mt-8 flex flex-wrap justify-center gap-3 max-sm:mx-auto max-sm:max-w-60 max-sm:flex-col">
        {action}
        <ButtonLink href={PATHS.overview} variant="secondary">
          Back to Dashboard
        </ButtonLink>
      </div>
    </section>
  );
}
