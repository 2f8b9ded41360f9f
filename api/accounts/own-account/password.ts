import { eq, sql } from 'drizzle-orm';
import { type ChangePasswordBody, OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { forgetOrigins, rememberOrigin } from '../auth/known-origins.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import { notifyOfNewPassword } from '../auth/password-notice.ts';
import { hashPassword, isSamePassword, requireUncommonPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.ts';
import { forgetResetCode } from '../otp/codes.ts';
import { inProvenTransaction, lockOwnAccount } from './lock.ts';

/**
 * Also ends every other session and pending reset code (ASVS 7.4.3). Throws InputError, PASSWORD_WRONG,
 * PASSWORD_UNCHANGED or 429.
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: ChangePasswordBody,
  requestInfo: RequestInfo,
): Promise<void> {
  requireUncommonPassword(newPassword, actor);
  const hash = await proveOwnPassword(deps, actor, currentPassword, requestInfo);
  if (isSamePassword(newPassword, currentPassword)) {
    throw new ApiError(OWN_ACCOUNT_ERRORS.PASSWORD_UNCHANGED);
  }
  const passwordHash = await hashPassword(newPassword);
  await inProvenTransaction(deps.db, actor, { password: currentPassword, hash }, async (tx, provenHash) => {
    const own = await lockOwnAccount(tx, actor, provenHash);
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, actor.id));
    await endSessions(tx, actor.id, actor.sessionId);
    await forgetResetCode(tx, deps.secret, own.email);
    await forgetOrigins(tx, actor.id);
    await rememberOrigin(tx, deps.secret, actor.id, requestInfo);
    await notifyOfNewPassword({ ...deps, db: tx }, { ...own, id: actor.id }, actor.sessionId);
    await recordOwnAudit(tx, actor.id, 'PASSWORD_CHANGED', requestInfo);
  });
}
