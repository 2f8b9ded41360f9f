import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import type { DataOf } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS, type listEnrollments as listEnrollmentsCall } from '#contract/learning.ts';
import type { Page } from '#contract/shared.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { isExpired, toScopeFilter } from '../platform/access/league-scope.ts';
import { recordBy } from '../platform/audit/record.ts';
import { type Database, isoOf, toIso } from '../platform/db/client.ts';
import { findPage } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { enrollments, leagueProgress } from '../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { ActorAndRequest, RequestInfo } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';
import { leagueCounts, toProgressSums } from './dashboard.ts';

export interface EnrollInput {
  cohortId?: unknown;
  leagueId?: unknown;
  userId?: unknown;
}

interface Named {
  id: string;
  name: string;
}

// Sent by clients that know no cohort (docs/api.md 1.6).
const DEFAULT_COHORT = 'default';

/** Runs before field validation. `enrollUser` refuses a PENDING account with 400 (docs/api.md 1.6). */
export function requireEnroller(actor: Actor, body: EnrollInput): void {
  if (isForOther(actor, body)) {
    if (!decideAccess(actor, 'staff').allowed) throw new ApiError(LEARNING_ERRORS.ENROLL_OTHERS_REFUSED);
    return;
  }
  if (actor.status === 'ACTIVE' && !actor.emailVerified) throw new ApiError(ERRORS.EMAIL_UNVERIFIED);
}

/**
 * Accepts any active cohort, not only the league's or the learner's (docs/api.md Q5). Throws the refusals of
 * docs/api.md 1.6, LEAGUE_EXPIRED and COHORT_FULL.
 */
export async function enrollUser(db: Database, actor: Actor, body: EnrollInput, requestInfo: RequestInfo) {
  const keys = readIds(body);
  const userId = isForOther(actor, body) ? String(body.userId) : actor.id;
  const accounts = userId === actor.id ? [] : [actor.id, userId];
  const enroll = (tx: Database) => enrollIn(tx, { actor, requestInfo }, { ...keys, userId });
  return runIdempotent(db, actor.id, requestInfo, enroll, { accounts });
}

/** Needs locks on both accounts. */
export async function enrollIn(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  { userId, cohortId, leagueId }: { userId: string; cohortId: string; leagueId: string },
) {
  if (userId !== actor.id) await requireScope(tx, actor, leagueId, 'canManageUsers');
  const user = await lockUser(tx, userId);
  const cohort = await lockCohort(tx, cohortId, user.currentCohortId);
  const league = await lockLeague(tx, leagueId);
  if (!cohort) throw new ApiError(LEARNING_ERRORS.COHORT_NOT_FOUND);
  if (!league) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
  if (!cohort.isActive) throw new ApiError(LEARNING_ERRORS.ENROLL_COHORT_INACTIVE);
  if (user.status !== 'ACTIVE') throw new ApiError(LEARNING_ERRORS.ENROLL_USER_INACTIVE);
  if (userId === actor.id && !user.emailVerifiedAt) throw new ApiError(ERRORS.EMAIL_UNVERIFIED);
  if (league.isExpired) throw new ApiError(LEARNING_ERRORS.LEAGUE_EXPIRED);
  await requirePlace(tx, cohort, userId, leagueId);
  const enrolled = await insertEnrollment(tx, { userId, cohortId: cohort.id, leagueId });
  await recordBy(tx, { actor, requestInfo }, 'USER_ENROLLED', {
    targetUserId: userId,
    description: league.name,
    metadata: { cohortId: cohort.id, leagueId },
  });
  return { enrollment: { ...enrolled, league: named(league), cohort: named(cohort) } };
}

/** Needs locks on both accounts. Keeps progress, hidden until the next enrollment; throws LEAGUE_NOT_ENROLLED. */
export async function unenrollIn(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  { userId, cohortId, leagueId }: { userId: string; cohortId: string; leagueId: string },
): Promise<void> {
  await requireScope(tx, actor, leagueId, 'canManageUsers');
  const [ended] = await tx
    .delete(enrollments)
    .where(
      and(
        eq(enrollments.userId, userId),
        eq(enrollments.cohortId, cohortId),
        eq(enrollments.leagueId, leagueId),
      ),
    )
    .returning({ enrolledAt: enrollments.enrolledAt });
  if (!ended) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
  const [league] = await tx.select({ name: leagues.name }).from(leagues).where(eq(leagues.id, leagueId));
  await recordBy(tx, { actor, requestInfo }, 'USER_UNENROLLED', {
    targetUserId: userId,
    description: league?.name ?? '',
    metadata: { cohortId, leagueId, enrolledAt: toIso(ended.enrolledAt) },
  });
}

function isForOther(actor: Actor, { userId }: EnrollInput): boolean {
  return userId !== undefined && userId !== null && userId !== '' && userId !== actor.id;
}

function readIds({ cohortId, leagueId, userId }: EnrollInput): { cohortId: string; leagueId: string } {
  const isId = (value: unknown): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= 128 && !value.includes('\0');
  const details = Object.entries({ cohortId, leagueId }).flatMap(([field, value]) =>
    isId(value) ? [] : [`${field} is required`],
  );
  if (userId && !isId(userId)) details.push('userId is invalid');
  if (!isId(cohortId) || !isId(leagueId) || details.length > 0) {
    throw new ApiError(LEARNING_ERRORS.ENROLL_FIELDS_MISSING, { extras: { details } });
  }
  return { cohortId, leagueId };
}

