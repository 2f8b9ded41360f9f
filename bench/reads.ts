import { type SQL, sql } from 'drizzle-orm';
import { BENCH_LEAGUE, BENCH_USER } from './seed.ts';

export interface Read {
  name: string;
  /** Address of the product's call. */
  path: string;
  /** The one query that answers the heart of that call: the yardstick behind a bare route. */
  query: SQL;
}

/** The signed-in reads whose speed is promised (design section 6). */
export const READS: readonly Read[] = [
  {
    name: 'profile',
    path: '/api/auth/profile',
    query: sql`select * from users where id = ${BENCH_USER}`,
  },
  {
    name: 'dashboard',
    path: '/api/progress/dashboard',
    query: sql`
      select e.id, e.enrolled_at, l.id as league_id, l.name, l.description, l.weeks_count, l.sections_count,
             l.resources_count, c.id as cohort_id, c.name as cohort_name, p.completed_resources, p.completed_sections,
             p.completed_weeks
      from enrollments e join leagues l on l.id = e.league_id join cohorts c on c.id = e.cohort_id
      left join league_progress p on p.user_id = e.user_id and p.league_id = e.league_id
      where e.user_id = ${BENCH_USER} order by e.enrolled_at`,
  },
  {
    name: 'league progress',
    path: `/api/progress/leagues/${BENCH_LEAGUE}`,
    query: sql`
      select w.id as week_id, w.name as week_name, s.id as section_id, s.name as section_name, r.id, r.title, r.url,
             r.type, p.completed_at, p.marked_for_revision_at, p.personal_note, p.time_spent_seconds
      from weeks w join sections s on s.week_id = w.id join resources r on r.section_id = s.id
      left join resource_progress p on p.resource_id = r.id and p.user_id = ${BENCH_USER}
      where w.league_id = ${BENCH_LEAGUE} order by w."order", s."order", r."order"`,
  },
  {
    name: 'leaderboard',
    path: '/api/leaderboard',
    query: sql`
      select u.id, u.name, u.role, s.completed_resources, s.badges_earned, s.last_completed_at, r.title
      from learner_stats s join users u on u.id = s.user_id
      left join resources r on r.id = s.last_completed_resource_id
      where s.is_ranked order by s.completed_resources desc, s.last_completed_at desc nulls last, s.user_id limit 50`,
  },
];
