import { type SQL, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { ADVISORY_LOCKS, type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';

export interface Limit {
  /** Must not contain a name or an address in the clear. */
  key: string;
  max: number;
  windowSeconds: number;
}

/**
 * One statement, so that processes and bursts agree (docs/security.md P21). Throws TOO_MANY_REQUESTS; `scale` is
 * RATE_LIMIT_SCALE.
 */
export async function takeLimit(db: Database, limit: Limit, scale: number): Promise<void> {
  const { count, seconds } = await addToLimit(db, limit.key, 1, limit.windowSeconds);
  if (count > toMax(limit, scale)) throw tooManyRequests(seconds);
}

const MAX = 1_000_000_000;

export const toMax = ({ max }: Pick<Limit, 'max'>, scale: number) =>
  Math.max(1, Math.min(MAX, Math.floor(max * scale)));

// `seconds` count from the lock of the row, not from when the statement began to wait.
interface Count {
  count: number;
  seconds: number;
  is_new: boolean;
}

// An expired window starts again. Adds nothing unless `condition` holds.
const addition = (key: string, amount: number, windowSeconds: number, condition: SQL = sql`true`) => sql`
  insert into rate_limits as r (key, count, window_ends_at)
  select ${key}::text, ${amount}::int, now() + ${windowSeconds}::float8 * interval '1 second' where ${condition}
  on conflict (key) do update set
    count = case when r.window_ends_at <= now() then excluded.count else r.count + excluded.count end,
    window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
  returning count, ceil(extract(epoch from window_ends_at - clock_timestamp()))::int as seconds, xmax = 0 as is_new`;

export async function addToLimit(
  db: Database,
  key: string,
  amount: number,
  windowSeconds: number,
): Promise<Count> {
  const [row] = await queryRows<Count>(db, addition(key, amount, windowSeconds));
  await trimWhereDue(db, key, row);
  return row as Count;
}

async function trimWhereDue(db: Database, key: string, row: Count | undefined): Promise<void> {
  const kind = key.slice(0, key.indexOf(':'));
  if (row?.is_new && !kind.startsWith(UNTRIMMED_PREFIX) && isSweepDue(kind)) await trimLimits(db, kind);
}

/** Prefix for counts of existing accounts, which are never trimmed: a flood of made-up accounts would erase them. */
export const UNTRIMMED_PREFIX = 'kept-';

export const ROWS_MAX = 20_000;
const ROWS_BETWEEN_LOOKS = 250;

const newRows = new Map<string, number>();

function isSweepDue(kind: string): boolean {
  const rows = (newRows.get(kind) ?? 0) + 1;
  newRows.set(kind, rows % ROWS_BETWEEN_LOOKS);
  return rows === ROWS_BETWEEN_LOOKS;
}

// Deletes expired windows, then the lowest counts, so a flood of single tries erases itself.
async function trimLimits(db: Database, kind: string): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where (select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.limits})) and key in (
      select key from rate_limits where starts_with(key, ${`${kind}:`})
      order by window_ends_at > now() desc, count desc offset ${ROWS_MAX})`);
}

type Taken = { secondsLeft: null } | { secondsLeft: number; usedUp: number };

/**
 * Takes one from each limit or from none; the first `kept` stay taken after a refusal. Callers must pass the limits in
 * the same order, because of row locks.
 */
export async function tryLimits(
  db: Database,
  limits: readonly Limit[],
  scale: number,
  keptOnRefusal = 0,
): Promise<Taken> {
  const takes = limits.map((limit, index) => {
    const before = limits[index - 1];
    const condition =
      before && sql`(select count from ${sql.raw(`take_${index - 1}`)}) <= ${toMax(before, scale)}::int`;
    return addition(limit.key, 1, limit.windowSeconds, condition);
  });
  const named = takes.map((take, index) => sql`${sql.raw(`take_${index}`)} as (${take})`);
  const rows = await queryRows<Count & { index: number }>(
    db,
    sql`with ${sql.join(named, sql`, `)} ${sql.join(
      limits.map((_, index) => sql.raw(`select ${index} as index, * from take_${index}`)),
      sql` union all `,
    )}`,
  );
  const taken = rows.toSorted((one, other) => one.index - other.index);
  for (const row of taken) await trimWhereDue(db, limits[row.index]?.key ?? '', row);
  const last = taken.at(-1);
  if (!last || last.count <= toMax(limits[last.index] as Limit, scale)) return { secondsLeft: null };
  const refunded = last.index < keptOnRefusal ? taken : taken.slice(keptOnRefusal);
  await refundLimits(
    db,
    refunded.map(({ index }) => limits[index]?.key ?? ''),
  );
  return { secondsLeft: Math.max(1, last.seconds), usedUp: last.index };
}

/**
 * Decrements each count and deletes the `cleared` ones. Locks rows in the given order, which has to be the order of
 * taking.
 */
export async function refundLimits(
  db: Database,
  keys: readonly string[],
  cleared: readonly string[] = [],
): Promise<void> {
  const asked = keys.map((key) => ({ key, cleared: cleared.includes(key) }));
  // With a list the planner expects a hundred keys and scans the whole table.
  const keysOf = (condition: SQL) => sql`any (array(select key from held where ${condition}))`;
  await db.execute(sql`
    with held as materialized (
      select asked.key, asked.cleared
      from json_to_recordset(${JSON.stringify(asked)}::json) as asked (key text, cleared boolean)
      cross join lateral (select 1 from rate_limits r where r.key = asked.key for update) r
    ), forgotten as (
      delete from rate_limits where key = ${keysOf(sql`cleared`)}
    )
    update rate_limits set count = greatest(count - 1, 0) where key = ${keysOf(sql`not cleared`)}`);
}

export function clearLimits(db: Database, keys: readonly string[]): Promise<void> {
  return refundLimits(db, keys, keys);
}

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
