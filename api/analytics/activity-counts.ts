import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { keyOf, lengthOf, listClosedPeriods, type Period } from './activity-periods.ts';

/** Any fixed number; the process that holds it counts, the others pass on. Whoever brings old events holds it as well. */
const LOCK_KEY = 7_305_003;
/** A tick that began before midnight is committed long before this. */
const SETTLED_AFTER = sql.raw(`interval '1 minute'`);
/** So many days are counted in one statement, or one period that is longer. */
const DAYS_AT_ONCE = 62;

/**
 * Counts the learners of every closed period that reports ask for and that is not counted yet: nothing most of the time,
 * a few periods after midnight, a year of them the first time and after a change of the time zone. Any number of
 * processes may ask at any time. Answers how many periods it counted.
 */
export async function countClosedPeriods(
  db: Database,
  timeZone: string,
  { isStopping = () => false, at = sql`now()` }: { isStopping?: () => boolean; at?: SQL } = {},
): Promise<number> {
  const [clock] = await queryRows<{ today: string }>(
    db,
    sql`select ((${at} - ${SETTLED_AFTER}) at time zone ${timeZone})::date::text as today`,
  );
  if (!clock) return 0;
  const wanted = listClosedPeriods(clock.today);
  const known = await listCounted(db, timeZone);
  const knownKeys = new Set(known.map(keyOf));
  const missing = wanted.filter((period) => !knownKeys.has(keyOf(period)));
  let counted = 0;
  for (const periods of toBatches(missing)) {
    if (isStopping() || !(await countPeriods(db, timeZone, periods))) return counted;
    counted += periods.length;
  }
  const wantedKeys = new Set(wanted.map(keyOf));
  const newest = wanted.reduce((last, period) => (period.last > last ? period.last : last), '');
  // What ends with the newest day may be what another process counts for a day that has begun meanwhile.
  await removeCounts(
    db,
    timeZone,
    known.filter((period) => !wantedKeys.has(keyOf(period)) && period.last < newest),
  );
  return counted;
}

/** The periods that are counted: of everything together, because a league where nobody did anything has no row. */
function listCounted(db: Database, timeZone: string): Promise<Period[]> {
  return queryRows<Period>(
    db,
    sql`select first_day::text as first, last_day::text as last from activity_counts
      where time_zone = ${timeZone} and league_id = ''`,
  );
}

function* toBatches(periods: readonly Period[]): Generator<Period[]> {
  let batch: Period[] = [];
  let days = 0;
  for (const period of periods) {
    if (batch.length > 0 && days + lengthOf(period) > DAYS_AT_ONCE) {
      yield batch;
      batch = [];
      days = 0;
    }
    batch.push(period);
    days += lengthOf(period);
  }
  if (batch.length > 0) yield batch;
}

