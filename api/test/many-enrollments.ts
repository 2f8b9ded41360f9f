import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';

export const MANY_LEAGUES = 12;
export const MANY_LEARNERS = 1000;

/**
 * More enrollments than are counted: every learner in every league, the leagues one after another, so that who looks for
 * the first one's learners among the newest finds none for long. Each learner did half of each league; one in ten waits.
 */
export async function addManyEnrollments(db: Database): Promise<void> {
  await db.execute(sql`insert into cohorts (id, name) values ('many-old', 'Old'), ('many-new', 'New')`);
  await db.execute(sql`
    insert into leagues (id, cohort_id, name, resources_count) select 'many-' || l, 'many-new', 'League ' || l, 10
    from generate_series(1, ${MANY_LEAGUES}::int) l`);
  await db.execute(sql`
    insert into users (id, email, password_hash, name, status)
    select 'many-' || n, 'p' || n || '@m.test', 'none', 'Person ' || n,
      case when n % 10 = 0 then 'PENDING' else 'ACTIVE' end from generate_series(1, ${MANY_LEARNERS}::int) n`);
  for (let league = 1; league <= MANY_LEAGUES; league++) {
    await db.execute(sql`
      insert into enrollments (id, user_id, cohort_id, league_id, enrolled_at)
      select 'many-' || ${league}::int || '-' || n, 'many-' || n,
        case when ${league}::int = 1 then 'many-old' else 'many-new' end, 'many-' || ${league}::int,
        now() - ${MANY_LEAGUES - league}::int * interval '1 month' - n / 10 * interval '1 minute'
      from generate_series(1, ${MANY_LEARNERS}::int) n`);
  }
  await db.execute(sql`
    insert into league_progress (user_id, league_id, completed_resources) select user_id, league_id, 5 from enrollments`);
  await db.execute(sql`analyze enrollments, league_progress`);
}
