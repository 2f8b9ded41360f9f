import { and, eq, sql } from 'drizzle-orm';
import { ADMIN_USER_ERRORS, type SettableStatus, type UserState } from '#contract/admin-users.ts';
import type { Call } from '#contract/call.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import { addNews } from '../../community/news/news.ts';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordBy } from '../../platform/audit/record.ts';
import { type Database, inSelfLockingTransaction } from '../../platform/db/client.ts';
import { oneTimeCodes, pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { endSessions } from '../auth/sessions.ts';
import { lockWithActor, stateColumns, toState } from '../lock.ts';
import { readPendingCode } from '../otp/codes.ts';
import { requireUserManager } from './managers.ts';

/**
 * Throws USER_NOT_FOUND, GRAND_ACCOUNT, USER_NOT_PENDING, and GRAND_REQUIRED for a role sent by anyone but a Grand
 * Pathfinder.
 */
export async function approveUser(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  by: ActorAndRequest,
  userId: string,
  role: Role | null | undefined,
): Promise<UserState> {
  return inSelfLockingTransaction(db, (tx) => approveIn({ db: tx, secret }, by, userId, role));
}

/** Locks the caller and the account (docs/decisions/0019). */
export async function approveIn(
  { db: tx, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  role?: Role | null,
  access: Call['access'] = 'chief',
): Promise<UserState> {
  const target = await lockTarget(tx, actor, userId, role ? 'grand' : access);
  if (target.id === actor.id) throw new ApiError(ADMIN_USER_ERRORS.OWN_APPROVAL);
  if (target.status !== 'PENDING') throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_PENDING);
  const [approved] = await tx
    .update(users)
    .set({
      status: 'ACTIVE',
      role: role ?? target.role,
      approvedAt: sql`now()`,
      approvedById: actor.id,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
    .returning(stateColumns);
  if (role) await followDemo(tx, actor, { userId, role });
  const lost = role ? await dropScopes(tx, userId, role) : {};
  await setRanked(tx, userId);
  await addNews(tx, 'ACCOUNT_APPROVED', [userId], {});
  await queueMail({ db: tx, secret }, 'ACCOUNT_APPROVED', target, target);
  await recordBy(tx, { actor, requestInfo }, 'USER_APPROVED', {
    targetUserId: userId,
    description: `${target.name} was approved`,
    metadata: {
      status: change(target.status, 'ACTIVE'),
      role: change(target.role, role ?? target.role),
      ...lost,
    },
  });
  return toState(approved ?? target);
}

// Staff appointed by a demo account count as demo accounts too (docs/security.md P48).
async function followDemo(
  tx: Database,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  if (!isAdmin(role)) return;
  await tx.execute(sql`insert into demo_accounts (user_id)
    select ${userId} where exists (select 1 from demo_accounts d where d.user_id = ${actor.id})
    on conflict do nothing`);
}

async function dropScopes(tx: Database, userId: string, role: Role): Promise<{ scopesRemoved?: string[] }> {
  if (hasScopes(role)) return {};
  const lost = await tx
    .delete(pathfinderScopes)
    .where(eq(pathfinderScopes.pathfinderId, userId))
    .returning({ leagueId: pathfinderScopes.leagueId });
  return lost.length > 0 ? { scopesRemoved: lost.map(({ leagueId }) => leagueId) } : {};
}

/**
 * A caller cannot target themselves, so one Grand Pathfinder always remains. Throws USER_NOT_FOUND, OWN_ROLE,
 * ROLE_OF_SUSPENDED, ROLE_OF_INACTIVE.
 */
export async function updateRole(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  role: Role,
): Promise<UserState> {
  return inSelfLockingTransaction(db, async (tx) => {
    const target = await lockTarget(tx, actor, userId, 'grand');
    if (target.id === actor.id) throw new ApiError(ADMIN_USER_ERRORS.OWN_ROLE);
    if (target.status === 'SUSPENDED') throw new ApiError(ADMIN_USER_ERRORS.ROLE_OF_SUSPENDED);
    if (target.status !== 'ACTIVE') throw new ApiError(ADMIN_USER_ERRORS.ROLE_OF_INACTIVE);
    if (target.role === role) return target;
    const [updated] = await tx
      .update(users)
      .set({ role, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
      .returning(stateColumns);
    await followDemo(tx, actor, { userId, role });
    const lost = await dropScopes(tx, userId, role);
    await setRanked(tx, userId);
    await queueMail({ db: tx, secret }, 'ROLE_CHANGED', target, { name: target.name, role });
    await recordBy(tx, { actor, requestInfo }, 'USER_ROLE_CHANGED', {
      targetUserId: userId,
      description: `${target.name} became ${role}`,
      metadata: {
        role: change(target.role, role),
        ...lost,
      },
    });
    return toState(updated ?? target);
  });
}

export interface StatusChange {
  status: SettableStatus;
  reason?: string | null | undefined;
}

/** Throws USER_NOT_FOUND, OWN_SUSPENSION, OWN_STATUS, USER_IS_PENDING. */
export async function updateStatus(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  by: ActorAndRequest,
  userId: string,
  change: StatusChange,
): Promise<UserState> {
  const { state } = await inSelfLockingTransaction(db, (tx) =>
    updateStatusIn({ db: tx, secret }, by, userId, change),
  );
  return state;
}

/** Locks like `approveIn`. */
export async function updateStatusIn(
  { db: tx, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  { status, reason }: StatusChange,
): Promise<{ state: UserState; isChanged: boolean }> {
  const target = await lockTarget(tx, actor, userId, 'grand');
  if (target.id === actor.id) {
    throw new ApiError(
      status === 'SUSPENDED' ? ADMIN_USER_ERRORS.OWN_SUSPENSION : ADMIN_USER_ERRORS.OWN_STATUS,
    );
  }
  if (target.status === 'PENDING') throw new ApiError(ADMIN_USER_ERRORS.USER_IS_PENDING);
  if (target.status === status) return { state: target, isChanged: false };
  const [updated] = await tx
    .update(users)
    // Reactivating a closed account cancels its deletion.
    .set({ status, closedAt: null, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning(stateColumns);
  if (status === 'SUSPENDED') await endSessions(tx, userId);
  await setRanked(tx, userId);
  if (status === 'SUSPENDED') {
    const quote = reason ? { from: actor.name, text: reason } : null;
    await queueMail({ db: tx, secret }, 'ACCOUNT_SUSPENDED', target, { name: target.name, quote });
  } else await queueMail({ db: tx, secret }, 'ACCOUNT_RESTORED', target, target);
  await recordBy(tx, { actor, requestInfo }, 'USER_STATUS_CHANGED', {
    targetUserId: userId,
    description: `${target.name} became ${status}`,
    metadata: { status: change(target.status, status), ...(reason ? { reason } : {}) },
  });
  return { state: toState(updated ?? target), isChanged: true };
}

export function hasScopes(role: string): boolean {
  return role === 'PATHFINDER' || role === 'CHIEF_PATHFINDER';
}

/**
 * Checks the caller's rights again under the lock. Throws USER_NOT_FOUND, and GRAND_ACCOUNT when only a Grand
 * Pathfinder may change the target.
 */
async function lockTarget(
  tx: Database,
  actor: Actor,
  userId: string,
  access: Call['access'],
): Promise<UserState> {
  const { self, other } = await lockWithActor(tx, actor, userId, access);
  if (access !== 'grand') await requireUserManager(tx, self);
  if (!other) throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_FOUND);
  if (other.role === 'GRAND_PATHFINDER' && self.role !== other.role) {
    throw new ApiError(ADMIN_USER_ERRORS.GRAND_ACCOUNT);
  }
  return other;
}

function change(from: string, to: string): { from: string; to: string } {
  return { from, to };
}

/** Mails the reason to the person. Returns the number of live sessions. Throws USER_NOT_FOUND, OWN_SESSIONS. */
export async function endUserSessions(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  reason: string,
): Promise<{ endedCount: number }> {
  return inSelfLockingTransaction(db, async (tx) => {
    const target = await lockTarget(tx, actor, userId, 'grand');
    if (target.id === actor.id) throw new ApiError(ADMIN_USER_ERRORS.OWN_SESSIONS);
    const endedCount = await endSessions(tx, userId);
    const facts = { name: target.name, by: actor.name, reason };
    await queueMail({ db: tx, secret }, 'SESSIONS_ENDED', target, facts);
    await recordBy(tx, { actor, requestInfo }, 'USER_SESSIONS_ENDED', {
      targetUserId: userId,
      description: `${target.name} was signed out everywhere`,
      metadata: { endedCount, reason },
    });
    return { endedCount };
  });
}

const KIND = 'EMAIL_VERIFICATION';

export async function getUserVerification(
  { db, secret }: Deps,
  userId: string,
): Promise<{ emailVerified: boolean; pendingOTP: boolean }> {
  const [user] = await db
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_FOUND);
  const pending = await readPendingCode(db, secret, KIND, user.email);
  return { emailVerified: user.emailVerifiedAt !== null, pendingOTP: pending.isPending };
}

/**
 * Voids a pending code and does not approve the account (docs/api.md 2). Throws USER_NOT_FOUND, GRAND_ACCOUNT,
 * OWN_VERIFICATION, USER_ALREADY_VERIFIED.
 */
export async function verifyUserEmail(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  reason: string | null | undefined,
): Promise<{ emailVerified: boolean }> {
  return inSelfLockingTransaction(db, async (tx) => {
    const target = await lockTarget(tx, actor, userId, 'chief');
    if (target.id === actor.id) throw new ApiError(ADMIN_USER_ERRORS.OWN_VERIFICATION);
    const [verified] = await tx
      .update(users)
      .set({ emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
      .where(sql`${users.id} = ${userId} and ${users.emailVerifiedAt} is null`)
      .returning({ id: users.id });
    if (!verified) throw new ApiError(ADMIN_USER_ERRORS.USER_ALREADY_VERIFIED);
    await tx
      .delete(oneTimeCodes)
      .where(and(eq(oneTimeCodes.kind, KIND), eq(oneTimeCodes.email, target.email)));
    await recordBy(tx, { actor, requestInfo }, 'USER_EMAIL_VERIFIED_BY_STAFF', {
      targetUserId: userId,
      description: `The address of ${target.name} was verified by hand`,
      metadata: { reason: reason ?? null },
    });
    return { emailVerified: true };
  });
}