/** Counts without holding anybody up; false when another process is at it, or accounts were deleted meanwhile. */
function countPeriods(db: Database, timeZone: string, periods: readonly Period[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const [lock] = await queryRows<{ held: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${LOCK_KEY}) as held`,
    );
    if (!lock?.held) return false;
    const before = await countDeletions(tx);
    const found = await findLearners(tx, timeZone, periods);
    // `forgetActivity` takes the same lock: whoever is deleted from here on is counted down in what is written here.
    await tx.execute(sql`lock table activity_counts in share row exclusive mode`);
    if ((await countDeletions(tx)) !== before) return false;
    await tx.execute(sql`
      insert into activity_counts (time_zone, league_id, first_day, last_day, learners)
      select ${timeZone}, league_id, first_day, last_day, learners
      from json_to_recordset(${JSON.stringify(found)}::json)
        as found(league_id text, first_day date, last_day date, learners int)
      on conflict do nothing`);
    return true;
  });
}

async function countDeletions(tx: Database): Promise<number> {
  const [row] = await queryRows<{ count: number | string }>(
    tx,
    sql`select count(*) as count from audit_log
      where action = 'USER_DELETED' and created_at > now() - interval '1 day'`,
  );
  return Number(row?.count ?? 0);
}

function findLearners(tx: Database, timeZone: string, periods: readonly Period[]) {
  const first = periods.reduce((day, period) => (period.first < day ? period.first : day), '9999-12-31');
  const last = periods.reduce((day, period) => (period.last > day ? period.last : day), '');
  const atMidnight = (day: string, after = 0) =>
    sql`(${day}::date + ${after}::int)::timestamp at time zone ${timeZone}`;
  return queryRows<{ league_id: string; first_day: string; last_day: string; learners: number | string }>(
    tx,
    sql`with periods as materialized (
        select * from json_to_recordset(${JSON.stringify(periods)}::json) as period(first date, last date)
      ), active as materialized (
        select distinct (occurred_at at time zone ${timeZone})::date as day, league_id, user_id collate "C" as user_id
        from progress_events
        where occurred_at >= ${atMidnight(first)} and occurred_at < ${atMidnight(last, 1)}
      ), seen as (
        select distinct league.id, period.first, period.last, active.user_id
        from active join periods period on active.day between period.first and period.last
        cross join lateral (values (''), (active.league_id)) league(id)
      ), counted as (
        select id, first, last, count(*) as learners from seen group by id, first, last
        union all
        select '', first, last, 0 from periods
      )
      select id as league_id, first::text as first_day, last::text as last_day, sum(learners)::int as learners
      from counted group by id, first, last`,
  );
}

async function removeCounts(db: Database, timeZone: string, periods: readonly Period[]): Promise<void> {
  await db.execute(sql`delete from activity_counts where time_zone <> ${timeZone}`);
  if (periods.length === 0) return;
  await db.execute(sql`
    delete from activity_counts kept
    using json_to_recordset(${JSON.stringify(periods)}::json) as old(first date, last date)
    where kept.time_zone = ${timeZone} and kept.first_day = old.first and kept.last_day = old.last`);
}

/**
 * Has everything counted anew once this transaction has ended, by the job that counts. Waits for who is counting, who has
 * not read what is written here, and lets nobody count until then; accounts cannot be deleted meanwhile, so call it late in
 * a long transaction. Call it where events of days that are over are written, or taken away without `forgetActivity`.
 */
export async function recountActivity(tx: Database): Promise<void> {
  // The first count of a year takes longer than a statement may wait, and giving up would throw away what was written.
  await tx.execute(sql`select set_config('app.lock_timeout', current_setting('lock_timeout'), true)`);
  await tx.execute(sql`set local lock_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await tx.execute(sql`lock table activity_counts in share row exclusive mode`);
  await tx.execute(sql`select set_config('lock_timeout', current_setting('app.lock_timeout'), true)`);
  await tx.execute(sql`delete from activity_counts`);
}

/**
 * Takes a learner out of every count they are in. Call it in the transaction that deletes the account, before their
 * events go.
 */
export async function forgetActivity(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`lock table activity_counts in share row exclusive mode`);
  await tx.execute(sql`
    with active as (
      select distinct zone.time_zone, league.id, (event.occurred_at at time zone zone.time_zone)::date as day
      from (select distinct time_zone from activity_counts) zone
      cross join progress_events event
      cross join lateral (values (''), (event.league_id)) league(id)
      where event.user_id = ${userId}
    ), concerned as (
      select distinct kept.time_zone, kept.league_id, kept.first_day, kept.last_day
      from active join activity_counts kept on kept.time_zone = active.time_zone
        and kept.league_id = active.id and active.day between kept.first_day and kept.last_day
    )
    update activity_counts kept set learners = kept.learners - 1 from concerned
    where kept.time_zone = concerned.time_zone and kept.league_id = concerned.league_id
      and kept.first_day = concerned.first_day and kept.last_day = concerned.last_day`);
}
