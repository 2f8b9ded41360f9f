import { FIRST_RANK, SHORT_ID_LENGTH } from '#contract/constants.ts';
import type { LeaderboardRow } from '#contract/leaderboard.ts';

export type StandingRow = LeaderboardRow;

/** A row with its place, counted from 1 (LEADER-13). */
export type Ranked<Row> = Row & { rank: number };

/** Numbers rows in the order of the server, after `offset` others (LEADER-12, 13). */
export function numberRows<Row extends object>(rows: readonly Row[], offset = 0): Ranked<Row>[] {
  return rows.map((row, index) => ({ ...row, rank: FIRST_RANK + offset + index }));
}

/** By user id, how many places somebody went up; negative for down. */
export type Moves = ReadonlyMap<string, number>;

/** Changed places; new people are not in it. */
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

/** For telling namesakes apart (LEADER-06, CONST-28). */
export function toShortId(userId: string): string {
  return userId.slice(-SHORT_ID_LENGTH);
}
