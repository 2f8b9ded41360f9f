import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import type { User } from '#contract/users.ts';
import { check } from '#site/icons/states.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { countOf, lettersOf } from '#site/islands/shared/format/text.ts';
import { PlainText } from '#site/islands/shared/markdown/Markdown.tsx';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import {
  $catalogue,
  type CatalogueLeague,
  type LeagueAvailability,
  leagueList,
  sortCatalogue,
  toCatalogueLeague,
} from '../data/catalogue.ts';
import { $enrolledHere } from '../data/enroll.ts';
import { LongList } from '../long-list/LongList.tsx';
import { FIRST_SHOWN } from '../long-list/long-list.ts';
import { SearchBanner, UnlessMatches } from '../search/SearchBanner.tsx';
import { $search, leaveSearch, matchesSearch } from '../search/search.ts';
import { LoadFailure } from '../shell/LoadFailure.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { enrollAndReload } from './catalogue-actions.ts';
import { LeagueAction } from './LeagueAction.tsx';

const AvailabilityFilter = lazyPart(
  async () => (await import('./AvailabilityFilter.tsx')).AvailabilityFilter,
);

export function Catalogue({ user }: { user: User }) {
  const { isLoading, failure, leagues } = useStore($catalogue);
  const enrolledHere = useStore($enrolledHere);
  const enrolledIds = new Set([...enrolledHere, ...user.enrollments.map(({ leagueId }) => leagueId)]);
  useEffect(() => {
    void leagueList.ensure();
  }, []);
  return (
    <>
      <ScreenHeading title="Learning Leagues" />
      <p className="mt-2 max-w-measure text-muted">
        Each league is a path of modules and topics with the best free resources we know.
      </p>
      <SearchBanner />
      {failure ? (
        <LoadFailure
          title="The leagues did not load"
          className="mt-5"
          retryLabel="Try Again"
          onRetry={() => void leagueList.ensure()}
        >
          {failure}
        </LoadFailure>
      ) : null}
      {leagues ? (
        <LeagueGrid
          leagues={sortCatalogue(
            leagues.map((league) => toCatalogueLeague(league, enrolledIds)),
            enrolledHere,
          )}
        />
      ) : isLoading ? (
        <CatalogueSkeleton />
      ) : null}
    </>
  );
}

function LeagueGrid({ leagues }: { leagues: readonly CatalogueLeague[] }) {
  const search = useStore($search).trim();
  const [availability, setAvailability] = useState<LeagueAvailability | null>(null);
  const matching = leagues.filter((league) => matchesSearch(league, search));
  const found = availability ? matching.filter((league) => league.availability === availability) : matching;
  if (leagues.length === 0) {
    return (
      <EmptyState className="mt-8" title="No Leagues Available">
        The leagues of the next cohort will be listed here. Please check back later.
      </EmptyState>
    );
  }
  return (
    <>
      {leagues.length > FIRST_SHOWN ? (
        <Suspense fallback={<div className="mt-5 min-h-9 pointer-coarse:min-h-11" />}>
          <AvailabilityFilter leagues={matching} chosen={availability} onChoose={setAvailability} />
        </Suspense>
      ) : null}
      {found.length === 0 ? (
        <UnlessMatches>
          <EmptyState
            className="mt-8"
            title="No Results Found"
            action={
              <Button
                onClick={() => {
                  leaveSearch();
                  setAvailability(null);
                }}
              >
                Clear search
              </Button>
            }
          >
            {search ? 'No league has these words in its name or description.' : 'No league matches any more.'}
          </EmptyState>
        </UnlessMatches>
      ) : (
        <LongList
          entries={found}
          name={`catalogue ${availability} ${search}`}
          noun="league"
          className="mt-6 grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3"
          toKey={({ id }) => id}
        >
          {(league) => <LeagueCard league={league} />}
        </LongList>
      )}
    </>
  );
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

function CatalogueSkeleton() {
  return (
    <Loading label="Loading leagues…">
      <div className="mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-96 w-full rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}

function LeagueCard({ league }: { league: CatalogueLeague }) {
  const { name, description, counts, modules, availability } = league;
  const more = counts.weeks - modules.length;
  return (
    <article
      data-league={emblemFor(name)}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div
        className={`flex flex-wrap items-start justify-between gap-3 bg-league-tint p-5 ${availability === 'expired' ? 'grayscale' : ''}`}
      >
        <LeagueEmblem league={name} className="size-16" />
        {availability === 'enrolled' ? (
          <Badge tone="brand">
            <Icon path={check} size={14} className="-ms-0.5" />
            Enrolled
          </Badge>
        ) : null}
        {availability === 'expired' ? <Badge tone="inactive">League Expired</Badge> : null}
      </div>
      <div className="flex flex-1 flex-col p-5">
        <h2 data-letters={lettersOf(name)} className="line-clamp-4 text-lg [overflow-wrap:anywhere]">
          {name}
        </h2>
        {description ? (
          <p className="mt-2 line-clamp-4 text-sm text-muted">
            <PlainText text={description} />
          </p>
        ) : null}
        {modules.length > 0 ? (
          <ol className="mt-4 list-inside list-decimal text-sm text-strong marker:font-bold marker:text-muted">
            {modules.map((module, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two modules may have one name
              <li key={n} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                {module}
              </li>
            ))}
            {more > 0 ? (
              <li className="list-none border-t border-line pt-2 text-muted">
                +{countOf(more, 'more module')}
              </li>
            ) : null}
          </ol>
        ) : null}
        <ul className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-5 text-sm tabular-nums">
          <li>{countOf(counts.weeks, 'module')}</li>
          <li>{countOf(counts.sections, 'topic')}</li>
          <li>{countOf(counts.resources, 'resource')}</li>
        </ul>
        {league.endedAt ? (
          <p className="mt-4 text-sm text-muted">
            Ended <time dateTime={league.endedAt}>{toShortDate(league.endedAt)}</time>
          </p>
        ) : null}
        <div className="mt-4">
          <LeagueAction league={league} onEnroll={() => void enrollAndReload(league)} />
        </div>
      </div>
    </article>
  );
}
