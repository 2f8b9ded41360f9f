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
  const [row] = await queryRows<{ count: number; seconds: number }>(
    db,
    sql`
      insert into rate_limits as r (key, count, window_ends_at)
      values (${limit.key}, 1, now() + ${limit.windowSeconds} * interval '1 second')
      on conflict (key) do update set
        count = case when r.window_ends_at <= now() then 1 else least(r.count, 1000000) + 1 end,
        window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
      returning count, ceil(extract(epoch from window_ends_at - now()))::int as seconds`,
  );
  if (row && Number(row.count) > max) throw tooManyRequests(Number(row.seconds));
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
