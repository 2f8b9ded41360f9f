import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';

export interface Limit {
  /** What is counted, without a name or address in the clear. */
  key: string;
  max: number;
  windowSeconds: number;
}

/**
 * Takes one from a limit in a single statement, so that N processes and any burst agree (docs/security.md P21). Throws
 * 429 with the seconds until the window ends when the limit is used up. Answers how many are left. `scale` is
 * RATE_LIMIT_SCALE.
 */
export async function takeLimit(db: Database, limit: Limit, scale: number): Promise<number> {
  const max = Math.max(1, Math.floor(limit.max * scale));
  const { count, seconds } = await addToLimit(db, limit.key, 1, limit.windowSeconds);
  if (count > max) throw tooManyRequests(seconds);
  return max - count;
}

/** No count goes further, so that none outgrows its column. */
const COUNT_MAX = 1_000_000_000;

/**
 * Adds to a count in a single statement; a window that is over begins anew. Answers the count of all processes and the
 * whole seconds until its window ends, from when the row was had and not from when it was waited for.
 */
export async function addToLimit(
  db: Database,
  key: string,
  amount: number,
  windowSeconds: number,
): Promise<{ count: number; seconds: number }> {
  const [row] = await queryRows<{ count: number; seconds: number; is_new: boolean }>(
    db,
    sql`
      insert into rate_limits as r (key, count, window_ends_at)
      values (${key}, ${Math.min(amount, COUNT_MAX)}, now() + ${windowSeconds} * interval '1 second')
      on conflict (key) do update set
        count = case when r.window_ends_at <= now() then excluded.count
          else least(r.count, ${COUNT_MAX} - excluded.count) + excluded.count end,
        window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
      returning count, ceil(extract(epoch from window_ends_at - clock_timestamp()))::int as seconds, xmax = 0 as is_new`,
  );
  const kind = key.slice(0, key.indexOf(':'));
  if (row?.is_new && !kind.startsWith(KEPT) && isSweepDue(kind)) await trimLimits(db, kind);
  return { count: Number(row?.count ?? 0), seconds: Number(row?.seconds ?? windowSeconds) };
}

/**
 * Begins the kinds that are never trimmed: counts of accounts that exist, as many as those. Whoever floods the table
 * with made-up accounts would otherwise make it forget how often one that is real was guessed at.
 */
export const KEPT = 'kept-';

/** Rows that one other kind of limit keeps, whatever an attacker with a whole IPv6 network does. */
export const ROWS_MAX = 20_000;
/** After so many new rows of a kind the process looks whether there are too many. */
const ROWS_BETWEEN_LOOKS = 250;

const newRows = new Map<string, number>();

function isSweepDue(kind: string): boolean {
  const rows = (newRows.get(kind) ?? 0) + 1;
  newRows.set(kind, rows % ROWS_BETWEEN_LOOKS);
  return rows === ROWS_BETWEEN_LOOKS;
}

/**
 * Takes away what a kind of limit has beyond ROWS_MAX: windows that are over, then the lowest counts. So whoever fills
 * the table with a try from each of a million addresses forgets those tries, and no count that is nearly used up.
 */
async function trimLimits(db: Database, kind: string): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where (select pg_try_advisory_xact_lock(hashtext('rate_limits'))) and key in (
      select key from rate_limits where starts_with(key, ${`${kind}:`})
      order by window_ends_at > now() desc, count desc offset ${ROWS_MAX})`);
}

/** `left` is the fewest that are left of any of them. */
type Taken = { secondsLeft: null; left: number } | { secondsLeft: number };

/**
 * Takes one from each limit or from none: a refusal is given back to all of them. Answers what is left, or the seconds
 * until the window of the one that is used up ends.
 */
export async function tryLimits(db: Database, limits: readonly Limit[], scale: number): Promise<Taken> {
  let left = Number.POSITIVE_INFINITY;
  for (const [index, limit] of limits.entries()) {
    try {
      left = Math.min(left, await takeLimit(db, limit, scale));
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error;
      for (const { key } of limits.slice(0, index + 1)) await refundLimit(db, key);
      return { secondsLeft: error.retryAfter };
    }
  }
  return { secondsLeft: null, left };
}

/** Gives one back: what was counted turned out to be fine. */
export async function refundLimit(db: Database, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`);
}

/** Forgets a count. */
export async function clearLimit(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}

/** The refusal of a limit that is free again after so many seconds (docs/api.md 0.2); `details` says what it is for. */
export function tooManyRequests(
  seconds: number,
  details = 'The limit protects accounts from guessing and mailboxes from floods.',
): ApiError {
  const retryAfter = Math.max(1, seconds);
  return new ApiError(ERRORS.TOO_MANY_REQUESTS, {
    retryAfter,
    extras: {
      message: `Too many attempts. Please try again in ${retryAfter} seconds.`,
      resetTime: new Date(Date.now() + retryAfter * 1000).toISOString(),
      details,
    },
  });
}
