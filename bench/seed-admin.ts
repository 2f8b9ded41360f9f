import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#api/db/client.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { seedScale } from '#api/demo/seed-scale.ts';
import { parseEnv } from '#api/process/env.ts';
import { createToken, hashToken } from '#api/process/secrets.ts';
import type { Tokens } from './browser.ts';
import type { Settings } from './target.ts';

/** 20,000 people, 200 leagues, 50,000 resources. */
export const ADMIN_SCALE = { learners: 20_000, leagues: 200, weeks: 5, sections: 5, resources: 10 };
const SUBMISSIONS_OF_A_LEAGUE = 250;
const AUDIT_ENTRIES = 50_000;

/** Fills a database as a large programme would after some years, and signs a Grand Pathfinder in. */
export async function seedAdmin(settings: Settings): Promise<Tokens> {
  const config = parseEnv(settings);
  const database = await openDatabase(config);
  try {
    await migrateDatabase(database);
    await seedScale(database.db, ADMIN_SCALE, { timeZone: config.TIME_ZONE });
    await database.runScript(furnish());
    return await signIn(database);
  } finally {
    await database.close();
  }
}

function furnish(): string {
  return `
    INSERT INTO users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at)
      VALUES ('bench-grand', 'bench-grand@example.test', 'none', 'Bench Grand', 'GRAND_PATHFINDER', 'ACTIVE', now(), now());
    INSERT INTO learner_stats (user_id, is_ranked) VALUES ('bench-grand', false) ON CONFLICT DO NOTHING;
    INSERT INTO assignments (id, league_id, title, description)
      SELECT 'bench-task-' || l, 'scale-league-' || l, 'Build it ' || l, 'What was learned, put to use.'
      FROM generate_series(1, ${ADMIN_SCALE.leagues}) l;
    INSERT INTO submissions (id, assignment_id, user_id, status, content, submitted_at)
      SELECT concat_ws('-', 'bench-answer', l, n), 'bench-task-' || l,
             'scale-user-' || ((l * 97 + n * 79) % ${ADMIN_SCALE.learners} + 1),
             CASE WHEN n % 5 = 0 THEN 'SUBMITTED' WHEN n % 7 = 0 THEN 'NEEDS_REVISION' ELSE 'APPROVED' END,
             'The answer, in some words', now() - n * interval '1 hour'
      FROM generate_series(1, ${ADMIN_SCALE.leagues}) l, generate_series(1, ${SUBMISSIONS_OF_A_LEAGUE}) n
      ON CONFLICT DO NOTHING;
    INSERT INTO submission_attempts (id, submission_id, number, status, content, submitted_at)
      SELECT 'attempt-' || id, id, 1, status, content, submitted_at FROM submissions;
    INSERT INTO badges (id, league_id, name, description)
      SELECT 'bench-badge-' || l, 'scale-league-' || l, 'Badge of league ' || l, 'Finished every topic of it.'
      FROM generate_series(1, ${ADMIN_SCALE.leagues}) l
      ON CONFLICT DO NOTHING;
    INSERT INTO specializations (id, cohort_id, name)
      SELECT 'bench-path-' || s, 'scale-cohort', 'Path ' || s FROM generate_series(1, 40) s;
    INSERT INTO specialization_leagues (id, specialization_id, league_id, "order")
      SELECT concat_ws('-', 'bench-step', s, n), 'bench-path-' || s, 'scale-league-' || ((s * 5 + n) % 200 + 1), n
      FROM generate_series(1, 40) s, generate_series(1, 5) n;
    INSERT INTO audit_log (actor_id, target_user_id, action, description, created_at)
      SELECT 'bench-grand', 'scale-user-' || (n % ${ADMIN_SCALE.learners} + 1), 'USER_APPROVED',
             'Somebody was approved', now() - n * interval '1 minute'
      FROM generate_series(1, ${AUDIT_ENTRIES}) n;
    ANALYZE;`;
}

async function signIn({ db }: OpenDatabase): Promise<Tokens> {
  const tokens = { accessToken: createToken(), refreshToken: createToken() };
  await db.execute(sql`
    INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at)
    VALUES ('bench-session', 'bench-grand', ${hashToken(tokens.refreshToken)}, now() + interval '1 day')`);
  await db.execute(sql`
    INSERT INTO access_tokens (token_hash, session_id, expires_at)
    VALUES (${hashToken(tokens.accessToken)}, 'bench-session', now() + interval '1 day')`);
  return tokens;
}
