import { VERIFICATION_RESEND_SECONDS } from '#contract/constants.ts';
import {
  getVerificationStatus,
  sendVerificationOtp,
  VERIFICATION_ERRORS,
  verifyEmailOtp,
} from '#contract/otp.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { ApiRouter, Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { endSessions } from '../auth/sessions.ts';
import { lockWithActor } from '../lock.ts';
import { checkCode, readPendingCode, refundGuessOnError, requireRightCode, useCode } from './codes.ts';
import { limitCheck } from './limits.ts';
import { proveMailbox } from './mailbox-proof.ts';
import { sendCode } from './send-code.ts';

const KIND = 'EMAIL_VERIFICATION';

export function emailVerificationRoutes(router: ApiRouter): void {
  const { deps } = router;
  router.serve(getVerificationStatus, ({ actor }) => readVerificationStatus(deps, actor));
  router.serve(sendVerificationOtp, ({ actor, requestInfo }) =>
    sendVerificationCode(deps, actor, requestInfo),
  );
  router.serve(verifyEmailOtp, ({ actor, body, requestInfo }) =>
    verifyEmail(deps, actor, body.otp, requestInfo),
  );
}

async function readVerificationStatus({ db, secret }: Deps, actor: Actor): Promise<Reply> {
  const pending = await readPendingCode(db, secret, KIND, actor.email);
  return new Reply({
    emailVerified: actor.emailVerified,
    data: {
      emailVerified: actor.emailVerified,
      email: maskEmail(actor.email),
      pendingOTP: pending.isPending,
      otpExpiresAt: pending.expiresAt,
      lastOTPSent: pending.createdAt,
    },
  });
}

async function sendVerificationCode(deps: Deps, actor: Actor, requestInfo: RequestInfo): Promise<Reply> {
  if (actor.emailVerified) throw new ApiError(VERIFICATION_ERRORS.ALREADY_VERIFIED);
  const { id: userId, email, name } = actor;
  const asked = { kind: KIND, email, userId, resendSeconds: VERIFICATION_RESEND_SECONDS } as const;
  await sendCode(deps, asked, {
    requestInfo,
    tooSoon: VERIFICATION_ERRORS.OTP_RECENTLY_SENT,
    queue: (inTx, { code }) => queueMail(inTx, KIND, actor, { name, code }),
  });
  return new Reply({ message: 'Verification code sent to your email', email: maskEmail(email) });
}

async function verifyEmail(deps: Deps, actor: Actor, otp: string, requestInfo: RequestInfo): Promise<Reply> {
  const { db, secret } = deps;
  if (actor.emailVerified) throw new ApiError(VERIFICATION_ERRORS.ALREADY_VERIFIED);
  await limitCheck(deps, requestInfo);
  const { OTP_INVALID } = VERIFICATION_ERRORS;
  const right = await requireRightCode(
    db,
    await checkCode(db, secret, { kind: KIND, email: actor.email, code: otp }),
    { actorId: actor.id, targetUserId: actor.id, kind: KIND, requestInfo },
    { wrong: OTP_INVALID, spent: OTP_INVALID, none: OTP_INVALID },
  );
  if (right.userId !== actor.id) throw new ApiError(OTP_INVALID);
  await refundGuessOnError(right, () =>
    inTransaction(db, async (tx) => {
      const { self } = await lockWithActor(tx, actor, actor.id, 'any');
      if (self.email !== actor.email) throw new ApiError(OTP_INVALID);
      const isFirst = await useCode(tx, secret, { kind: KIND, email: actor.email, code: otp });
      if (!isFirst) throw new ApiError(OTP_INVALID);
      const isFirstProof = await proveMailbox({ ...deps, db: tx }, actor, requestInfo);
      if (isFirstProof) await endSessions(tx, actor.id, actor.sessionId);
      await recordOwnAudit(tx, actor.id, 'USER_EMAIL_VERIFIED', requestInfo);
    }),
  );
  return new Reply({
    message: 'Email verified successfully',
    emailVerified: true,
    accountStatus: actor.status,
    data: { emailVerified: true, accountStatus: actor.status },
  });
}

/** For example `ra***@example.org` (docs/api.md 1.3). */
function maskEmail(email: string): string {
  return `${email.slice(0, Math.min(2, email.indexOf('@')))}***${email.slice(email.indexOf('@'))}`;
}
