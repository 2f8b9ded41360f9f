import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import type { User } from '#contract/users.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';
import {
  $catalogue,
  type CatalogueLeague,
  leagueList,
  type Standing,
  sortCatalogue,
  toCatalogueLeague,
} from '../data/catalogue.ts';
import { $enrolledHere } from '../data/enroll.ts';
import { LongList } from '../long-list/LongList.tsx';
import { FIRST_SHOWN } from '../long-list/long-list.ts';
import { leaveSearch } from '../search/leave-search.ts';
import { SearchBanner, UnlessMatches } from '../search/SearchBanner.tsx';
import { $search, matchesSearch } from '../search/search.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { LeagueCard } from './LeagueCard.tsx';

const StandingFilter = lazyPart(async () => (await import('./StandingFilter.tsx')).StandingFilter);

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
        <Alert
          tone="danger"
          title="The leagues did not load"
          className="mt-5"
          action={
            <Button variant="secondary" size="small" onClick={() => void leagueList.ensure()}>
              Try Again
            </Button>
          }
        >
          {failure}
        </Alert>
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
  const [standing, setStanding] = useState<Standing | null>(null);
  const matching = leagues.filter((league) => matchesSearch(league, search));
  const found = standing ? matching.filter((league) => league.standing === standing) : matching;
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
          <StandingFilter leagues={matching} chosen={standing} onChoose={setStanding} />
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
                  setStanding(null);
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
          name={`catalogue ${standing} ${search}`}
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
