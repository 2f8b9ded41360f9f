import { and, desc, eq, sql } from 'drizzle-orm';
import { AUTH_ERRORS, type LoginBody, type SignupBody } from '#contract/auth.ts';
import { STAFF_SESSION_HOURS } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import type { User } from '#contract/users.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit, toAuditInsert } from '../../platform/audit/record.ts';
import { recordFailure } from '../../platform/audit/sign-in-failures.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import { requireTime } from '../../platform/db/deadline.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { takeLimit } from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import { createId, hashToken } from '../../platform/process/secrets.ts';
import { decideStart } from '../../platform/process/start-rules.ts';
import { allocateOlid } from '../olid.ts';
import { findUser } from '../presenter.ts';
import {
  type RememberedOrigin,
  rememberOrigin,
  toOrigin,
  toOriginUpsert,
  trimWhereNew,
} from './known-origins.ts';
import { notifyOfNewDevice } from './new-device.ts';
import { findAccount, tryPassword } from './password-attempt.ts';
import { hashPassword, needsRehash, requireUncommonPassword, verifyPassword } from './passwords.ts';
import { isPublishedPassword } from './published-passwords.ts';
import { isReservedAddress } from './report-links.ts';
import {
  addAccessToken,
  createSession,
  endSession,
  openSession,
  type SessionTokens,
  STAFF_IDLE_MINUTES,
} from './sessions.ts';
import { lockForSignIn, type SignInAccount, toSignInAccount } from './sign-in-account.ts';

type Count = (id: string) => Promise<void> | undefined;

export type SignedIn = SessionTokens & { user: User };

// Five hundred people may sign up behind one campus address within an hour (docs/security.md P20).
const SIGNUPS_PER_ADDRESS = { max: 700, windowSeconds: 3600 };

/**
 * The account is PENDING unless the newest active cohort approves automatically. Throws InputError for a common
 * password, EMAIL_TAKEN, or 429.
 */
export async function signUp(deps: Deps, body: SignupBody, requestInfo: RequestInfo): Promise<SignedIn> {
  const { db, config, secret } = deps;
  // Runs before the limit, so that a retry with a better password costs nothing.
  requireUncommonPassword(body.password, body);
  await takeLimit(
    db,
    { key: `signup:${limitKeyOf(requestInfo.address)}`, ...SIGNUPS_PER_ADDRESS },
    config.RATE_LIMIT_SCALE,
  );
  const passwordHash = await hashPassword(body.password);
  return inTransaction(db, async (tx) => {
    const cohort = await findDefaultCohort(tx);
    const id = createId();
    const isMigrated = Boolean(body.institute);
    const isActive = cohort?.autoApprove === true;
    const account = {
      id,
      email: body.email,
      name: body.name,
      passwordHash,
      status: isActive ? 'ACTIVE' : 'PENDING',
      approvedAt: isActive ? sql`now()` : null,
      currentCohortId: cohort?.id ?? null,
      institute: body.institute ?? null,
      department: body.department ?? null,
      graduationYear: body.graduationYear ?? null,
      phoneNumber: body.phoneNumber ?? null,
      studentId: body.studentId ?? null,
      discordUsername: body.discordUsername ?? null,
      portfolioUrl: body.portfolioUrl ?? null,
      migratedToV2At: isMigrated ? sql`now()` : null,
      olid: isMigrated ? await allocateOlid(tx) : null,
    };
    await refuseDuplicate('users_email_key', AUTH_ERRORS.EMAIL_TAKEN, () => tx.insert(users).values(account));
    if (await isReservedAddress(tx, body.email, id)) throw new ApiError(AUTH_ERRORS.EMAIL_TAKEN);
    await tx.insert(learnerStats).values({ userId: id, isRanked: isActive });
    await rememberOrigin(tx, secret, id, requestInfo);
    await recordOwnAudit(tx, id, 'USER_CREATED', requestInfo);
    const [tokens, user] = await Promise.all([
      openSession(tx, { id, role: 'PIONEER' }, requestInfo),
      findUser(tx, id),
    ]);
    if (!user) throw new ApiError(ERRORS.INTERNAL);
    return { ...tokens, user };
  });
}

