import { asc, eq, inArray, sql } from 'drizzle-orm';
import { allocateOlid } from '../accounts/olid.ts';
import { recountActivity } from '../analytics/activity-counts.ts';
import { hashPassword } from '../auth/passwords.ts';
import { DEMO_PASSWORD } from '../auth/published-passwords.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { pathfinderScopes, users } from '../db/schema/accounts.ts';
import { resources, sections, weeks } from '../db/schema/curriculum.ts';
import { enrollments, learnerStats, progressEvents } from '../db/schema/learning.ts';
import { rebuildCounters } from '../learning/recount.ts';
import type { Config } from '../process/env.ts';
import { createId } from '../process/secrets.ts';
import { StartError } from '../process/start-error.ts';
import { DEMO_ACCOUNTS, DEMO_LEARNERS, type DemoAccount } from './accounts.ts';
import { type DemoCurriculum, insertCurriculum } from './curriculum.ts';
import { insertDemoRanks } from './ranks.ts';

/** Any fixed number; the process that holds it loads the demo data, others wait. */
const LOCK_KEY = 7_305_004;

/** Why the demo data was not loaded and what to do; the database is as it was. */
class DemoRefused extends StartError {}

type Settings = Pick<Config, 'NODE_ENV' | 'TIME_ZONE'>;

/**
 * Fills a database without accounts with the demo curriculum, accounts and progress, all or nothing, whether or not the
 * product has already run on it. Answers false where the demo accounts are there and nothing was changed. Throws
 * DemoRefused in production, on a database that holds other accounts, and when something fails.
 */
export async function seedDemo(db: Database, { NODE_ENV, TIME_ZONE }: Settings): Promise<boolean> {
  if (NODE_ENV === 'production') throw new DemoRefused('Demo data is refused when NODE_ENV=production.');
  if (!(await isWanted(db))) return false;
  const accounts = [...DEMO_ACCOUNTS, ...DEMO_LEARNERS];
  const hashes = await Promise.all(accounts.map(() => hashPassword(DEMO_PASSWORD)));
  try {
    return await inTransaction(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`);
      if (!(await isWanted(tx))) return false;
      const curriculum = await insertCurriculum(tx);
      const library = await readLibrary(tx, curriculum);
      for (const [index, account] of accounts.entries()) {
        await insertAccount(tx, curriculum, library, account, hashes[index] ?? '', index);
      }
      await rebuildCounters(tx);
      await insertDemoRanks(tx, TIME_ZONE);
      await recountActivity(tx);
      await tx.execute(sql`analyze`);
      return true;
    });
  } catch (error) {
    throw error instanceof DemoRefused ? error : toRefusal(error);
  }
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
    `The demo data was not loaded (${reason}); the database is as it was. Name an empty one in DATABASE_URL or DATA_DIR and try again.`,
  );
}

/** The resource and section ids of each league, in reading order. */
type Library = Map<string, { resourceId: string; sectionId: string }[]>;

async function readLibrary(tx: Database, curriculum: DemoCurriculum): Promise<Library> {
  const library: Library = new Map();
  for (const [name, league] of curriculum) {
    const rows = await tx
      .select({ resourceId: resources.id, sectionId: sections.id })
      .from(resources)
      .innerJoin(sections, eq(sections.id, resources.sectionId))
      .innerJoin(weeks, eq(weeks.id, sections.weekId))
      .where(eq(weeks.leagueId, league.id))
      .orderBy(asc(weeks.order), asc(sections.order), asc(resources.order));
    library.set(name, rows);
  }
  return library;
}

const DAY_MS = 86_400_000;
const DEPARTMENTS = [
  'Computer Science and Engineering',
  'Electrical Engineering',
  'Mathematics and Computing',
];

async function insertAccount(
  tx: Database,
  curriculum: DemoCurriculum,
  library: Library,
  account: DemoAccount,
  passwordHash: string,
  index: number,
): Promise<void> {
  const id = createId();
  const now = Date.now();
  const joinedAt = new Date(now - (95 - index) * DAY_MS);
  const isApproved = account.status !== 'PENDING';
  await tx.insert(users).values({
    id,
    email: account.email,
    name: account.name,
    role: account.role,
    status: account.status,
    passwordHash,
    emailVerifiedAt: account.isVerified ? joinedAt : null,
    migratedToV2At: account.isMigrated ? joinedAt : null,
    olid: account.isMigrated ? await allocateOlid(tx) : null,
    institute: account.isMigrated ? 'Sample Institute of Technology' : null,
    department: account.isMigrated ? (DEPARTMENTS[index % DEPARTMENTS.length] ?? null) : null,
    graduationYear: account.isMigrated ? 2026 + (index % 4) : null,
    studentId: account.isMigrated ? `SIT${String(10_400 + index)}` : null,
    phoneNumber: account.isMigrated ? `98${String(10_000_000 + index * 7919)}` : null,
    currentCohortId: curriculum.get('ML')?.cohortId ?? null,
    approvedAt: isApproved ? joinedAt : null,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  });
  const isRanked = account.status === 'ACTIVE' && (account.role === 'PIONEER' || account.role === 'LUMINARY');
  await tx.insert(learnerStats).values({ userId: id, isRanked });
  for (const name of account.scopes) {
    const league = curriculum.get(name);
    if (!league) continue;
    await tx.insert(pathfinderScopes).values({
      id: createId(),
      pathfinderId: id,
      leagueId: league.id,
      canManageUsers: true,
      canViewAnalytics: true,
      canCreateContent: true,
    });
  }
  for (const [name, share] of Object.entries(account.progress)) {
    await insertProgress(tx, { id, index, joinedAt }, curriculum.get(name), library.get(name) ?? [], share);
  }
}

async function insertProgress(
  tx: Database,
  learner: { id: string; index: number; joinedAt: Date },
  league: { id: string; cohortId: string } | undefined,
  items: Library extends Map<string, infer Items> ? Items : never,
  share: number,
): Promise<void> {
  if (!league) return;
  await tx.insert(enrollments).values({
    id: createId(),
    userId: learner.id,
    cohortId: league.cohortId,
    leagueId: league.id,
    enrolledAt: new Date(learner.joinedAt.getTime() + DAY_MS / 2),
  });
  const done = items.slice(0, Math.round(items.length * share));
  if (done.length === 0) return;
  // Spread from the day after joining to a few hours ago, at an hour of the learner's own.
  const from = learner.joinedAt.getTime() + DAY_MS;
  const until = Date.now() - (1 + ((learner.index * 5) % 60)) * 3_600_000;
  const step = Math.max(0, until - from) / done.length;
  await tx.insert(progressEvents).values(
    done.map((item, position) => ({
      userId: learner.id,
      resourceId: item.resourceId,
      sectionId: item.sectionId,
      leagueId: league.id,
      kind: 'COMPLETED',
      timeSpentSeconds: null,
      occurredAt: new Date(from + step * (position + 1)),
    })),
  );
}

/** Fills the database on its first run; does nothing later. True when it did. */
export async function seedDemoOnce(db: Database, settings: Settings): Promise<boolean> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1);
  return settings.NODE_ENV !== 'production' && !someone && (await seedDemo(db, settings));
}
