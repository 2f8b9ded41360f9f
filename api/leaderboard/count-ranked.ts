import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';

/** Up to here learners are counted on every call; beyond, the number may be a minute old. */
const COUNTED_EXACTLY = 1000;
const COUNT_LIFETIME_MS = 60_000;

/** Every ranked learner up to one more than COUNTED_EXACTLY; part of a statement. */
export const countedRanked = sql`(select count(*) from (
  select 1 from learner_stats where is_ranked limit ${sql.raw(String(COUNTED_EXACTLY + 1))}) counted)`;

/** Up to so many a place is counted from the top, exact to the moment; in larger boards `rank-checkpoints.ts` helps. */
export const COUNTED_MAX = 3000;

/** Whether more than `largeBoard` are ranked, or enrolled in a league; the answer may be a minute old. */
export function createSizeCheck(
  db: Database,
  largeBoard: number,
): (league?: string | null) => Promise<boolean> {
  const known = new Map<string | null, { isLarge: boolean; at: number }>();
  return async (league = null) => {
    const kept = known.get(league);
    if (kept && performance.now() - kept.at <= COUNT_LIFETIME_MS) return kept.isLarge;
    const members =
      league === null ? sql`learner_stats where is_ranked` : sql`enrollments where league_id = ${league}`;
    const [row] = await queryRows<{ count: number | string }>(
      db,
      sql`select count(*) as count from (select 1 from ${members} limit ${largeBoard + 1}) counted`,
    );
    const isLarge = Number(row?.count ?? 0) > largeBoard;
    // Of a small league it costs little, and whoever asks for leagues that do not exist fills no memory.
    if (isLarge || league === null) known.set(league, { isLarge, at: performance.now() });
    return isLarge;
  };
}

/**
 * How many are ranked, without counting a million rows a call: exact while few (`counted` as `countedRanked` found
 * it), then counted once a minute, in the background after the first time.
 */
export function createRankedCounter(db: Database): (counted: number) => Promise<number> {
  let known: { count: number; at: number } | null = null;
  let running: Promise<number> | null = null;
  const recount = () => {
    running ??= queryRows<{ count: number | string }>(
      db,
      sql`select count(*) as count from learner_stats where is_ranked`,
    )
      .then(([row]) => {
        known = { count: Number(row?.count ?? 0), at: performance.now() };
        return known.count;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  return async (counted) => {
    if (counted <= COUNTED_EXACTLY) return counted;
    if (!known) return recount();
    // A count that fails leaves the old number; the next call tries again.
    if (performance.now() - known.at > COUNT_LIFETIME_MS) recount().catch(() => {});
    return known.count;
  };
}
