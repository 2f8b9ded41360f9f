import { and, eq, sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { recordAudit } from '../platform/audit/record.ts';
import { type Database, queryRows, toIso } from '../platform/db/client.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { isUniqueViolation } from '../platform/errors/sql-state.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { By, RequestInfo } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';

export interface EnrollInput {
  cohortId?: unknown;
  leagueId?: unknown;
  userId?: unknown;
}

interface Named {
  id: string;
  name: string;
}

/** The cohort a learner is put in when a client knows none (docs/api.md 1.6, LEAGUES-14). */
const DEFAULT_COHORT = 'default';

/**
 * Refuses who may not enroll at all, before any word about the fields: learners with an unverified address, and for
 * other people everyone but active staff. A PENDING account is told so by `enrollUser`, as a 400 (docs/api.md 1.6).
 */
export function requireEnroller(actor: Actor, body: EnrollInput): void {
  if (isForOther(actor, body)) {
    if (!decideAccess(actor, 'staff').allowed) throw new ApiError(LEARNING_ERRORS.ENROLL_OTHERS_REFUSED);
    return;
  }
  if (actor.status === 'ACTIVE' && !actor.emailVerified) throw new ApiError(ERRORS.EMAIL_UNVERIFIED);
}

/**
 * Enrolls the caller, or for staff with Manage Users on the league another learner. The learner's own cohort counts
 * no more than the league's: any active cohort will do (docs/api.md Q5).
 * Throws the refusals of docs/api.md 1.6, LEAGUE_EXPIRED and COHORT_FULL.
 */
export async function enrollUser(db: Database, actor: Actor, body: EnrollInput, requestInfo: RequestInfo) {
  const keys = readIds(body);
  const userId = isForOther(actor, body) ? String(body.userId) : actor.id;
  const accounts = userId === actor.id ? [] : [actor.id, userId];
  const enroll = (tx: Database) => enrollIn(tx, { actor, requestInfo }, { ...keys, userId });
  return runIdempotent(db, actor.id, requestInfo, enroll, { accounts });
}

/** The same inside a transaction that locked both accounts; what it throws undoes it, or its savepoint. */
export async function enrollIn(
  tx: Database,
  { actor, requestInfo }: By,
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
  if (userId === actor.id && !user.emailVerified) throw new ApiError(ERRORS.EMAIL_UNVERIFIED);
  if (league.isExpired) throw new ApiError(LEARNING_ERRORS.LEAGUE_EXPIRED);
  await requirePlace(tx, cohort, userId, leagueId);
  const enrolled = await insertEnrollment(tx, { userId, cohortId: cohort.id, leagueId });
  await recordAudit(tx, {
    actorId: actor.id,
    targetUserId: userId,
    action: 'USER_ENROLLED',
    description: league.name,
    metadata: { cohortId: cohort.id, leagueId },
    requestInfo,
  });
  return { enrollment: { ...enrolled, league: named(league), cohort: named(cohort) } };
}

/**
 * Takes an enrollment back, inside a transaction that locked both accounts. Records of progress do not hang on it: they
 * stay, out of sight, until the person is enrolled again. Throws LEAGUE_NOT_ENROLLED.
 */
export async function unenrollIn(
  tx: Database,
  { actor, requestInfo }: By,
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
  await recordAudit(tx, {
    actorId: actor.id,
    targetUserId: userId,
    action: 'USER_UNENROLLED',
    description: league?.name ?? '',
    metadata: { cohortId, leagueId, enrolledAt: toIso(ended.enrolledAt) },
    requestInfo,
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
  const [user] = await queryRows<{ status: string; emailVerified: boolean; currentCohortId: string | null }>(
    tx,
    sql`select status, email_verified_at is not null as "emailVerified", current_cohort_id as "currentCohortId"
      from users where id = ${userId} for share`,
  );
  if (!user) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
  return user;
}

interface FoundCohort extends Named {
  isActive: boolean;
  maxEnrollments: number | null;
}

/** 'default' stands for the learner's current cohort, else the newest active one. A limited cohort is locked. */
async function lockCohort(
  tx: Database,
  cohortId: string,
  currentCohortId: string | null,
): Promise<FoundCohort | null> {
  const columns = sql`id, name, is_active as "isActive", max_enrollments as "maxEnrollments"`;
  const [cohort] = await queryRows<FoundCohort>(
    tx,
    cohortId === DEFAULT_COHORT
      ? sql`select ${columns} from cohorts where is_active
          order by (id = ${currentCohortId}) desc nulls last, created_at desc, id desc limit 1`
      : sql`select ${columns} from cohorts where id = ${cohortId}`,
  );
  if (!cohort) return null;
  const lock = cohort.maxEnrollments === null ? sql`for share` : sql`for update`;
  const [locked] = await queryRows<FoundCohort>(
    tx,
    sql`select ${columns} from cohorts where id = ${cohort.id} ${lock}`,
  );
  if (cohort.maxEnrollments === null && locked && locked.maxEnrollments !== null) throw new CohortLimited();
  return locked ?? null;
}

/**
 * A limit was set while the cohort was waited for: others hold it as well, and would count the same places. `inTransaction`
 * takes it for a serialization failure and begins again, with the lock of a limited cohort.
 */
class CohortLimited extends Error {
  readonly code = '40001';
}

async function lockLeague(tx: Database, leagueId: string) {
  const [league] = await queryRows<Named & { isExpired: boolean }>(
    tx,
    sql`select id, name, expires_at is not null and expires_at <= now() as "isExpired"
      from leagues where id = ${leagueId} for share`,
  );
  return league ?? null;
}

/** Whoever is enrolled already hears that instead: the last place is no concern of theirs. */
async function requirePlace(tx: Database, cohort: FoundCohort, userId: string, leagueId: string) {
  if (cohort.maxEnrollments === null) return;
  const [counted] = await queryRows<{ taken: number | string; isEnrolled: boolean }>(
    tx,
    sql`select count(*) as taken,
        coalesce(bool_or(user_id = ${userId} and league_id = ${leagueId}), false) as "isEnrolled"
      from enrollments where cohort_id = ${cohort.id}`,
  );
  if (counted?.isEnrolled) throw new ApiError(LEARNING_ERRORS.ALREADY_ENROLLED);
  if (Number(counted?.taken ?? 0) >= cohort.maxEnrollments) throw new ApiError(LEARNING_ERRORS.COHORT_FULL);
}

async function insertEnrollment(tx: Database, keys: { userId: string; cohortId: string; leagueId: string }) {
  const id = createId();
  const [row] = await queryRows<{ enrolledAt: string | Date }>(
    tx,
    sql`insert into enrollments (id, user_id, cohort_id, league_id)
      values (${id}, ${keys.userId}, ${keys.cohortId}, ${keys.leagueId})
      returning enrolled_at as "enrolledAt"`,
  ).catch((error) => {
    if (!isUniqueViolation(error, 'enrollments_user_cohort_league_key')) throw error;
    throw new ApiError(LEARNING_ERRORS.ALREADY_ENROLLED);
  });
  await tx.execute(sql`
    insert into league_progress (user_id, league_id) values (${keys.userId}, ${keys.leagueId})
    on conflict do nothing`);
  return { id, ...keys, enrolledAt: toIso((row as { enrolledAt: string | Date }).enrolledAt) };
}

function named({ id, name }: Named): Named {
  return { id, name };
}
