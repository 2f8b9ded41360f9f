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
 * 429 with the seconds until the window ends when the limit is used up. `scale` is RATE_LIMIT_SCALE.
 */
export async function takeLimit(db: Database, limit: Limit, scale: number): Promise<void> {
  const max = Math.max(1, Math.floor(limit.max * scale));
  const { count, seconds } = await addToLimit(db, limit.key, 1, limit.windowSeconds);
  if (count > max) throw tooManyRequests(seconds);
}

/** No count goes further, so that none outgrows its column. */
const COUNT_MAX = 1_000_000_000;

/**
 * Adds to a count in a single statement; a window that is over begins anew. Answers the count of all processes and the
 * whole seconds until its window ends.
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
      returning count, ceil(extract(epoch from window_ends_at - now()))::int as seconds, xmax = 0 as is_new`,
  );
  const kind = key.slice(0, key.indexOf(':'));
  if (row?.is_new && isSweepDue(kind)) await trimLimits(db, kind);
  return { count: Number(row?.count ?? 0), seconds: Number(row?.seconds ?? windowSeconds) };
}

/** Rows that one kind of limit keeps, whatever an attacker with a whole IPv6 network does. */
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
