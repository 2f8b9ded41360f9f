import { eq, sql } from 'drizzle-orm';
import type { Elysia } from 'elysia';
import { RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { getResetStatus, RESET_ERRORS, resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { recordAudit } from '../audit/record.ts';
import { requireUnbreachedPassword } from '../auth/breached-passwords.ts';
import { hashPassword, requireUncommonPassword } from '../auth/passwords.ts';
import { findReachableUser } from '../auth/service.ts';
import { endSessions } from '../auth/sessions.ts';
import { inTransaction } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { Reply } from '../http/reply.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { ApiRouter, Deps } from '../http/router.ts';
import { createDeliveryStatus } from '../mail/delivery-status.ts';
import { toPasswordChangedMessage } from '../mail/messages/password-changed.ts';
import { toPasswordResetMessage } from '../mail/messages/password-reset.ts';
import { queueMail } from '../mail/outbox.ts';
import { toMailTransport } from '../mail/transport.ts';
import { type CodeCheck, checkCode, issueCode, readPendingCode, returnAttempt, useCode } from './codes.ts';
import { limitCheck, limitSend } from './limits.ts';

const KIND = 'PASSWORD_RESET';

/** Password reset (docs/api.md 1.2). Every reply is the same whether or not the address has an account. */
export function passwordResetRoutes(router: ApiRouter): Elysia {
  const app = router.feature('password-reset');
  const { deps } = router;
  const deliveryStatus = createDeliveryStatus(deps.db);
  router.servePublic(app, sendResetOtp, ({ body, requestInfo }) =>
    sendResetCode(deps, body.email, requestInfo),
  );
  router.servePublic(app, verifyResetOtp, ({ body, requestInfo }) =>
    verifyResetCode(deps, body, requestInfo),
  );
  router.servePublic(app, resetPassword, ({ body, requestInfo }) => setNewPassword(deps, body, requestInfo));
  router.servePublic(app, getResetStatus, async ({ query }) => {
    const { isPending, createdAt, expiresAt } = await readPendingCode(deps.db, KIND, query.email);
    const mail = isPending ? await deliveryStatus.of(query.email) : null;
    return { hasPendingOTP: isPending, createdAt, expiresAt, mail, transport: toMailTransport(deps.config) };
  });
  return app;
}

async function sendResetCode(deps: Deps, email: string, requestInfo: RequestInfo): Promise<Reply> {
  const issued = await inTransaction(deps.db, async (tx) => {
    const user = await findReachableUser(tx, email);
    const result = await issueCode(tx, deps.secret, {
      kind: KIND,
      email,
      userId: user?.id ?? null,
      resendSeconds: RESET_RESEND_SECONDS,
    });
    if (!result.issued) return result;
    await limitSend({ ...deps, db: tx }, KIND, email, requestInfo);
    if (user) {
      await queueMail(
        { ...deps, db: tx },
        {
          kind: KIND,
          userId: user.id,
          to: user.email,
          message: toPasswordResetMessage({ name: user.name, email: user.email, code: result.code }),
        },
      );
    }
    await recordAudit(tx, {
      actorId: null,
      targetUserId: user?.id ?? null,
      action: 'PASSWORD_RESET_REQUESTED',
      requestInfo,
    });
    return result;
  });
  if (!issued.issued) {
    throw new ApiError(RESET_ERRORS.RESET_WAIT, {
      values: { seconds: issued.secondsLeft },
      retryAfter: issued.secondsLeft,
    });
  }
  return new Reply({
    message: 'If an account with that email exists, a password reset code has been sent.',
    data: { expiresAt: issued.expiresAt },
  });
}

async function verifyResetCode(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
  requestInfo: RequestInfo,
) {
  await limitCheck(deps, requestInfo);
  const check = await checkCode(deps.db, deps.secret, { kind: KIND, email, code: otp });
  const { expiresAt } = requireRight(check);
  await returnAttempt(deps.db, KIND, email);
  return new Reply({ message: 'OTP verified successfully', data: { expiresAt } });
}

interface NewPassword {
  email: string;
  otp: string;
  newPassword: string;
}

/**
 * Sets the password, ends every session, verifies the address and sends a notice, all or nothing
 * (docs/security.md P13). A refused password uses up no attempt.
 */
async function setNewPassword(
  deps: Deps,
  { email, otp, newPassword }: NewPassword,
  requestInfo: RequestInfo,
): Promise<Reply> {
  requireUncommonPassword(newPassword, { name: '', email });
  await limitCheck(deps, requestInfo);
  const check = requireRight(await checkCode(deps.db, deps.secret, { kind: KIND, email, code: otp }));
  await requireOwnersPassword(deps, email, newPassword);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.db, async (tx) => {
    const isFirst = await useCode(tx, deps.secret, { kind: KIND, email, code: otp });
    const user = isFirst ? await findReachableUser(tx, email) : null;
    if (!user || user.id !== check.userId) throw new ApiError(RESET_ERRORS.RESET_OTP_EXPIRED);
    await tx
      .update(users)
      .set({
        passwordHash,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, user.id));
    await endSessions(tx, user.id);
    await queueMail(
      { ...deps, db: tx },
      {
        kind: 'PASSWORD_CHANGED',
        userId: user.id,
        to: user.email,
        message: toPasswordChangedMessage({ name: user.name }),
      },
    );
    await recordAudit(tx, {
      actorId: user.id,
      targetUserId: user.id,
      action: 'PASSWORD_RESET_COMPLETED',
      requestInfo,
    });
  });
  return new Reply({ message: 'Password reset successfully. You can now sign in with your new password.' });
}

/** Refuses the owner's own name and what is known from a breach, now that the code has shown who asks; the attempt is given back. */
async function requireOwnersPassword(deps: Deps, email: string, newPassword: string): Promise<void> {
  const { db } = deps;
  const owner = await findReachableUser(db, email);
  if (!owner) return;
  try {
    requireUncommonPassword(newPassword, owner);
    await requireUnbreachedPassword(deps, newPassword);
  } catch (error) {
    await returnAttempt(db, KIND, email);
    throw error;
  }
}

function requireRight(check: CodeCheck): Extract<CodeCheck, { outcome: 'right' }> {
  if (check.outcome === 'right') return check;
  if (check.outcome === 'wrong') {
    const { attemptsRemaining } = check;
    throw new ApiError(RESET_ERRORS.RESET_OTP_WRONG, { extras: { data: { attemptsRemaining } } });
  }
  throw new ApiError(
    check.outcome === 'spent' ? RESET_ERRORS.RESET_OTP_SPENT : RESET_ERRORS.RESET_OTP_EXPIRED,
  );
}
