import { eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { enrollments } from '../platform/db/schema/learning.ts';

type Grouping = 'cohortId' | 'leagueId';

// From this many enrollments on, counts are cached.
const CACHED_FROM_ROWS = 50_000;
const CACHE_MS = 30_000;

const cache = new WeakMap<Database, Map<Grouping, { counts: Map<string, number>; until: number }>>();

/** Counts by league or cohort id. Ids without enrollments are absent; large counts may be 30 s old. */
export async function countEnrollments(db: Database, by: Grouping): Promise<Map<string, number>> {
  const known = cache.get(db)?.get(by);
  if (known && known.until > performance.now()) return known.counts;
  const rows = await db
    .select({ id: enrollments[by], count: sql<number>`count(*)`.mapWith(Number) })
    .from(enrollments)
    .groupBy(enrollments[by]);
  const counts = new Map(rows.map((row) => [row.id, row.count]));
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  if (total >= CACHED_FROM_ROWS) {
    const groupings = cache.get(db) ?? new Map();
    groupings.set(by, { counts, until: performance.now() + CACHE_MS });
    cache.set(db, groupings);
  }
  return counts;
}

export async function countEnrollmentsOf(db: Database, by: Grouping, id: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(enrollments)
    .where(eq(enrollments[by], id));
  return row?.count ?? 0;
}
