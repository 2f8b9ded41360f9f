import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#api/db/client.ts';
import { createToken, hashToken } from '#api/process/secrets.ts';

export const BENCH_LEAGUE = 'bench-league-1';
export const BENCH_USER = 'bench-user-500';
/** As large as a league may get: 40 weeks of 10 sections of 10 resources. */
export const LARGE_LEAGUE = 'bench-league-large';

const LEAGUES = 5;
const WEEKS = 4;
const SECTIONS = 3;
const RESOURCES = 4;

/**
 * Fills an empty, migrated database with a curriculum and `learners` learners, each enrolled in every league, whose
 * counters are spread over the whole range. Returns an access token of BENCH_USER that is good for a day.
 */
export async function seedLearners(database: OpenDatabase, learners: number): Promise<string> {
  const perLeague = WEEKS * SECTIONS * RESOURCES;
  const total = LEAGUES * perLeague;
  const done = (n: string) => `((${n}::bigint * 7919) % ${total + 1})`;
  await database.runScript(`
    INSERT INTO cohorts (id, name) VALUES ('bench-cohort', 'Bench cohort');
    INSERT INTO leagues (id, cohort_id, name, weeks_count, sections_count, resources_count)
      SELECT 'bench-league-' || l, 'bench-cohort', 'Bench league ' || l, ${WEEKS}, ${WEEKS * SECTIONS}, ${perLeague}
      FROM generate_series(1, ${LEAGUES}) l;
    INSERT INTO weeks (id, league_id, name, "order")
      SELECT concat_ws('-', 'week', l, w), 'bench-league-' || l, 'Week ' || w, w
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w;
    INSERT INTO sections (id, week_id, name, "order", resources_count)
      SELECT concat_ws('-', 'section', l, w, s), concat_ws('-', 'week', l, w), 'Section ' || s, s, ${RESOURCES}
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s;
    INSERT INTO resources (id, section_id, title, url, type, "order")
      SELECT concat_ws('-', 'resource', l, w, s, r), concat_ws('-', 'section', l, w, s), 'Resource ' || r,
             'https://learning.example/' || concat_ws('-', l, w, s, r), 'ARTICLE', r
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s,
           generate_series(1, ${RESOURCES}) r;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at,
                       current_cohort_id, approved_at)
      SELECT 'bench-user-' || n, 'bench-' || n || '@bench.test', 'no password', 'Learner ' || n, 'PIONEER', 'ACTIVE',
             now(), now(), 'bench-cohort', now()
      FROM generate_series(1, ${learners}) n;
    INSERT INTO enrollments (id, user_id, cohort_id, league_id)
      SELECT 'bench-enrollment-' || n || '-' || l, 'bench-user-' || n, 'bench-cohort', 'bench-league-' || l
      FROM generate_series(1, ${learners}) n, generate_series(1, ${LEAGUES}) l;
    INSERT INTO league_progress (user_id, league_id, completed_resources)
      SELECT 'bench-user-' || n, 'bench-league-' || l, ${done('n')} / ${LEAGUES}
      FROM generate_series(1, ${learners}) n, generate_series(1, ${LEAGUES}) l;
    INSERT INTO learner_stats (user_id, completed_resources, last_completed_at, last_completed_resource_id, is_ranked)
      SELECT 'bench-user-' || n, ${done('n')}, now() - n * interval '1 second', 'resource-1-1-1-1', true
      FROM generate_series(1, ${learners}) n
      ON CONFLICT (user_id) DO UPDATE SET completed_resources = excluded.completed_resources,
        last_completed_at = excluded.last_completed_at, is_ranked = true,
        last_completed_resource_id = excluded.last_completed_resource_id;
    INSERT INTO resource_progress (id, user_id, resource_id, completed_at)
      SELECT 'bench-progress-' || row_number() OVER (), '${BENCH_USER}', id, now()
      FROM resources WHERE "order" <= 2;
    INSERT INTO section_progress (user_id, section_id, completed_resources)
      SELECT '${BENCH_USER}', id, 2 FROM sections;
  `);
  await database.runScript(largeLeague());
  await database.runScript('ANALYZE');
  const token = createToken();
  await database.db.execute(sql`
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at)
    VALUES ('bench-session', ${BENCH_USER}, ${hashToken(createToken())}, now() + interval '1 day')`);
  await database.db.execute(sql`
    INSERT INTO access_tokens (token_hash, session_id, expires_at)
    VALUES (${hashToken(token)}, 'bench-session', now() + interval '1 day')`);
  return token;
}

/** Half of it is done, with a note on every tenth resource. */
function largeLeague(): string {
  return `
    INSERT INTO leagues (id, cohort_id, name, weeks_count, sections_count, resources_count)
      VALUES ('${LARGE_LEAGUE}', 'bench-cohort', 'Large league', 40, 400, 4000);
    INSERT INTO weeks (id, league_id, name, "order")
      SELECT 'large-' || w, '${LARGE_LEAGUE}', 'Week ' || w, w FROM generate_series(1, 40) w;
    INSERT INTO sections (id, week_id, name, "order", resources_count)
      SELECT concat_ws('-', 'large', w, s), 'large-' || w, 'Section ' || s, s, 10
      FROM generate_series(1, 40) w, generate_series(1, 10) s;
    INSERT INTO resources (id, section_id, title, url, type, "order")
      SELECT concat_ws('-', 'large', w, s, r), concat_ws('-', 'large', w, s), 'A resource with a title of usual length ' || r,
             'https://learning.example/' || concat_ws('/', w, s, r), 'ARTICLE', r
      FROM generate_series(1, 40) w, generate_series(1, 10) s, generate_series(1, 10) r;
    INSERT INTO assignments (id, league_id, title, description)
      VALUES ('large-task', '${LARGE_LEAGUE}', 'Build it', 'What was learned, put to use.');
    INSERT INTO enrollments (id, user_id, cohort_id, league_id)
      VALUES ('large-enrollment', '${BENCH_USER}', 'bench-cohort', '${LARGE_LEAGUE}');
    INSERT INTO resource_progress (id, user_id, resource_id, completed_at, personal_note)
      SELECT 'progress-' || id, '${BENCH_USER}', id, now(), CASE WHEN "order" = 10 THEN 'What I learned here' END
      FROM resources WHERE id LIKE 'large-%' AND "order" % 2 = 0;
    INSERT INTO section_progress (user_id, section_id, completed_resources)
      SELECT '${BENCH_USER}', id, 5 FROM sections WHERE id LIKE 'large-%';`;
}
