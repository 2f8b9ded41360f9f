import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { SearchBanner } from '../shell/SearchBanner.tsx';
import { $search, clearSearch, matchesSearch } from '../shell/search.ts';
import { CatalogueSkeleton } from './CatalogueSkeleton.tsx';
import { $catalogue, leagueList, sortCatalogue, toCatalogueLeague } from './catalogue.ts';
import { LeagueCard } from './LeagueCard.tsx';

/** Every league, with what the reader may do with it (LEAGUES-01 to 17). */
export function Catalogue({ user }: { user: User }) {
  const { isLoading, failure, leagues } = useStore($catalogue);
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
            leagues.map((league) =>
              toCatalogueLeague(league, new Set(user.enrollments.map(({ leagueId }) => leagueId))),
            ),
          )}
        />
      ) : isLoading ? (
        <CatalogueSkeleton />
      ) : null}
    </>
  );
}

function LeagueGrid({ leagues }: { leagues: ReturnType<typeof sortCatalogue> }) {
  const search = useStore($search);
  const found = leagues.filter((league) => matchesSearch(league, search));
  if (leagues.length === 0) {
    return (
      <EmptyState className="mt-8" title="No Leagues Available">
        The leagues of the next cohort will be listed here. Please check back later.
      </EmptyState>
    );
  }
  if (found.length === 0) {
    return (
      <EmptyState
        className="mt-8"
        title="No Results Found"
        action={<Button onClick={clearSearch}>Clear search</Button>}
      >
        No league has these words in its name or description.
      </EmptyState>
    );
  }
  return (
    <ul className="mt-6 grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {found.map((league) => (
        <li key={league.id}>
          <LeagueCard league={league} />
        </li>
      ))}
    </ul>
  );
}