export async function findDefaultCohort(db: Database): Promise<{ id: string; autoApprove: boolean } | null> {
  const [cohort] = await db
    .select({ id: cohorts.id, autoApprove: cohorts.autoApprove })
    .from(cohorts)
    .where(eq(cohorts.isActive, true))
    .orderBy(desc(cohorts.createdAt), cohorts.id)
    .limit(1);
  return cohort ?? null;
}

// Keeps hundreds of sign-ins from delaying other calls (docs/security.md F12).
const LOOK_UPS_AT_ONCE = 4;
const lookUpQueue = new SubjectQueue(LOOK_UPS_AT_ONCE);

function lookUp(deps: Deps, email: string, requestInfo: RequestInfo) {
  // The call's time limit has passed, so the caller already has an answer.
  requireTime();
  return findAccount(deps, sql`u.email = ${email}`, requestInfo);
}

/**
 * An unknown address takes the same time and words as a wrong password; only failures count (docs/security.md P11, P12,
 * P19).
 */
export async function logIn(
  deps: Deps,
  body: LoginBody,
  requestInfo: RequestInfo,
  countUser: Count,
): Promise<SignedIn> {
  const { db } = deps;
  const found = await lookUpQueue.take('', () => lookUp(deps, body.email, requestInfo));
  const failed = { actorId: null, targetUserId: found.id, requestInfo };
  const attempt = await tryPassword(
    deps,
    { ...found, email: body.email },
    body.password,
    requestInfo,
    () => recordFailure(db, { ...failed, action: 'LOGIN_LOCKED' }),
    () => isPasswordAllowedHere(deps, body.password, requestInfo),
  );
  if (found.id === null || !attempt.matches) {
    await recordFailure(db, { ...failed, action: attempt.refusal ? 'LOGIN_LOCKED' : 'LOGIN_FAILED' });
    throw attempt.refusal ?? new ApiError(AUTH_ERRORS.LOGIN_REFUSED);
  }
  requireOpenAccount(found);
  // After the password check, so that strangers cannot use up the owner's limit.
  await countUser(found.id);

  let provenHash = found.passwordHash;
  for (let attempt = 1; ; attempt++) {
    const result = await openSessionByPassword(
      deps,
      { id: found.id, provenHash },
      body.password,
      requestInfo,
    );
    if ('user' in result) return result;
    // Another request changed the hash meanwhile: compare again.
    const isRight = await verifyPassword(body.password, result.otherHash, 'proven');
    if (!isRight || attempt > RENEWALS_MAX) throw new ApiError(AUTH_ERRORS.LOGIN_REFUSED);
    provenHash = result.otherHash;
  }
}

// Two, because during an update processes of two versions may each renew once.
const RENEWALS_MAX = 2;

async function openSessionByPassword(
  deps: Deps,
  { id, provenHash }: { id: string; provenHash: string },
  password: string,
  requestInfo: RequestInfo,
): Promise<SignedIn | { otherHash: string }> {
  const renewed = needsRehash(provenHash) ? await hashPassword(password, 'proven') : null;
  // Two holders of a shared lock would deadlock on the renewal.
  const strength = renewed === null ? 'share' : 'no key update';
  return inTransaction(
    deps.db,
    async (tx, opened) => {
      const account = toSignInAccount(opened);
      if (!account) throw new ApiError(AUTH_ERRORS.LOGIN_REFUSED);
      if (account.passwordHash !== provenHash) return { otherHash: account.passwordHash };
      requireOpenAccount(account);
      if (renewed) await tx.update(users).set({ passwordHash: renewed }).where(eq(users.id, id));
      return openSignedInSession({ ...deps, db: tx }, account, requestInfo, 'password');
    },
    { opening: lockForSignIn(deps, id, requestInfo, strength) },
  );
}

