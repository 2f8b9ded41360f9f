import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { FORMER_STAFF_DAYS } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import { isAdmin } from '#contract/roles.ts';
import { setRanked } from '../../leaderboard/set-ranked.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { oneTimeCodes, users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, mentorSessions } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import { endSessions } from '../auth/sessions.ts';
import { forgetCodes, forgetResetCode } from '../otp/codes.ts';
import { inProvenTransaction, type LockedAccount, lockOwnAccount } from './lock.ts';

/** A staff account is closed and erased after a hold (docs/product.md 2). Throws PASSWORD_WRONG, LAST_GRAND or 429. */
export async function deleteOwnAccount(
  deps: Deps,
  actor: Actor,
  password: string,
  requestInfo: RequestInfo,
): Promise<{ isHeld: boolean }> {
  const hash = await proveOwnPassword(deps, actor, password, requestInfo);
  return inProvenTransaction(
    deps.db,
    actor,
    { password, hash },
    async (tx, provenHash) => {
      const own = await lockForErasure(tx, actor, provenHash);
      if (isAdmin(own.role) || (await wasRecentlyStaff(tx, actor.id))) {
        await closeAccount({ ...deps, db: tx }, { id: actor.id, ...own }, requestInfo);
        return { isHeld: true };
      }
      const { name, email, role, status } = own;
      await recordOwnAudit(tx, actor.id, 'USER_DELETED', requestInfo, {
        role,
        status: { from: status, to: 'DELETED' },
      });
      await eraseAccount(tx, { id: actor.id, email });
      await forgetResetCode(tx, deps.secret, email);
      await queueMail({ ...deps, db: tx }, 'ACCOUNT_DELETED', { id: null, email }, { name });
      return { isHeld: false };
    },
    { locksActor: true },
  );
}

/** Lock the account first. */
export async function eraseAccount(
  tx: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
  // An address that was never proven may be somebody else's.
  const proven = tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.mailboxProvenAt)));
  await tx.delete(eventRegistrations).where(inArray(eventRegistrations.guestEmail, proven));
  await tx.update(mentorSessions).set({ question: null }).where(eq(mentorSessions.learnerId, id));
  // Cascades to the account's events, which a trigger otherwise protects.
  await tx.delete(users).where(eq(users.id, id));
  // After the account: its deletion waits for concurrent writes, so their codes are visible now.
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.email, email));
  await tx.execute(sql`select blank_audit_log(${id})`);
}

// Locks every Grand Pathfinder by id, so that two who leave at once do not leave none.
async function lockForErasure(tx: Database, actor: Actor, provenHash: string) {
  if (actor.role === 'GRAND_PATHFINDER') {
    await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, 'GRAND_PATHFINDER'))
      .orderBy(asc(users.id))
      .for('no key update');
  }
  const own = await lockOwnAccount(tx, actor, provenHash);
  if (own.role !== actor.role) throw new ApiError(ERRORS.CONFLICT);
  if (own.role === 'GRAND_PATHFINDER') {
    const [other] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'GRAND_PATHFINDER'), eq(users.status, 'ACTIVE'), ne(users.id, actor.id)))
      .limit(1);
    if (!other) throw new ApiError(OWN_ACCOUNT_ERRORS.LAST_GRAND);
  }
  // In the order of a review.
  await tx.execute(sql`select 1 from submissions where user_id = ${actor.id} for update`);
  await tx.execute(sql`select 1 from learner_stats where user_id = ${actor.id} for update`);
  return own;
}

/** Blanks entries that a password attempt wrote after the erasure; looks back one day. */
export async function sweepErased(db: Database): Promise<void> {
  await db.execute(sql`select blank_late_audit_entries()`);
}

/** Counts a role held within FORMER_STAFF_DAYS: a demoted pathfinder must not erase evidence. */
async function wasRecentlyStaff(tx: Database, id: string): Promise<boolean> {
  const [row] = await queryRows<{ was_staff: boolean }>(
    tx,
    sql`select exists (select 1 from audit_log where target_user_id = ${id} and action = 'USER_ROLE_CHANGED'
      and created_at > now() - ${FORMER_STAFF_DAYS} * interval '1 day'
      and evidence::json -> 'role' ->> 'from' in ('PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER')) as was_staff`,
  );
  return row?.was_staff === true;
}

/** `eraseClosedAccounts` erases it after the hold, unless a Grand Pathfinder reactivates it. Lock the account first. */
async function closeAccount(
  deps: Pick<Deps, 'db' | 'secret'>,
  { id, name, email, role, status }: LockedAccount & { id: string },
  requestInfo: RequestInfo,
): Promise<void> {
  const tx = deps.db;
  await tx
    .update(users)
    .set({ status: 'SUSPENDED', closedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, id));
  await endSessions(tx, id);
  await forgetCodes(tx, deps.secret, email);
  await setRanked(tx, id);
  await recordOwnAudit(tx, id, 'USER_CLOSED', requestInfo, {
    role,
    status: { from: status, to: 'SUSPENDED' },
  });
  await queueMail(deps, 'ACCOUNT_CLOSED', { id, email }, { name });
}