async function lockUser(tx: Database, userId: string) {
  const { status, emailVerifiedAt, currentCohortId } = users;
  const [user] = await tx
    .select({ status, emailVerifiedAt, currentCohortId })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
  if (!user) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
  return user;
}

type FoundCohort = typeof cohorts.$inferSelect;

// 'default' is the learner's current cohort, else the newest active one. Locks a limited cohort FOR UPDATE.
async function lockCohort(
  tx: Database,
  cohortId: string,
  currentCohortId: string | null,
): Promise<FoundCohort | null> {
  const isCurrent = sql`(${cohorts.id} = ${currentCohortId}) desc nulls last`;
  const [cohort] = await tx
    .select()
    .from(cohorts)
    .where(cohortId === DEFAULT_COHORT ? eq(cohorts.isActive, true) : eq(cohorts.id, cohortId))
    .orderBy(isCurrent, desc(cohorts.createdAt), desc(cohorts.id))
    .limit(1);
  if (!cohort) return null;
  const isLimited = cohort.maxEnrollments !== null;
  const [locked] = await tx
    .select()
    .from(cohorts)
    .where(eq(cohorts.id, cohort.id))
    .for(isLimited ? 'update' : 'share');
  if (!isLimited && locked && locked.maxEnrollments !== null) throw new CohortLimited();
  return locked ?? null;
}

// Somebody set a limit during the wait, and a shared lock would let two transactions count the same places. Code 40001
// makes `inTransaction` start over.
class CohortLimited extends Error {
  readonly code = '40001';
}

async function lockLeague(tx: Database, leagueId: string) {
  const [league] = await tx
    .select({ id: leagues.id, name: leagues.name, isExpired })
    .from(leagues)
    .where(eq(leagues.id, leagueId))
    .for('share');
  return league ?? null;
}

// ALREADY_ENROLLED comes before COHORT_FULL.
async function requirePlace(tx: Database, cohort: FoundCohort, userId: string, leagueId: string) {
  if (cohort.maxEnrollments === null) return;
  const inCohort = eq(enrollments.cohortId, cohort.id);
  const isOwn = and(inCohort, eq(enrollments.userId, userId), eq(enrollments.leagueId, leagueId));
  if ((await tx.$count(enrollments, isOwn)) > 0) throw new ApiError(LEARNING_ERRORS.ALREADY_ENROLLED);
  const taken = await tx.$count(enrollments, inCohort);
  if (taken >= cohort.maxEnrollments) throw new ApiError(LEARNING_ERRORS.COHORT_FULL);
}

async function insertEnrollment(tx: Database, keys: { userId: string; cohortId: string; leagueId: string }) {
  const id = createId();
  const enrolledAt = isoOf(enrollments.enrolledAt);
  const insert = () =>
    tx
      .insert(enrollments)
      .values({ id, ...keys })
      .returning({ enrolledAt });
  const [row] = await refuseDuplicate(
    'enrollments_user_cohort_league_key',
    LEARNING_ERRORS.ALREADY_ENROLLED,
    insert,
  );
  const { userId, leagueId } = keys;
  await tx.insert(leagueProgress).values({ userId, leagueId }).onConflictDoNothing();
  return { id, ...keys, enrolledAt: row?.enrolledAt ?? '' };
}

function named({ id, name }: Named): Named {
  return { id, name };
}

interface EnrollmentFilter {
  cohortId?: string | undefined;
  leagueId?: string | undefined;
  userId?: string | undefined;
}

const newestFirst = [desc(enrollments.enrolledAt), desc(enrollments.id)];

/** Contains only leagues whose learners the caller may see. */
export async function listEnrollments(
  db: Database,
  actor: Actor,
  filter: EnrollmentFilter,
  page: Page,
): Promise<DataOf<typeof listEnrollmentsCall>> {
  const { ids, pagination } = await findPage(db, enrollments, {
    where: and(
      await toScopeFilter(db, actor, enrollments.leagueId, ['canManageUsers', 'canViewAnalytics']),
      filter.leagueId ? eq(enrollments.leagueId, filter.leagueId) : undefined,
      filter.cohortId ? eq(enrollments.cohortId, filter.cohortId) : undefined,
      filter.userId ? eq(enrollments.userId, filter.userId) : undefined,
    ),
    order: newestFirst,
    page,
  });
  const rows = await selectRows(db, ids);
  return {
    enrollments: rows.map((row) => ({ ...row, progress: toProgressSums(row.progress) })),
    pagination,
  };
}

function selectRows(db: Database, ids: readonly string[]) {
  return db
    .select({
      id: enrollments.id,
      enrolledAt: isoOf(enrollments.enrolledAt),
      updatedAt: isoOf(enrollments.updatedAt),
      user: { id: users.id, name: users.name, email: users.email },
      cohort: { id: cohorts.id, name: cohorts.name },
      league: { id: leagues.id, name: leagues.name },
      progress: leagueCounts,
    })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.userId))
    .innerJoin(cohorts, eq(cohorts.id, enrollments.cohortId))
    .innerJoin(leagues, eq(leagues.id, enrollments.leagueId))
    .leftJoin(
      leagueProgress,
      and(eq(leagueProgress.userId, enrollments.userId), eq(leagueProgress.leagueId, enrollments.leagueId)),
    )
    .where(inArray(enrollments.id, [...ids]))
    .orderBy(...newestFirst);
}
