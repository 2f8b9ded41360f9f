import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import type { NextUp as NextUpData } from '#contract/learning.ts';
import type { User } from '#contract/users.ts';
import { lazyPart } from '#site/islands/shared/lazy-part.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { ProgressRing } from '#site/islands/ui/ProgressRing.tsx';
import { Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { countOf } from '../../shared/format/text.ts';
import { AwardCard } from '../awards/AwardCard.tsx';
import { type EarnedSource, toAwards } from '../awards/awards.ts';
import {
  $overview,
  type ActiveLeague,
  type DashboardRings,
  findNextUp,
  type Share,
} from '../data/dashboard.ts';
import { LongList } from '../long-list/LongList.tsx';
import { FIRST_SHOWN } from '../long-list/long-list.ts';
import { PATHS } from '../routing/router.ts';
import { SearchBanner, UnlessMatches } from '../search/SearchBanner.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { $ownFilter, $search, filterOwn, leaveSearch, matchesSearch } from '../search/search.ts';
import { LoadFailure } from '../shell/LoadFailure.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { FIGURES } from '../shell/TitledCard.tsx';
import { ActiveLeagueCard } from './ActiveLeagueCard.tsx';
import { Activity } from './Activity.tsx';
import { $isFetched, openOverview } from './open-overview.ts';
import { Today } from './Today.tsx';
import { WelcomeHero } from './WelcomeHero.tsx';

const Pinned = lazyPart(async () => (await import('./Pinned.tsx')).Pinned);

export function Overview({ user }: { user: User }) {
  const { isLoading, failure, rings, leagues, earned, pinned, nextUp, activity, goal } = useStore($overview);
  // During a search, the matching leagues come first.
  const isSearching = useStore($search).trim() !== '';
  return (
    <>
      <div className="relative">
        <ScreenHeading title="Learning Dashboard" />
        {/* Positioned below the heading, so that it moves nothing. */}
        <p role="status" className="absolute top-full pt-0.5 text-xs text-muted">
          {useStore($isFetched) && !isSearching ? 'Dashboard data fetched!' : ''}
        </p>
      </div>
      <SearchBanner />
      {failure ? (
        <LoadFailure
          title="Connection Issue"
          className="mt-5"
          retryLabel="Try Again"
          onRetry={() => void openOverview()}
        >
          {failure}
        </LoadFailure>
      ) : null}
      {isLoading ? <StatisticsProgress /> : null}
      {/* Around all, so that pinned cards of any height move nothing below them. */}
      <Suspense fallback={<OverviewSkeleton />}>
        {pinned.length > 0 && !isSearching ? <Pinned pinned={pinned} /> : null}
        {leagues && rings ? (
          leagues.length === 0 ? (
            <WelcomeHero name={user.name} />
          ) : (
            <>
              {nextUp && !isSearching ? <Today {...{ nextUp, leagues, activity, goal }} /> : null}
              <ProgressRings rings={rings} />
              {activity && !isSearching ? <Activity activity={activity} /> : null}
              <ActiveLeagues leagues={leagues} steps={nextUp?.resources ?? null} />
              {earned && !isSearching ? <EarnedAwards earned={earned} /> : null}
              <ExplorePanel />
            </>
          )
        ) : isLoading ? (
          <OverviewSkeleton />
        ) : (
          <ExplorePanel />
        )}
      </Suspense>
    </>
  );
}

function leaveOwnFilter(): void {
  filterOwn('');
  focusLater(() => document.querySelector<HTMLElement>('[aria-labelledby="active-leagues"] input'));
}

interface ActiveLeaguesProps {
  leagues: readonly ActiveLeague[];
  /** Null if the server omitted them. */
  steps: NextUpData['resources'] | null;
}

function ActiveLeagues({ leagues, steps }: ActiveLeaguesProps) {
  const search = useStore($search).trim();
  const typed = useStore($ownFilter);
  const filter = typed.trim();
  const isMany = leagues.length > FIRST_SHOWN && !search;
  const wanted = isMany ? filter : search;
  const found = leagues.filter((league) => matchesSearch(league, wanted));
  const titles = new Map(steps?.map(({ league, resource }) => [league.id, resource.title]));
  const nextUpId = steps ? steps[0]?.league.id : findNextUp(leagues)?.leagueId;
  return (
    <section aria-labelledby="active-leagues" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="active-leagues" className="text-xl">
          Your leagues
        </h2>
        {isMany ? (
          <div className="w-full sm:max-w-xs">
            <SearchBox label="Filter your leagues" value={typed} onType={filterOwn} />
          </div>
        ) : null}
      </div>
      {isMany ? (
        <p role="status" className={filter ? 'mt-3 text-sm text-muted' : 'sr-only'}>
          {filter ? `${found.length} of ${countOf(leagues.length, 'league')}` : ''}
        </p>
      ) : null}
      {found.length === 0 ? (
        <UnlessMatches>
          <EmptyState
            className="mt-5"
            as="h3"
            title="No Active Leagues Found"
            action={
              <Button variant="secondary" onClick={isMany ? leaveOwnFilter : leaveSearch}>
                Clear search
              </Button>
            }
          >
            None of your leagues matches the search. Clear it, or browse all leagues.
          </EmptyState>
        </UnlessMatches>
      ) : (
        <LongList
          entries={found}
          name={`own ${wanted}`}
          noun="league"
          className="mt-5 grid grid-cols-1 gap-5 md:grid-cols-2 2xl:grid-cols-3"
          toKey={({ enrollmentId }) => enrollmentId}
        >
          {(league) => (
            <ActiveLeagueCard
              league={league}
              isNextUp={league.leagueId === nextUpId}
              nextTitle={titles.get(league.leagueId) ?? null}
            />
          )}
        </LongList>
      )}
    </section>
  );
}

function ExplorePanel() {
  return (
    <section
      aria-labelledby="explore-leagues"
      data-theme="dark"
      className="ink-band mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line p-6 sm:p-8"
    >
      <div className="max-w-measure">
        <h2 id="explore-leagues" className="text-xl">
          Explore Learning Leagues
        </h2>
        <p className="mt-2">There is room for one more. See what each league teaches before you join.</p>
      </div>
      <ButtonLink href={PATHS.leagues}>Browse All Leagues</ButtonLink>
    </section>
  );
}

function StatisticsProgress() {
  return (
    <div className="appear-late relative">
      <p id="statistics" className="sr-only">
        Computing league statistics…
      </p>
      <div
        role="progressbar"
        aria-labelledby="statistics"
        className="absolute inset-x-0 top-2.5 h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div className="h-full animate-[progress-unknown_1.4s_ease-in-out_infinite] w-1/3 rounded-full bg-brand" />
      </div>
    </div>
  );
}

function EarnedAwards({ earned }: { earned: EarnedSource }) {
  return (
    <section aria-labelledby="earned" className="mt-10">
      <h2 id="earned" className="text-xl">
        Earned
      </h2>
      <LongList
        entries={toAwards(earned)}
        name="earned"
        noun="award"
        first={6}
        className="mt-5 grid grid-cols-1 gap-5 md:grid-cols-2 2xl:grid-cols-3"
        toKey={({ key }) => key}
      >
        {(award) => <AwardCard award={award} />}
      </LongList>
    </section>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mt-6 h-145 rounded-lg sm:h-100" />
      <Skeleton className="mt-6 h-54 rounded-lg md:h-38" />
      <Skeleton className="mt-6 h-95 rounded-lg sm:h-75" />
      <Skeleton className="mt-10 h-8 w-48" />
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <Skeleton className="h-109 rounded-lg" />
        <Skeleton className="h-109 rounded-lg" />
      </div>
    </div>
  );
}

function ProgressRings({ rings }: { rings: DashboardRings }) {
  return (
    <section aria-label="Your progress" className={`${FIGURES} mt-6 py-5 sm:py-7`}>
      <div>
        <RingTile label="Active Leagues" counts="enrolled, of all leagues" share={rings.leagues} />
        <RingTile label="Topics Complete" share={rings.sections} />
        <RingTile label="Resources Completed" share={rings.resources} />
      </div>
    </section>
  );
}

interface TileProps {
  label: string;
  counts?: string;
  share: Share;
}

function RingTile({ label, counts, share }: TileProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 text-center md:flex-row md:justify-center md:gap-5 md:text-left">
      <ProgressRing
        value={share.percentage}
        label={label}
        valueText={`${share.done} of ${share.total}`}
        className="max-sm:scale-90 max-[23rem]:scale-75"
      />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold tabular-nums text-strong sm:text-2xl">
          {share.done}
          <span className="whitespace-nowrap text-sm font-semibold text-muted sm:text-base">
            {' '}
            / {share.total}
          </span>
        </p>
        <p className="text-xs text-muted sm:text-sm">{label}</p>
        {counts ? <p className="text-xs text-muted">{counts}</p> : null}
      </div>
    </div>
  );
}
