import { eq, sql } from 'drizzle-orm';
import { ADMIN_USER_ERRORS, type SettableStatus, type UserState } from '#contract/admin-users.ts';
import type { Call } from '#contract/call.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inSelfLockingTransaction } from '../../platform/db/client.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { toAccountApprovedMessage } from '../../platform/mail/messages/account-approved.ts';
import { toAccountRestoredMessage } from '../../platform/mail/messages/account-restored.ts';
import { toAccountSuspendedMessage } from '../../platform/mail/messages/account-suspended.ts';
import { toRoleChangedMessage } from '../../platform/mail/messages/role-changed.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { endSessions } from '../auth/sessions.ts';
import { lockWithActor, stateColumns, toState } from '../lock.ts';
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
  await queueMail({ db: tx, secret }, 'ACCOUNT_APPROVED', target, toAccountApprovedMessage(target));
  await recordAudit(tx, {
    actorId: actor.id,
    targetUserId: userId,
    action: 'USER_APPROVED',
    description: `${target.name} was approved`,
    metadata: {
      status: change(target.status, 'ACTIVE'),
      role: change(target.role, role ?? target.role),
      ...lost,
    },
    requestInfo,
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
    const message = toRoleChangedMessage({ name: target.name, role });
    await queueMail({ db: tx, secret }, 'ROLE_CHANGED', target, message);
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: userId,
      action: 'USER_ROLE_CHANGED',
      description: `${target.name} became ${role}`,
      metadata: {
        role: change(target.role, role),
        ...lost,
      },
      requestInfo,
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
    const message = toAccountSuspendedMessage({ name: target.name, quote });
    await queueMail({ db: tx, secret }, 'ACCOUNT_SUSPENDED', target, message);
  } else await queueMail({ db: tx, secret }, 'ACCOUNT_RESTORED', target, toAccountRestoredMessage(target));
  await recordAudit(tx, {
    actorId: actor.id,
    targetUserId: userId,
    action: 'USER_STATUS_CHANGED',
    description: `${target.name} became ${status}`,
    metadata: { status: change(target.status, status), ...(reason ? { reason } : {}) },
    requestInfo,
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
export async function lockTarget(
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
