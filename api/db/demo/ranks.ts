import { sql } from 'drizzle-orm';
import { percentageOf, rankingOrder, total } from '../../leaderboard/ranking-sql.ts';
import type { Database } from '../client.ts';

/** Where the demo learners stood on Monday, worked out from their events, so that the board has some movement. */
export async function insertDemoRanks(tx: Database): Promise<void> {
  await tx.execute(sql`insert into rank_weeks (week_start) values (date_trunc('week', now())::date)`);
  await tx.execute(sql`
    with ${total}
    insert into rank_snapshots (week_start, user_id, rank)
    select date_trunc('week', now())::date, ranked.user_id, row_number() over (order by ${rankingOrder.down})
    from (
      select standing.*, ${percentageOf(sql`standing.completed`)} as percentage from total, (
        select ls.user_id, count(event.id) as completed, max(event.occurred_at) as last_completed_at
        from learner_stats ls join users u on u.id = ls.user_id
        left join progress_events event on event.user_id = ls.user_id and event.kind = 'COMPLETED'
          and event.occurred_at < date_trunc('week', now())
        where ls.is_ranked and u.created_at < date_trunc('week', now())
        group by ls.user_id
      ) standing
    ) ranked`);
}
