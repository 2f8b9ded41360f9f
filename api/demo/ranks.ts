import { sql } from 'drizzle-orm';
import { ORDER, sortedBy } from '../leaderboard/order.ts';
import { mondayIn } from '../leaderboard/week-ranks.ts';
import type { Database } from '../platform/db/client.ts';

/**
 * Records the ranks of last Monday from the demo records, so that the board shows movement. Replaces the empty snapshot
 * of a server that already ran.
 */
export async function insertWeekRanks(tx: Database, timeZone: string): Promise<void> {
  const monday = mondayIn(timeZone, sql`now()`);
  const standing = {
    completedResources: sql`ranked.completed_resources`,
    lastCompletedAt: sql`ranked.last_completed_at`,
    userId: sql`ranked.user_id`,
  };
  const weekStart = sql`(${monday}::timestamp at time zone ${timeZone})`;
  await tx.execute(sql`delete from rank_snapshots where week_start = ${monday}`);
  await tx.execute(sql`insert into rank_weeks (week_start) values (${monday}) on conflict do nothing`);
  await tx.execute(sql`
    insert into rank_snapshots (week_start, user_id, rank)
    select ${monday}, ranked.user_id, row_number() over (order by ${sortedBy(ORDER, standing)})
    from (
      select ls.user_id, count(done.resource_id) as completed_resources, max(done.completed_at) as last_completed_at
      from learner_stats ls join users u on u.id = ls.user_id
      left join resource_progress done on done.user_id = ls.user_id and done.completed_at < ${weekStart}
      where ls.is_ranked and u.created_at < ${weekStart}
      group by ls.user_id
    ) ranked`);
}
