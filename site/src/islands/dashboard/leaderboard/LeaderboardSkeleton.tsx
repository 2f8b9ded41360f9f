import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The shape of the leaderboard that is on its way (LEADER-14). */
export function LeaderboardSkeleton() {
  return (
    <Loading label="Loading leaderboard…" visible className="mt-8">
      <div className="grid gap-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14 w-full rounded-md" />
        ))}
      </div>
    </Loading>
  );
}