/** `deps.db` must be the transaction that holds the account's lock. */
export async function openSignedInSession(
  deps: Deps,
  account: SignInAccount,
  requestInfo: RequestInfo,
  by: 'password' | 'passkey',
): Promise<SignedIn> {
  const { db: tx, secret } = deps;
  const { user } = account;
  await notifyOfNewDevice(deps, account, requestInfo, by);
  const session = createSession(user, requestInfo, { byPasskey: by === 'passkey' });
  const entry = toAuditInsert({
    actorId: user.id,
    targetUserId: user.id,
    action: 'LOGIN_SUCCEEDED',
    ...(by === 'passkey' ? { metadata: { by } } : {}),
    requestInfo,
  });
  const origins = await queryRows<RememberedOrigin>(
    tx,
    sql`
      with ${session.writes}, entry as (${entry}),
        origin as (${toOriginUpsert(user.id, toOrigin(secret, requestInfo))})
      select is_new from origin`,
  );
  await trimWhereNew(tx, user.id, origins);
  return { ...session.tokens, user };
}

export function requireOpenAccount({ status, closedAt }: { status: string; closedAt: unknown }): void {
  if (status !== 'SUSPENDED') return;
  throw new ApiError(closedAt ? AUTH_ERRORS.LOGIN_CLOSED : AUTH_ERRORS.LOGIN_SUSPENDED);
}

// The published password works only on an unexposed installation, and remotely only with DEMO_DATA=true.
function isPasswordAllowedHere({ config, log }: Deps, password: string, requestInfo: RequestInfo): boolean {
  if (!isPublishedPassword(password)) return true;
  const isDemo =
    decideStart(config).exposingSettings.length === 0 && (requestInfo.isLocal || config.DEMO_DATA === true);
  if (!isDemo) log.warn('published_password_refused', { requestId: requestInfo.requestId });
  return isDemo;
}

/**
 * Keeps the refresh token, so that several tabs may refresh at once (docs/security.md P15). Throws REFRESH_REFUSED,
 * REFRESH_USER_REFUSED or REFRESH_CLOSED.
 */
export async function refreshAccess(
  { db }: Deps,
  refreshToken: string,
  countSession: Count,
): Promise<{ accessToken: string }> {
  const [session] = await queryRows<{ id: string; status: string; is_closed: boolean; is_live: boolean }>(
    db,
    sql`
      select s.id, u.status, u.closed_at is not null as is_closed,
        s.revoked_at is null and s.expires_at > now()
        and (u.role not in ('PATHFINDER','CHIEF_PATHFINDER','GRAND_PATHFINDER')
             or s.created_at > now() - ${STAFF_SESSION_HOURS} * interval '1 hour'
             and s.last_used_at > now() - ${STAFF_IDLE_MINUTES} * interval '1 minute') as is_live
      from sessions s join users u on u.id = s.user_id
      where s.refresh_token_hash = ${hashToken(refreshToken)}`,
  );
  if (!session) throw new ApiError(AUTH_ERRORS.REFRESH_REFUSED);
  if (session.status === 'SUSPENDED') {
    throw new ApiError(session.is_closed ? AUTH_ERRORS.REFRESH_CLOSED : AUTH_ERRORS.REFRESH_USER_REFUSED);
  }
  if (!session.is_live) throw new ApiError(AUTH_ERRORS.REFRESH_REFUSED);
  await countSession(session.id);
  await db.execute(sql`update sessions set last_used_at = now() where id = ${session.id}`);
  return { accessToken: await addAccessToken(db, session.id) };
}

export async function logOut({ db }: Deps, actor: Actor, requestInfo: RequestInfo): Promise<void> {
  await inTransaction(db, async (tx) => {
    await endSession(tx, actor.sessionId);
    await recordOwnAudit(tx, actor.id, 'LOGGED_OUT', requestInfo);
  });
}

export async function findReachableUser(
  db: Database,
  email: string,
): Promise<{ id: string; name: string; email: string } | null> {
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.email, email), sql`${users.status} <> 'SUSPENDED'`));
  return user ?? null;
}
