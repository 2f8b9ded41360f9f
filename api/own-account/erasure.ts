import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { forgetActivity } from '../analytics/activity-counts.ts';
import { recordAudit } from '../audit.ts';
import type { Actor } from '../auth/actor.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import { ERRORS } from '../contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '../contract/own-account.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { oneTimeCodes, users } from '../db/schema/accounts.ts';
import { progressEvents } from '../db/schema/learning.ts';
import type { Caller, Deps } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { forgetRanks } from '../leaderboard/week-ranks.ts';
import { toAccountDeletedMessage } from '../mail/messages/account-deleted.ts';
import { queueMail } from '../mail/outbox.ts';
import { lockOwnAccount } from './lock.ts';

/**
 * Deletes the caller's account, all or nothing: the account, its sessions, codes, learning and messages go; reviews,
 * approvals and awards given to others stay without a name; the audit log keeps ids, actions and moments, and loses
 * words and addresses. The address may sign up again. One last message says so.
 * Throws PASSWORD_WRONG, LAST_GRAND or 429.
 */
export async function deleteOwnAccount(
  deps: Deps,
  actor: Actor,
  password: string,
  caller: Caller,
): Promise<void> {
  const provenHash = await proveOwnPassword(deps, actor, password, caller);
  await inTransaction(
    deps.db,
    async (tx) => {
      const { name, email } = await lockForErasure(tx, actor, provenHash);
      await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
      await recordAudit(tx, { actorId: actor.id, targetUserId: actor.id, action: 'USER_DELETED', caller });
      await forgetActivity(tx, actor.id);
      await forgetRanks(tx, actor.id);
      await tx.delete(progressEvents).where(eq(progressEvents.userId, actor.id));
      await tx.delete(users).where(eq(users.id, actor.id));
      // After the account, whose removal waits for whatever is being written about it: now all of that can be seen.
      await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.email, email));
      await blankAuditLog(tx, actor.id);
      await queueMail(
        { ...deps, db: tx },
        { kind: 'ACCOUNT_DELETED', userId: null, to: email, message: toAccountDeletedMessage({ name }) },
      );
    },
    { locksCaller: true },
  );
}

/**
 * Locks what deletion touches. Every GRAND is locked in the order of their ids before one of them goes, so that two who
 * leave at once do not leave the product without one.
 */
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
  await tx.execute(sql`select 1 from learner_stats where user_id = ${actor.id} for update`);
  return own;
}

/**
 * Takes what names or describes a person out of the audit log. Where they acted on others, the words are about the
 * others and stay; their own network address goes.
 */
async function blankAuditLog(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    update audit_log set
      description = case when target_user_id = ${userId} then null else description end,
      metadata = case when target_user_id = ${userId} then null else metadata end,
      ip_address = case when actor_id = ${userId} or actor_id is null then null else ip_address end
    where target_user_id = ${userId} or actor_id = ${userId}`);
}

/**
 * Blanks what was written about an account after it went: a try of its password that was still being compared. Looks at
 * the last day, so that a growing log costs nothing.
 */
export async function sweepErased(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
    await tx.execute(sql`
      update audit_log a set description = null, metadata = null,
        ip_address = case when a.actor_id is null or a.actor_id = a.target_user_id then null else a.ip_address end
      where a.created_at > now() - interval '1 day' and a.target_user_id is not null
        and (a.description is not null or a.metadata is not null
          or (a.ip_address is not null and (a.actor_id is null or a.actor_id = a.target_user_id)))
        and not exists (select 1 from users u where u.id = a.target_user_id)`);
  });
}
