import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/**
 * How many people hold the badge of a row of `badges`: exact, and read without looking at any of them. Triggers keep it
 * (docs/decisions/0047).
 */
export const badgeHolders = sql<number>`(
  select coalesce(sum(held.amount), 0) from badge_holder_counts held where held.badge_id = badges.id)`.mapWith(
  Number,
);

/** The same of the submissions to the assignment of a row of `assignments`. */
export const assignmentSubmissions = sql<number>`(
  select coalesce(sum(sent.amount), 0) from submission_counts sent where sent.assignment_id = assignments.id)`.mapWith(
  Number,
);

/** Counts both anew. The caller has locked both: who adds a row meanwhile waits with its count, and adds it after. */
export async function recountKept(tx: Database): Promise<void> {
  await tx.execute(sql`delete from badge_holder_counts`);
  await tx.execute(sql`
    insert into badge_holder_counts (badge_id, amount)
    select badge_id, count(*) from user_badges group by badge_id`);
  await tx.execute(sql`delete from submission_counts`);
  await tx.execute(sql`
    insert into submission_counts (assignment_id, amount)
    select assignment_id, count(*) from submissions group by assignment_id`);
}
