import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense } from 'react';
import type { ERRORS } from '#contract/errors.ts';
import type { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
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

/** One league: what it holds, and who learns in it. */
export function League() {
  const access = useAccess();
  const page = useStore($router);
  if (!access || page?.route !== 'league') return null;
  const { id = '', tab } = page.params;
  if (id && !access.mayIn(id, null)) {
    return (
      <NoLeague access={access} title="This league is not one of yours">
        Ask a Grand Pathfinder for access to it.
      </NoLeague>
    );
  }
  return id ? <Loaded access={access} id={id} tab={tab} /> : <NoLeague access={access} />;
}

interface NoLeagueProps {
  access: Access;
  title?: string;
  action?: ReactNode;
  children?: string;
}

function NoLeague({ access, title = 'League not found', action, children }: NoLeagueProps) {
  useTitle(LEAGUE_TITLE);
  const { path, entry } = rulesOf(leagueListArea(access.isGrand));
  return (
    <div className="grid gap-4">
      <PageHeader title="League" />
      <EmptyState title={title} action={action ?? <ButtonLink href={path}>Go to {entry}</ButtonLink>}>
        {children ?? 'It may have been deleted, or the address is incomplete.'}
      </EmptyState>
    </div>
  );
}

/** Codes of errors which another try would meet again. */
const REFUSALS: Record<string, Omit<NoLeagueProps, 'access'>> = {
  LEAGUE_NOT_FOUND: {},
  EMAIL_UNVERIFIED: {
    title: 'Verify your email first',
    action: (
      <ButtonLink href="/email-verification" target="_self">
        Verify my email
      </ButtonLink>
    ),
    children: 'What leagues contain opens once we know that the address of your account is yours.',
  },
} satisfies Partial<Record<keyof typeof ERRORS | keyof typeof LEAGUE_ERRORS, object>>;

function Loaded({ access, id, tab }: { access: Access; id: string; tab: string | undefined }) {
  const query = outlineOf(id);
  const { data, error, isLoading } = useQuery(query);
  const tabs = LEAGUE_TABS.filter(({ isOffered }) => isOffered(access, id));
  const current = tab ? tabs.find(({ key }) => key === tab) : tabs[0];
  useTitle(data?.name ?? LEAGUE_TITLE, current?.label);
  const refusal = error instanceof ApiFailure && error.code ? REFUSALS[error.code] : undefined;
  if (refusal) return <NoLeague access={access} {...refusal} />;
  return (
    <div className="grid gap-4">
      <Head league={data} />
      {tabs.length > 1 ? <TabLinks id={id} tabs={tabs} current={current?.key} /> : null}
      {data && error ? (
        <LoadFailure many="league" error={error} onRetry={query.invalidate} busy={isLoading} />
      ) : null}
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
        <NotLoaded many="league" error={error} onRetry={query.invalidate} busy={isLoading} />
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

/** On phones, where not all tabs fit. */
const reveal = (link: HTMLElement | null) => {
  link?.closest('nav')?.scrollTo({ left: link.offsetLeft - 48 });
};

interface TabLinksProps {
  id: string;
  tabs: typeof LEAGUE_TABS;
  current: string | undefined;
}

function TabLinks({ id, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label="Parts of the league" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map(({ key, label }) => (
          <li key={key}>
            <a
              href={leaguePath(id, key)}
              ref={key === current ? reveal : undefined}
              aria-current={key === current ? 'page' : undefined}
              className="focus-inside flex min-h-11 items-center rounded-t-md border-b-3 border-transparent px-3 font-semibold text-muted transition-colors hover:bg-hover hover:text-strong aria-[current=page]:border-brand-strong aria-[current=page]:text-strong"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
