import { type SQL, sql } from 'drizzle-orm';
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
  const { count, seconds } = await addToLimit(db, limit.key, 1, limit.windowSeconds);
  if (count > toMax(limit, scale)) throw tooManyRequests(seconds);
}

/** A limit beyond this is none, and the column of a count holds it. */
const MAX = 1_000_000_000;

/** How much a limit gives at a scale: one at least. */
export const toMax = ({ max }: Pick<Limit, 'max'>, scale: number) =>
  Math.max(1, Math.min(MAX, Math.floor(max * scale)));

/** The count of all processes and the whole seconds until its window ends, from when the row was had and not from when it was waited for. */
interface Count {
  count: number;
  seconds: number;
  is_new: boolean;
}

/** Adds to a count, in SQL, if `condition` holds; a window that is over begins anew. Answers a Count. */
const addition = (key: string, amount: number, windowSeconds: number, condition: SQL = sql`true`) => sql`
  insert into rate_limits as r (key, count, window_ends_at)
  select ${key}::text, ${amount}::int, now() + ${windowSeconds}::float8 * interval '1 second' where ${condition}
  on conflict (key) do update set
    count = case when r.window_ends_at <= now() then excluded.count else r.count + excluded.count end,
    window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
  returning count, ceil(extract(epoch from window_ends_at - clock_timestamp()))::int as seconds, xmax = 0 as is_new`;

/** Adds to a count in a single statement. */
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
  if (row?.is_new && !kind.startsWith(KEPT) && isSweepDue(kind)) await trimLimits(db, kind);
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

/** `usedUp` is the place of the limit that refuses. */
type Taken = { secondsLeft: null } | { secondsLeft: number; usedUp: number };

/**
 * Takes one from each limit or from none: a refusal is given back to all of them, and what comes after a limit that is
 * used up is not counted at all. Answers the seconds until the window of the one that is used up ends. One
 * statement, and one more for a refusal. Whoever takes two of the same limits names them in the same order. The first
 * `kept` of them stand by themselves: they stay taken where one after them is used up.
 */
export async function tryLimits(
  db: Database,
  limits: readonly Limit[],
  scale: number,
  kept = 0,
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
  const given = last.index < kept ? taken : taken.slice(kept);
  await refundLimits(
    db,
    given.map(({ index }) => limits[index]?.key ?? ''),
  );
  return { secondsLeft: Math.max(1, last.seconds), usedUp: last.index };
}

/**
 * Gives one back to each of these counts, because what was counted turned out to be fine, and forgets those that are
 * `cleared`. They are locked in the order they are named in, which is the order they were taken in.
 */
export async function refundLimits(
  db: Database,
  keys: readonly string[],
  cleared: readonly string[] = [],
): Promise<void> {
  const asked = keys.map((key) => ({ key, cleared: cleared.includes(key) }));
  // Each count is looked up by its key: the planner takes a list for a hundred keys, and would read the whole table for them.
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

/** Forgets counts. */
export function clearLimits(db: Database, keys: readonly string[]): Promise<void> {
  return refundLimits(db, keys, keys);
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
