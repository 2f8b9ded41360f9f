import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';
import { countOf } from '../words.ts';
import { LeaderboardSkeleton } from './LeaderboardSkeleton.tsx';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { $leaderboard, followLeaderboard, leaderboard, ownPlace } from './leaderboard.ts';

/** Who has come how far (LEADER-04 to 16). */
export function Leaderboard({ user }: { user: User }) {
  const { isLoading, failure, rows } = useStore($leaderboard);
  const own = useStore(ownPlace.$state).data;
  useEffect(() => followLeaderboard(user.id), [user.id]);
  const isListed = rows?.some((row) => row.user.id === user.id) ?? false;
  const ownRow = !isListed && own && own.rank !== null ? { ...own, rank: own.rank } : null;
  return (
    <>
      <ScreenHeading title="Leaderboard">Top Performers</ScreenHeading>
      <p className="mt-2 max-w-measure text-muted">
        Learners by resources completed; who was active last comes first where two are level.
      </p>
      {failure && !rows ? (
        <ErrorState
          className="mt-8"
          title="Unable to Load Leaderboard"
          onRetry={() => void leaderboard.ensure()}
          retryLabel="Try Again"
          busy={isLoading}
        >
          {failure}
        </ErrorState>
      ) : null}
      {isLoading && !rows ? <LeaderboardSkeleton /> : null}
      {rows?.length === 0 ? (
        <EmptyState className="mt-8" title="No Data Available">
          Leaderboard will populate as students complete tasks.
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? (
        <section aria-labelledby="community-leaderboard" className="mt-8">
          <h2 id="community-leaderboard" className="text-lg">
            Community Leaderboard
          </h2>
          <LeaderboardTable rows={rows} ownId={user.id} ownRow={ownRow} />
          <footer className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
            <p>Showing {countOf(rows.length, 'student')}</p>
            <p className="flex items-center gap-2">
              <span
                className={`size-2 rounded-full ${failure ? 'bg-warning' : 'bg-success'}`}
                aria-hidden="true"
              />
              {failure ? 'Connection lost. Trying again…' : 'Rankings update in real-time'}
            </p>
          </footer>
        </section>
      ) : null}
    </>
  );
}
