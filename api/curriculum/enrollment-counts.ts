import { count, eq } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { enrollments } from '../platform/db/schema/learning.ts';

type Grouping = 'cohortId' | 'leagueId';

/** Counts by league or cohort id. Ids without enrollments are absent. */
export async function countEnrollments(db: Database, by: Grouping): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: enrollments[by], count: count() })
    .from(enrollments)
    .groupBy(enrollments[by]);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export function countEnrollmentsOf(db: Database, by: Grouping, id: string): Promise<number> {
  return db.$count(enrollments, eq(enrollments[by], id));
}
