import { inArray, sql } from 'drizzle-orm';
import { hashPassword } from '../accounts/auth/passwords.ts';
import { DEMO_PASSWORD } from '../accounts/auth/published-passwords.ts';
import { ORDER, sortedBy } from '../leaderboard/order.ts';
import { mondayIn } from '../leaderboard/week-ranks.ts';
import { recountLearners, recountWeeks } from '../learning/learner-counters.ts';
import { rebuildCounters } from '../learning/recount.ts';
import { rotateKey } from '../people/credentials/keys.ts';
import { ADVISORY_LOCKS, type Database, inTransaction } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { sessions, users } from '../platform/db/schema/accounts.ts';
import { studyBreaks } from '../platform/db/schema/learning.ts';
import { sweepMail } from '../platform/mail/outbox.ts';
import type { Config } from '../platform/process/env.ts';
import { createId, type SecretKey } from '../platform/process/secrets.ts';
import { StartError } from '../platform/process/start-error.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { insertCurriculum } from './curriculum.ts';
import { EXAMS, insertHistory, planHistory, readLibrary } from './history.ts';
import { insertPeople } from './people.ts';
import { insertRevision } from './revision.ts';
import { runStory } from './story.ts';

class DemoRefused extends StartError {}

/**
 * Loads the demo into a database without accounts, in one transaction. Returns false when it is already loaded; throws
 * DemoRefused in production, with other accounts, or on failure.
 */
export async function seedDemo(db: Database, config: Config, secret: SecretKey): Promise<boolean> {
  if (config.NODE_ENV === 'production')
    throw new DemoRefused('Demo data is refused when NODE_ENV=production.');
  if (!(await isWanted(db))) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  try {
    return await inTransaction(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`);
      if (!(await isWanted(tx))) return false;
      await insertDemo(tx, { config, secret, passwordHash, now: Date.now() });
      await tx.execute(sql`analyze`);
      await raiseCurriculumVersion(tx);
      return true;
    });
  } catch (error) {
    throw error instanceof DemoRefused ? error : toRefusal(error);
  }
}

async function insertDemo(
  tx: Database,
  settings: { config: Config; secret: SecretKey; passwordHash: string; now: number },
): Promise<void> {
  const { config, now } = settings;
  const curriculum = await insertCurriculum(tx);
  const people = await insertPeople(tx, curriculum, settings);
  const library = await readLibrary(tx, curriculum);
  const events = planHistory(people, library, { now, timeZone: config.TIME_ZONE });
  await insertHistory(
    tx,
    events.filter(({ isRunByStory }) => !isRunByStory),
  );
  await rebuildCounters(tx, config.TIME_ZONE);
  await runStory({ ...settings, tx, curriculum, library, people, events });
  // Ticks of the story can be older than inserted ones, so totals are recomputed.
  const everyone = sql`select user_id from learner_stats`;
  await tx.execute(recountLearners(everyone));
  await tx.execute(recountWeeks(everyone, config.TIME_ZONE));
  await insertRevision(tx, now);
  const daysAgo = (days: number) => sql`(now() at time zone ${config.TIME_ZONE})::date - ${days}::int`;
  await tx.insert(studyBreaks).values({
    id: createId(),
    name: EXAMS.name,
    startsOn: daysAgo(EXAMS.fromDaysAgo),
    endsOn: daysAgo(EXAMS.untilDaysAgo),
  });
  await insertWeekRanks(tx, config.TIME_ZONE);
  await rotateKey(tx, settings.secret);
  await sweepMail(tx);
  await tx.delete(sessions);
}

// Returns false when the demo is loaded. Throws DemoRefused on other accounts.
async function isWanted(db: Database): Promise<boolean> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  if (!someone) return true;
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  if ((await db.$count(users, inArray(users.email, emails))) === emails.length) return false;
  throw new DemoRefused(
    'Demo data is refused: the database already holds accounts. Name an empty one in DATABASE_URL or DATA_DIR.',
  );
}

function toRefusal(error: unknown): DemoRefused {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DemoRefused(
    `The demo data was not loaded (${reason}); the database is as it was. Try again; where it fails the same way, name an empty one in DATABASE_URL or DATA_DIR.`,
  );
}

export async function seedDemoOnce(db: Database, config: Config, secret: SecretKey): Promise<boolean> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  return config.NODE_ENV !== 'production' && !someone && (await seedDemo(db, config, secret));
}

/**
 * Records the ranks of last Monday from the demo records, so that the board shows movement. Replaces the empty snapshot
 * of a server that already ran.
 */
async function insertWeekRanks(tx: Database, timeZone: string): Promise<void> {
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
