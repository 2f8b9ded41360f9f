import { asc, eq, sql } from 'drizzle-orm';
import { hashPassword } from '../../auth/passwords.ts';
import { rebuildCounters } from '../../learning/recount.ts';
import { createId } from '../../secrets.ts';
import { allocateOlid } from '../../users/olid.ts';
import { type Database, inTransaction } from '../client.ts';
import { pathfinderScopes, users } from '../schema/accounts.ts';
import { resources, sections, weeks } from '../schema/curriculum.ts';
import { enrollments, learnerStats, progressEvents } from '../schema/learning.ts';
import { DEMO_ACCOUNTS, DEMO_LEARNERS, DEMO_PASSWORD, type DemoAccount } from './accounts.ts';
import { type DemoCurriculum, insertCurriculum } from './curriculum.ts';
import { insertDemoRanks } from './ranks.ts';

/** Demo data belongs on an empty database that is not a production one. */
export class DemoRefused extends Error {}

/** True when no account exists yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).limit(1);
  return row === undefined;
}

/**
 * Fills an empty database with the demo curriculum, accounts and progress, all or nothing. Throws DemoRefused in
 * production and on a database that holds accounts.
 */
export async function seedDemo(db: Database, environment: string): Promise<void> {
  if (environment === 'production') throw new DemoRefused('Demo data is refused when NODE_ENV=production.');
  if (!(await isEmpty(db)))
    throw new DemoRefused('Demo data is refused: the database already holds accounts.');
  const accounts = [...DEMO_ACCOUNTS, ...DEMO_LEARNERS];
  const hashes = await Promise.all(accounts.map(() => hashPassword(DEMO_PASSWORD)));
  await inTransaction(db, async (tx) => {
    const curriculum = await insertCurriculum(tx);
    const library = await readLibrary(tx, curriculum);
    for (const [index, account] of accounts.entries()) {
      await insertAccount(tx, curriculum, library, account, hashes[index] ?? '', index);
    }
    await rebuildCounters(tx);
    await insertDemoRanks(tx);
  });
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
export async function seedDemoOnce(db: Database, environment: string): Promise<boolean> {
  if (environment === 'production' || !(await isEmpty(db))) return false;
  await seedDemo(db, environment);
  await db.execute(sql`analyze`);
  return true;
}
