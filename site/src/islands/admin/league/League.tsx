import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense } from 'react';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { TabLinks } from '#site/islands/ui/TabLinks.tsx';
import { type Access, useAccess } from '../access/access.ts';
import { AreaBoundary } from '../areas/AreaBoundary.tsx';
import { LEAGUE_TITLE, leagueListArea, leaguePath, rulesOf } from '../areas/areas.ts';
import { $router } from '../areas/router.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { LoadFailure, NotLoaded } from '../list/NotLoaded.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { useTitle } from '../page/use-title.ts';
import { type Outline, outlineOf } from './outline.ts';
import { LEAGUE_TABS } from './tabs.ts';

export function League() {
  const access = useAccess();
  const page = useStore($router);
  if (!access || page?.route !== 'league') return null;
  const { id, tab } = page.params;
  const { path, entry } = rulesOf(leagueListArea(access.isGrand));
  const back = <ButtonLink href={path}>Go to {entry}</ButtonLink>;
  if (id && !access.mayIn(id, null)) {
    return (
      <NoLeague title="This league is not one of yours" action={back}>
        Ask a Grand Pathfinder for access to it.
      </NoLeague>
    );
  }
  const missing = (
    <NoLeague title="League not found" action={back}>
      It may have been deleted, or the address is incomplete.
    </NoLeague>
  );
  return id ? <Loaded access={access} id={id} tab={tab} missing={missing} /> : missing;
}

function NoLeague({ title, ...rest }: { title: string; action: ReactNode; children: string }) {
  useTitle(LEAGUE_TITLE);
  return (
    <div className="grid gap-4">
      <PageHeader title="League" />
      <EmptyState title={title} {...rest} />
    </div>
  );
}

const UNVERIFIED = (
  <NoLeague
    title="Verify your email first"
    action={
      <ButtonLink href="/email-verification" target="_self">
        Verify my email
      </ButtonLink>
    }
  >
    Leagues open once we know that the address of your account is yours.
  </NoLeague>
);

interface LoadedProps {
  access: Access;
  id: string;
  tab: string | undefined;
  missing: ReactNode;
}

function Loaded({ access, id, tab, missing }: LoadedProps) {
  const query = outlineOf(id);
  const { data, error, isLoading } = useQuery(query);
  const tabs = LEAGUE_TABS.filter(({ isOffered }) => isOffered(access, id));
  const current = tab ? tabs.find(({ key }) => key === tab) : tabs[0];
  useTitle(data?.name ?? LEAGUE_TITLE, current?.label);
  const code = error instanceof ApiFailure ? error.code : null;
  if (code === 'LEAGUE_NOT_FOUND') return missing;
  if (code === 'EMAIL_UNVERIFIED') return UNVERIFIED;
  const problem = { many: 'league', error, onRetry: query.invalidate, busy: isLoading };
  return (
    <div className="grid gap-4">
      <Head league={data} />
      {tabs.length > 1 ? (
        <TabLinks
          label="Parts of the league"
          className="-mx-4 px-4 md:mx-0 md:px-0"
          tabs={tabs.map((one) => ({ ...one, href: leaguePath(id, one.key), isCurrent: one === current }))}
        />
      ) : null}
      {data && error ? <LoadFailure {...problem} error={error} /> : null}
      {!current ? (
        <EmptyState title="This part of the league does not exist">
          The address is wrong, or the part is not open to you.
        </EmptyState>
      ) : data ? (
        <AreaBoundary key={current.key}>
          <Suspense fallback={<ListSkeleton label={`Loading ${current.label.toLowerCase()}...`} />}>
            <current.Tab league={data} />
          </Suspense>
        </AreaBoundary>
      ) : error ? (
        <NotLoaded {...problem} error={error} />
      ) : (
        <ListSkeleton label="Loading league..." />
      )}
    </div>
  );
}

function Head({ league }: { league: Outline | null }) {
  return (
    <PageHeader
      title={league?.name ?? 'League'}
      back={league ? <LeagueEmblem league={league.name} size={36} /> : null}
      counters={[
        { label: 'Modules', value: league?.weeksCount ?? null },
        { label: 'Topics', value: league?.sectionsCount ?? null },
        { label: 'Resources', value: league?.resourcesCount ?? null },
        { label: 'Enrolled', value: league?._count.enrollments ?? null },
      ]}
      actions={
        league ? (
          <ButtonLink
            variant="secondary"
            size="small"
            href={`/dashboard/league/${encodeURIComponent(league.id)}?preview`}
            target="_self"
          >
            View as learner
          </ButtonLink>
        ) : null
      }
    >
      {league ? `${league.cohort.name} · ${toEndText(league)}` : ' '}
    </PageHeader>
  );
}

function toEndText({ isExpired, expiresAt }: Outline): string {
  const day = toShortDate(expiresAt);
  if (!day) return 'No end';
  return isExpired ? `Ended ${day}` : `Ends ${day}`;
}
