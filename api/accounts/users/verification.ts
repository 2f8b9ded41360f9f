import { and, eq, sql } from 'drizzle-orm';
import { ADMIN_USER_ERRORS } from '#contract/admin-users.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inSelfLockingTransaction } from '../../platform/db/client.ts';
import { oneTimeCodes, users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { readPendingCode } from '../otp/codes.ts';
import { lockTarget } from './service.ts';

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
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: userId,
      action: 'USER_EMAIL_VERIFIED_BY_STAFF',
      description: `The address of ${target.name} was verified by hand`,
      metadata: { reason: reason ?? null },
      requestInfo,
    });
    return { emailVerified: true };
  });
}
