import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit.ts';
import type { Actor } from '../auth/actor.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import { hashPassword, isSamePassword, requireUncommonPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.ts';
import { type ChangePasswordBody, OWN_ACCOUNT_ERRORS } from '../contract/own-account.ts';
import { PASSWORD_RULES } from '../contract/password-rules.ts';
import { inTransaction } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { Caller, Deps } from '../endpoint.ts';
import { ApiError, InputError } from '../errors.ts';
import { toPasswordChangedMessage } from '../mail/messages/password-changed.ts';
import { queueMail } from '../mail/outbox.ts';
import { forgetCodes } from '../otp/codes.ts';
import { lockOwnAccount } from './lock.ts';

/**
 * Changes the own password: every other session and every pending reset code ends, and a notice is mailed, all or
 * nothing (ASVS 7.4.3). Throws InputError with every broken rule, PASSWORD_WRONG, PASSWORD_UNCHANGED or 429.
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: ChangePasswordBody,
  caller: Caller,
): Promise<void> {
  const faults = PASSWORD_RULES.filter((rule) => !rule.holds(newPassword)).map((rule) => rule.text);
  if (faults.length > 0) throw new InputError(faults);
  requireUncommonPassword(newPassword, actor);
  const provenHash = await proveOwnPassword(deps, actor, currentPassword, caller);
  if (isSamePassword(newPassword, currentPassword)) {
    throw new ApiError(OWN_ACCOUNT_ERRORS.PASSWORD_UNCHANGED);
  }
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.db, async (tx) => {
    const { name, email } = await lockOwnAccount(tx, actor, provenHash);
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, actor.id));
    await endSessions(tx, actor.id, actor.sessionId);
    await forgetCodes(tx, 'PASSWORD_RESET', email);
    await queueMail(
      { ...deps, db: tx },
      {
        kind: 'PASSWORD_CHANGED',
        userId: actor.id,
        to: email,
        message: toPasswordChangedMessage({ name, signedOut: 'elsewhere' }),
      },
    );
    await recordAudit(tx, { actorId: actor.id, targetUserId: actor.id, action: 'PASSWORD_CHANGED', caller });
  });
}
