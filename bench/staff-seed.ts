import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#api/db/client.ts';
import { createToken, hashToken } from '#api/process/secrets.ts';

export const STAFF_LEAGUE = 'staff-league-7';
export const STAFF_COHORT = 'staff-cohort-1';
export const STAFF_USER = 'staff-user-77';
/** Staff who are not GRAND, with that many leagues each. */
const SCOPED = { chief: 5, head: 20 } as const;

const USERS = 20_000;
const LEAGUES = 200;
const WEEKS = 5;
const SECTIONS = 5;
const RESOURCES = 10;
const EVENTS_EACH = 28;
const AUDITED = 100_000;

export interface StaffTokens {
  grand: string;
  chief: string;
  head: string;
}

/**
 * Fills an empty, migrated PostgreSQL database as large as the admin area is promised to be quick with: 20,000 users,
 * 200 leagues, 50,000 resources, a year of 560,000 events, each on a day of its own, and 100,000 audit entries. Returns
 * tokens of a GRAND and of CHIEFs with five leagues and with twenty.
 */
export async function seedStaff(database: OpenDatabase): Promise<StaffTokens> {
  await database.runScript(`
    -- Keys are right by construction; checking half a million of them is most of the time otherwise.
    SET session_replication_role = replica;
    INSERT INTO cohorts (id, name) SELECT 'staff-cohort-' || c, 'Intake ' || c FROM generate_series(1, 8) c;
    INSERT INTO leagues (id, cohort_id, name, description, weeks_count, sections_count, resources_count)
      SELECT 'staff-league-' || l, 'staff-cohort-' || (l % 8 + 1), 'League ' || l, 'What it is about',
             ${WEEKS}, ${WEEKS * SECTIONS}, ${WEEKS * SECTIONS * RESOURCES}
      FROM generate_series(1, ${LEAGUES}) l;
    INSERT INTO weeks (id, league_id, name, "order")
      SELECT concat_ws('-', 'staff', l, w), 'staff-league-' || l, 'Week ' || w, w
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w;
    INSERT INTO sections (id, week_id, name, "order", resources_count)
      SELECT concat_ws('-', 'staff', l, w, s), concat_ws('-', 'staff', l, w), 'Section ' || s, s, ${RESOURCES}
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s;
    INSERT INTO resources (id, section_id, title, url, type, "order")
      SELECT concat_ws('-', 'staff', l, w, s, r), concat_ws('-', 'staff', l, w, s), concat_ws(' ', 'Resource', l, w, s, r),
             'https://learning.example/' || concat_ws('/', l, w, s, r), 'ARTICLE', r
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s,
           generate_series(1, ${RESOURCES}) r;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at,
                       current_cohort_id, approved_at, created_at)
      SELECT 'staff-user-' || n, 'learner-' || n || '@bench.test', 'no password', 'Learner ' || n, 'PIONEER',
             CASE WHEN n % 50 = 0 THEN 'PENDING' ELSE 'ACTIVE' END, now(), now(), 'staff-cohort-' || (n % 8 + 1),
             CASE WHEN n % 50 = 0 THEN NULL ELSE now() - n * interval '25 minutes' END, now() - n * interval '26 minutes'
      FROM generate_series(1, ${USERS}) n;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at)
      VALUES ('staff-grand', 'grand@bench.test', 'no password', 'Grand', 'GRAND_PATHFINDER', 'ACTIVE', now()),
             ('staff-chief', 'chief@bench.test', 'no password', 'Chief', 'CHIEF_PATHFINDER', 'ACTIVE', now()),
             ('staff-head', 'head@bench.test', 'no password', 'Head', 'CHIEF_PATHFINDER', 'ACTIVE', now());
    INSERT INTO pathfinder_scopes (id, pathfinder_id, league_id, can_view_analytics, can_manage_users)
      SELECT concat_ws('-', 'staff-scope', name, l), 'staff-' || name, 'staff-league-' || l, true, true
      FROM (VALUES ('chief', ${SCOPED.chief}), ('head', ${SCOPED.head})) scoped(name, leagues),
           generate_series(5, 4 + leagues) l;
    INSERT INTO enrollments (id, user_id, cohort_id, league_id)
      SELECT concat_ws('-', 'staff', n, k), 'staff-user-' || n, 'staff-cohort-' || ((n + k * 77) % ${LEAGUES} % 8 + 1),
             'staff-league-' || ((n + k * 77) % ${LEAGUES} + 1)
      FROM generate_series(1, ${USERS}) n, generate_series(0, 1) k;
    INSERT INTO progress_events (user_id, resource_id, section_id, league_id, kind, occurred_at)
      SELECT 'staff-user-' || n, concat_ws('-', 'staff', l, w, s, r), concat_ws('-', 'staff', l, w, s), 'staff-league-' || l,
             'COMPLETED', at
      FROM (
        SELECT n, (n + k % 2 * 77) % ${LEAGUES} + 1 AS l, k / 2 / ${RESOURCES * SECTIONS} % ${WEEKS} + 1 AS w,
               k / 2 / ${RESOURCES} % ${SECTIONS} + 1 AS s, k / 2 % ${RESOURCES} + 1 AS r,
               now() - ((k * 13 + n * 7) % 365) * interval '1 day' - (n * 31 + k * 17) % 1440 * interval '1 minute' AS at
        FROM generate_series(1, ${USERS}) n, generate_series(0, ${EVENTS_EACH - 1}) k
      ) ticks ORDER BY at;
    INSERT INTO section_progress (user_id, section_id, completed_resources, completed_at)
      SELECT user_id, section_id, count(*), CASE WHEN count(*) = ${RESOURCES} THEN max(occurred_at) END
      FROM progress_events GROUP BY user_id, section_id;
    INSERT INTO league_progress (user_id, league_id, completed_resources, completed_sections)
      SELECT user_id, league_id, count(*), count(*) / ${RESOURCES} FROM progress_events GROUP BY user_id, league_id;
    INSERT INTO learner_stats (user_id, completed_resources, last_completed_at, is_ranked)
      SELECT user_id, count(*), max(occurred_at), true FROM progress_events GROUP BY user_id;
    INSERT INTO assignments (id, league_id, title, description)
      SELECT 'staff-task-' || l, 'staff-league-' || l, 'Task ' || l, 'Build it' FROM generate_series(1, ${LEAGUES}) l;
    INSERT INTO submissions (id, assignment_id, user_id, status, content, submitted_at)
      SELECT 'staff-answer-' || n, 'staff-task-' || (n % ${LEAGUES} + 1), 'staff-user-' || n,
             (ARRAY['SUBMITTED', 'APPROVED', 'APPROVED', 'NEEDS_REVISION'])[n % 4 + 1], 'An answer',
             now() - n * interval '20 minutes'
      FROM generate_series(1, ${USERS / 2}) n;
    INSERT INTO submission_attempts (id, submission_id, number, status, content, submitted_at, reviewed_at)
      SELECT 'attempt-' || id, id, 1, status, content, submitted_at,
             CASE WHEN status <> 'SUBMITTED' THEN submitted_at + interval '30 hours' END FROM submissions;
    INSERT INTO audit_log (actor_id, target_user_id, action, metadata, created_at)
      SELECT 'staff-user-' || (n % ${USERS} + 1), 'staff-user-' || (n % ${USERS} + 1),
             (ARRAY['RESOURCE_COMPLETED', 'LOGIN_SUCCEEDED', 'USER_ENROLLED', 'LEAGUE_UPDATED'])[n % 4 + 1],
             '{"leagueId":"staff-league-' || (n % ${LEAGUES} + 1) || '"}', now() - n * interval '5 minutes'
      FROM generate_series(1, ${AUDITED}) n;
    RESET session_replication_role;`);
  return {
    grand: await openSession(database, 'staff-grand'),
    chief: await openSession(database, 'staff-chief'),
    head: await openSession(database, 'staff-head'),
  };
}

async function openSession({ db }: OpenDatabase, userId: string): Promise<string> {
  const token = createToken();
  await db.execute(sql`
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at)
    VALUES (${`session-${userId}`}, ${userId}, ${hashToken(createToken())}, now() + interval '1 day')`);
  await db.execute(sql`
    INSERT INTO access_tokens (token_hash, session_id, expires_at)
    VALUES (${hashToken(token)}, ${`session-${userId}`}, now() + interval '1 day')`);
  return token;
}
