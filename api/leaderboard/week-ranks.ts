import { lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { learnerStats, weekProgress } from '../platform/db/schema/learning.ts';
import { rankSnapshots, rankWeeks } from '../platform/db/schema/ranks.ts';
import { ORDER, sortedBy } from './order.ts';

export const mondayIn = (timeZone: string | Placeholder, at: SQL): SQL<string> =>
  sql`date_trunc('week', ${at} at time zone ${timeZone})::date`;

export const shownWeek = (timeZone: string): SQL => sql`(
  select max(week_start) from rank_weeks where week_start > (now() at time zone ${timeZone})::date - 14)`;

/**
 * Records all ranks once a week and deletes those of earlier weeks; the counts of last week stay. The unique row of the
 * week lets only one process write; returns whether this call did.
 */
export function recordWeekRanks(db: Database, timeZone: string, at: SQL = sql`now()`): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const [week] = await tx
      .insert(rankWeeks)
      .values({ weekStart: mondayIn(timeZone, at) })
      .onConflictDoNothing()
      .returning();
    if (!week) return false;
    await tx.execute(sql`
      insert into rank_snapshots (week_start, user_id, rank)
      select ${week.weekStart}::date, user_id, row_number() over (order by ${sortedBy(ORDER, learnerStats)})
      from learner_stats where is_ranked`);
    await tx.delete(rankSnapshots).where(lt(rankSnapshots.weekStart, week.weekStart));
    await tx.delete(rankWeeks).where(lt(rankWeeks.weekStart, week.weekStart));
    await tx.delete(weekProgress).where(lt(weekProgress.weekStart, sql`${week.weekStart}::date - 7`));
    return true;
  });
}
