import { sql } from 'drizzle-orm';
import { hashPassword } from '#api/accounts/auth/passwords.ts';
import { rebuildCounters } from '#api/learning/recount.ts';
import { inTransaction, type OpenDatabase } from '#api/platform/db/client.ts';
import { createToken, hashToken } from '#api/platform/process/secrets.ts';

export const BENCH_LEAGUE = 'bench-league-1';
export const BENCH_SECTION = 'section-1-1-1';
export const BENCH_PASSWORD = 'Seventeen-quiet-lanterns';

// Only this many learners have records and events; the others have sums only.
const ACTIVE_MAX = 20_000;
const SESSIONS_MAX = 2000;
const STAFF = 'bench-staff';
const LEAGUES = 3;
const WEEKS = 4;
const SECTIONS = 4;
const RESOURCES = 10;
const PER_WEEK = SECTIONS * RESOURCES;
const PER_LEAGUE = WEEKS * PER_WEEK;

export const toEmail = (n: number) => `bench-${n}@bench.test`;

export interface Seeded {
  tokens: string[];
  staffToken: string;
}

/** All leagues, section by section. Learners have records in week 1 only. */
export function toResources(weeks: readonly number[]): string[] {
  return weeks.flatMap((week) =>
    range(1, LEAGUES).flatMap((league) =>
      range(1, SECTIONS).flatMap((section) =>
        range(1, RESOURCES).map((resource) => ['resource', league, week, section, resource].join('-')),
      ),
    ),
  );
}

/**
 * Adds three leagues of 160 resources. The first 20,000 learners get 120 records with events; the product's own
 * counting makes their sums, so that `npm run ops -- verify` finds no difference.
 */
export async function seedLearners(
  database: OpenDatabase,
  learners: number,
  timeZone: string,
): Promise<Seeded> {
  const active = Math.min(learners, ACTIVE_MAX);
  const passwordHash = await hashPassword(BENCH_PASSWORD);
  await database.runScript(`
    INSERT INTO cohorts (id, name) VALUES ('bench-cohort', 'Bench cohort');
    INSERT INTO leagues (id, cohort_id, name)
      SELECT 'bench-league-' || l, 'bench-cohort', 'Bench league ' || l FROM generate_series(1, ${LEAGUES}) l;
    INSERT INTO weeks (id, league_id, name, "order")
      SELECT concat_ws('-', 'week', l, w), 'bench-league-' || l, 'Week ' || w, w
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w;
    INSERT INTO sections (id, week_id, name, "order")
      SELECT concat_ws('-', 'section', l, w, s), concat_ws('-', 'week', l, w), 'Section ' || s, s
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s;
    INSERT INTO resources (id, section_id, title, url, type, "order")
      SELECT concat_ws('-', 'resource', l, w, s, r), concat_ws('-', 'section', l, w, s), 'Resource ' || r,
             'https://learning.example/' || concat_ws('-', l, w, s, r), 'ARTICLE', r
      FROM generate_series(1, ${LEAGUES}) l, generate_series(1, ${WEEKS}) w, generate_series(1, ${SECTIONS}) s,
           generate_series(1, ${RESOURCES}) r;
    INSERT INTO badges (id, league_id, name)
      SELECT 'badge-' || l, 'bench-league-' || l, 'Badge ' || l FROM generate_series(1, ${LEAGUES}) l;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at,
                       current_cohort_id, approved_at)
      SELECT 'bench-user-' || n, 'bench-' || n || '@bench.test', '${passwordHash}', 'Learner ' || n, 'PIONEER',
             'ACTIVE', now(), now(), 'bench-cohort', now()
      FROM generate_series(1, ${learners}) n;
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at)
      VALUES ('${STAFF}', 'staff@bench.test', '${passwordHash}', 'Staff', 'GRAND_PATHFINDER', 'ACTIVE', now(), now());
    INSERT INTO enrollments (id, user_id, cohort_id, league_id)
      SELECT 'bench-enrollment-' || n || '-' || l, 'bench-user-' || n, 'bench-cohort', 'bench-league-' || l
      FROM generate_series(1, ${learners}) n, generate_series(1, ${LEAGUES}) l;
    INSERT INTO progress_events (user_id, resource_id, section_id, league_id, kind, personal_note, occurred_at)
      SELECT 'bench-user-' || n, concat_ws('-', 'resource', l, 1, s, r), concat_ws('-', 'section', l, 1, s),
             'bench-league-' || l, kind, CASE WHEN kind = 'NOTED' THEN 'What I learned here' END,
             now() - interval '1 hour' * (r + s) - interval '1 second' * n
      FROM generate_series(1, ${active}) n, generate_series(1, ${LEAGUES}) l, generate_series(1, ${SECTIONS}) s,
           generate_series(1, ${RESOURCES}) r,
           LATERAL (SELECT CASE WHEN (n * 7919 + l * 40 + s * 10 + r) % 120 < (n * 7919) % 121
                           THEN 'COMPLETED' ELSE 'NOTED' END AS kind) what;
  `);
  await inTransaction(database.db, (tx) => rebuildCounters(tx, timeZone));
  await database.runScript(`
    ${onlySums(active, learners)}
    ANALYZE`);
  const signedIn = range(1, Math.min(active, SESSIONS_MAX)).map((n) => `bench-user-${n}`);
  const [staffToken = '', ...tokens] = await addSessions(database, [STAFF, ...signedIn]);
  return { tokens, staffToken };
}

function onlySums(active: number, learners: number): string {
  const done = `((n::bigint * 7919) % ${LEAGUES * PER_LEAGUE + 1})`;
  return `
    INSERT INTO league_progress (user_id, league_id, completed_resources)
      SELECT 'bench-user-' || n, 'bench-league-' || l, ${done} / ${LEAGUES}
      FROM generate_series(${active + 1}, ${learners}) n, generate_series(1, ${LEAGUES}) l;
    INSERT INTO learner_stats (user_id, completed_resources, last_completed_at, last_completed_resource_id, is_ranked)
      SELECT 'bench-user-' || n, ${done}, now() - n * interval '1 second', 'resource-1-1-1-1', true
      FROM generate_series(${active + 1}, ${learners}) n
      ON CONFLICT (user_id) DO UPDATE SET completed_resources = excluded.completed_resources,
        last_completed_at = excluded.last_completed_at, is_ranked = true,
        last_completed_resource_id = excluded.last_completed_resource_id;`;
}

async function addSessions(database: OpenDatabase, userIds: readonly string[]): Promise<string[]> {
  const people = userIds.map((userId) => ({ userId, sessionId: `session-${userId}`, token: createToken() }));
  for (let from = 0; from < people.length; from += 500) {
    const batch = people.slice(from, from + 500);
    const sessionRows = batch.map(
      ({ userId, sessionId }) =>
        sql`(${sessionId}, ${userId}, ${hashToken(createToken())}, now() + interval '1 day')`,
    );
    const tokenRows = batch.map(
      ({ sessionId, token }) => sql`(${hashToken(token)}, ${sessionId}, now() + interval '1 day')`,
    );
    await database.db.execute(sql`
      INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at) VALUES ${sql.join(sessionRows, sql`, `)}`);
    await database.db.execute(sql`
      INSERT INTO access_tokens (token_hash, session_id, expires_at) VALUES ${sql.join(tokenRows, sql`, `)}`);
  }
  return people.map(({ token }) => token);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
