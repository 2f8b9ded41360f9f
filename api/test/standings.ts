import type { Database } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { learnerStats } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';

/** A version that no kept page of the leaderboard covers: its rows are read for this call. */
export const NOT_KEPT = { version: 'not-kept' };

export interface Standing {
  /** Completed resources. */
  count: number;
  /** When the last one was completed, in minutes of 2026; of no matter where the count is 0. */
  minute: number;
}

/** Adds ranked learners with sums straight to the database; 0 completed means never. */
export async function addStandings(
  db: Database,
  standings: Standing[],
): Promise<{ id: string; count: number; at: number | null }[]> {
  const learners = standings.map(({ count, minute }) => ({
    id: createId(),
    count,
    at: count === 0 ? null : Date.UTC(2026, 0, 1, 0, minute),
  }));
  if (learners.length === 0) return [];
  await db.insert(users).values(
    learners.map(({ id }) => ({
      id,
      email: `${id}@example.test`,
      name: `Learner ${id.slice(-6)}`,
      passwordHash: 'none',
      status: 'ACTIVE',
      emailVerifiedAt: new Date(),
    })),
  );
  await db.insert(learnerStats).values(
    learners.map(({ id, count, at }) => ({
      userId: id,
      completedResources: count,
      lastCompletedAt: at === null ? null : new Date(at),
      isRanked: true,
    })),
  );
  return learners;
}
