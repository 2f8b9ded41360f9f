import { FIRST_RANK, SHORT_ID_LENGTH } from '#contract/constants.ts';
import type { LeaderboardRow } from '#contract/leaderboard.ts';

export type StandingRow = LeaderboardRow;

interface Standing {
  stats: { resourcesCompleted: number; totalResources: number };
  recentActivity: { lastCompletedResource?: { completedAt: string } | null };
}

/** A row with its place, counted from 1 (LEADER-13). */
export type Ranked<Row> = Row & { rank: number };

/**
 * Puts rows in order and numbers them after `offset` others: the exact share completed descending, then the most recent
 * completion first; who completed nothing comes last (LEADER-12, 13). Rows that are equal in both keep the order they
 * came in. The percentage in a row is rounded: 20 and 19 of 162 are both 12 %.
 */
export function rankRows<Row extends Standing>(rows: readonly Row[], offset = 0): Ranked<Row>[] {
  return [...rows]
    .sort((a, b) => shareOf(b) - shareOf(a) || lastCompletion(b) - lastCompletion(a))
    .map((row, index) => ({ ...row, rank: FIRST_RANK + offset + index }));
}

function shareOf({ stats }: Standing): number {
  return stats.totalResources === 0 ? 0 : stats.resourcesCompleted / stats.totalResources;
}

function lastCompletion(row: Standing): number {
  const completedAt = row.recentActivity.lastCompletedResource?.completedAt;
  return completedAt ? Date.parse(completedAt) : 0;
}

/** By user id, how many places somebody went up; negative for down. */
export type Moves = ReadonlyMap<string, number>;

/** Who stands elsewhere than before; who was not there before is not in it. */
export function movesBetween(
  before: readonly { rank: number; user: { id: string } }[],
  after: readonly { rank: number; user: { id: string } }[],
): Moves {
  const ranks = new Map(before.map(({ rank, user }) => [user.id, rank]));
  return new Map(
    after.flatMap(({ rank, user }) => {
      const was = ranks.get(user.id);
      return was === undefined || was === rank ? [] : [[user.id, was - rank] as const];
    }),
  );
}

/** The last characters of a user id, for telling namesakes apart (LEADER-06, CONST-28). */
export function toShortId(userId: string): string {
  return userId.slice(-SHORT_ID_LENGTH);
}
