import { inArray, sql } from 'drizzle-orm';
import { hashPassword } from '../auth/passwords.ts';
import { DEMO_PASSWORD } from '../auth/published-passwords.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { rebuildCounters } from '../learning/recount.ts';
import type { Config } from '../process/env.ts';
import type { SecretKey } from '../process/secrets.ts';
import { StartError } from '../process/start-error.ts';
import { toSiteOrigin } from '../share/links.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { insertAuditLog } from './audit-log.ts';
import { insertAwards } from './awards.ts';
import { insertCurriculum } from './curriculum.ts';
import { insertHistory, insertTopicNotes, planHistory, readLibrary } from './history.ts';
import { insertMail } from './mail.ts';
import { insertPeople } from './people.ts';
import { insertWeekRanks } from './ranks.ts';
import { insertRevision } from './revision.ts';
import { insertSubmissions } from './submissions.ts';

/** Any fixed number; the process that holds it loads the demo data, others wait. */
const LOCK_KEY = 7_305_004;

/** Why the demo data was not loaded and what to do; the database is as it was. */
class DemoRefused extends StartError {}

type Settings = Pick<Config, 'NODE_ENV' | 'TIME_ZONE' | 'PUBLIC_SITE_URL' | 'PORT'>;
type Sealing = Pick<SecretKey, 'seal'>;

/**
 * Fills a database without accounts with the demo curriculum, accounts and progress, all or nothing, whether or not the
 * product has already run on it. Answers false where the demo accounts are there and nothing was changed. Throws
 * DemoRefused in production, on a database that holds other accounts, and when something fails.
 */
export async function seedDemo(db: Database, settings: Settings, secret: Sealing): Promise<boolean> {
  const { NODE_ENV, TIME_ZONE } = settings;
  if (NODE_ENV === 'production') throw new DemoRefused('Demo data is refused when NODE_ENV=production.');
  if (!(await isWanted(db))) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  try {
    return await inTransaction(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
      if (!(await isWanted(tx))) return false;
      const origin = toSiteOrigin(settings);
      await insertDemo(tx, { TIME_ZONE, origin, secret, passwordHash, now: Date.now() });
      await tx.execute(sql`analyze`);
      return true;
    });
  } catch (error) {
    throw error instanceof DemoRefused ? error : toRefusal(error);
  }
}

async function insertDemo(
  tx: Database,
  {
    TIME_ZONE,
    origin,
    secret,
    passwordHash,
    now,
  }: Pick<Settings, 'TIME_ZONE'> & { origin: string; secret: Sealing; passwordHash: string; now: number },
): Promise<void> {
  const curriculum = await insertCurriculum(tx);
  const people = await insertPeople(tx, curriculum, { passwordHash, now });
  const events = planHistory(people, await readLibrary(tx, curriculum), { now, timeZone: TIME_ZONE });
  await insertHistory(tx, events);
  const submissions = await insertSubmissions(tx, people, curriculum, now);
  await rebuildCounters(tx);
  await insertTopicNotes(tx, people, events);
  await insertRevision(tx, now);
  const { earned: awards, decisions } = await insertAwards(tx, people, { now, origin });
  await insertMail(tx, secret, { people, submissions, awards, decisions, now });
  await insertAuditLog(tx, { people, curriculum, events, submissions, awards, decisions, now });
  await insertWeekRanks(tx, TIME_ZONE);
}

/** True without any account, false where the demo accounts are there. Throws DemoRefused on others. */
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

/** Fills the database on its first run; does nothing later. True when it did. */
export async function seedDemoOnce(db: Database, settings: Settings, secret: Sealing): Promise<boolean> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  return settings.NODE_ENV !== 'production' && !someone && (await seedDemo(db, settings, secret));
}
