import type { LeaderboardData } from '#contract/leaderboard.ts';
import { countOf } from '#site/islands/shared/format/text.ts';
import { Medal } from './LeaderboardTable.tsx';

export function LastWeek({ winners }: { winners: NonNullable<LeaderboardData['lastWeek']> }) {
  if (winners.length === 0) return null;
  return (
    <section
      aria-labelledby="last-week"
      className="mt-6 rounded-lg border border-line bg-surface p-4 sm:px-6"
    >
      <h2 id="last-week" className="text-base">
        First of last week
      </h2>
      <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {winners.map(({ rank, user, resourcesCompleted }) => (
          <li key={user.id} className="flex items-center gap-3">
            <Medal rank={rank} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="block font-semibold text-strong">{user.name}</span>
              <span className="text-sm text-muted">{countOf(resourcesCompleted, 'resource')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
