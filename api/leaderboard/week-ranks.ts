import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { learnerStats } from '../db/schema/learning.ts';
import { ORDER, sortedBy } from './order.ts';

/** Any fixed number; the process that holds it keeps the ranks of a week, the others pass on. */
const LOCK_KEY = 7_305_002;
const REMOVED_AT_ONCE = 20_000;

/** The Monday that began the week, in the time zone of the product. */
export const mondayIn = (timeZone: string, at: SQL) =>
  sql`date_trunc('week', ${at} at time zone ${timeZone})::date`;

/**
 * The week whose first ranks are shown: the latest, unless it is two weeks old. Its day is that of the product's time
 * zone.
 */
export const shownWeek = (timeZone: string): SQL => sql`(
  select max(week_start) from rank_weeks where week_start > (now() at time zone ${timeZone})::date - 14)`;

/**
 * Keeps every ranked learner's place once a week, as soon after Monday 00:00 as it is asked. Any number of processes may
 * ask at any time: the places of a week and the row that says they are kept are one transaction of the one that comes
 * first. It reads the ranking at one moment and locks no learner. Answers whether this call kept them.
 */
export async function recordWeekRanks(
  db: Database,
  timeZone: string,
  at: SQL = sql`now()`,
): Promise<boolean> {
  const monday = mondayIn(timeZone, at);
  const isRecorded = (await isWeekRecorded(db, monday)) ? false : await insertWeekRanks(db, monday);
  await removeOldRanks(db);
  return isRecorded;
}

async function isWeekRecorded(db: Database, monday: SQL): Promise<boolean> {
  const rows = await queryRows(db, sql`select 1 from rank_weeks where week_start = ${monday}`);
  return rows.length > 0;
}

function insertWeekRanks(db: Database, monday: SQL): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const [lock] = await queryRows<{ held: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${LOCK_KEY}) as held`,
    );
    if (!lock?.held) return false;
    const [week] = await queryRows<{ start: string }>(
      tx,
      sql`insert into rank_weeks (week_start) values (${monday})
        on conflict do nothing returning week_start::text as start`,
    );
    if (!week) return false;
    await tx.execute(sql`
      insert into rank_snapshots (week_start, user_id, rank)
      select ${week.start}::date, user_id, row_number() over (order by ${sortedBy(ORDER, learnerStats)})
      from learner_stats where is_ranked`);
    // An account that was deleted while its place was written: `forgetRanks` holds the same table.
    await tx.execute(sql`lock table rank_weeks in share row exclusive mode`);
    await tx.execute(sql`
      delete from rank_snapshots kept where kept.week_start = ${week.start}::date
        and not exists (select 1 from users u where u.id = kept.user_id)`);
    return true;
  });
}

/** Removes the places of an account. Call it in the transaction that deletes the account. */
export async function forgetRanks(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`lock table rank_weeks in row exclusive mode`);
  await tx.execute(sql`
    delete from rank_snapshots
    where week_start in (select week_start from rank_weeks) and user_id = ${userId}`);
}

/** Removes the places of earlier weeks, a part at a time, so that a deleted account waits for none of it long. */
async function removeOldRanks(db: Database): Promise<void> {
  const latest = sql`(select max(week_start) from rank_weeks)`;
  for (;;) {
    const removed = await queryRows(
      db,
      sql`with removed as (
          delete from rank_snapshots where ctid = any (array(
            select ctid from rank_snapshots where week_start < ${latest} limit ${REMOVED_AT_ONCE})) returning 1
        )
        select 1 as more from removed limit 1`,
    );
    if (removed.length === 0) break;
  }
  await db.execute(sql`delete from rank_weeks where week_start < ${latest}`);
}
