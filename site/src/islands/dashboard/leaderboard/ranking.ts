import { SHORT_ID_LENGTH } from '#contract/constants.ts';
import type { LeaderboardRow } from '#contract/leaderboard.ts';

export type StandingRow = LeaderboardRow;

/** Places gained by user id; negative for lost. */
export type Moves = ReadonlyMap<string, number>;

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

/** Tells people with the same name apart. */
export function toShortId(userId: string): string {
  return userId.slice(-SHORT_ID_LENGTH);
}
