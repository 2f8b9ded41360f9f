import { eq } from 'drizzle-orm';
import { RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { getResetStatus, RESET_ERRORS, resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { ApiRouter, Deps } from '../../platform/http/router.ts';
import { toMailTransport } from '../../platform/mail/delivery.ts';
import { createDeliveryStatus } from '../../platform/mail/delivery-status.ts';
import { queueResetRequest } from '../../platform/mail/reset-requests.ts';
import { forgetOrigins, rememberOrigin } from '../auth/known-origins.ts';
import { clearPasswordFailures } from '../auth/password-attempt.ts';
import { notifyOfNewPassword } from '../auth/password-notice.ts';
import { hashPassword, requireUncommonPassword } from '../auth/passwords.ts';
import { findReachableUser } from '../auth/service.ts';
import { endSessions } from '../auth/sessions.ts';
import {
  checkCode,
  checkResetLink,
  type RightCode,
  readPendingCode,
  refundGuessOnError,
  requireRightCode,
  useCode,
} from './codes.ts';
import { limitCheck } from './limits.ts';
import { proveMailbox } from './mailbox-proof.ts';
import { sendCode } from './send-code.ts';

const KIND = 'PASSWORD_RESET';

export function passwordResetRoutes(router: ApiRouter): void {
  const { deps } = router;
  const deliveryStatus = createDeliveryStatus(deps.db);
  router.servePublic(sendResetOtp, ({ body, requestInfo }) => sendResetCode(deps, body, requestInfo));
  router.servePublic(verifyResetOtp, ({ body, requestInfo }) => verifyResetCode(deps, body, requestInfo));
  router.servePublic(resetPassword, ({ body, requestInfo }) => setNewPassword(deps, body, requestInfo));
  router.servePublic(getResetStatus, async ({ query }) => {
    const { isPending, createdAt, expiresAt } = await readPendingCode(
      deps.db,
      deps.secret,
      KIND,
      query.email,
    );
    const mail = isPending ? await deliveryStatus.of(query.email) : null;
    return { hasPendingOTP: isPending, createdAt, expiresAt, mail, transport: toMailTransport(deps.config) };
  });
}

// Writes the same rows for every address; the mail worker looks up the account (docs/security.md P12).
async function sendResetCode(
  deps: Deps,
  { email }: { email: string },
  requestInfo: RequestInfo,
): Promise<Reply> {
  const asked = { kind: KIND, email, userId: null, resendSeconds: RESET_RESEND_SECONDS } as const;
  const data = await sendCode(deps, asked, {
    requestInfo,
    tooSoon: RESET_ERRORS.RESET_WAIT,
    queue: (inTx, { code, token }) => queueResetRequest(inTx, email, { code, token, from: requestInfo }),
  });
  const message = 'If an account with that email exists, a password reset code has been sent.';
  return new Reply({ message, data });
}

interface ResetProof {
  email: string;
  otp?: string | undefined;
  token?: string | undefined;
}

async function verifyResetCode(deps: Deps, proof: ResetProof, requestInfo: RequestInfo) {
  await limitCheck(deps, requestInfo);
  const { expiresAt, refundGuess } = await requireResetCode(deps, proof, requestInfo);
  await refundGuess();
  return new Reply({ message: 'OTP verified successfully', data: { expiresAt } });
}

// One transaction (docs/security.md P13). A refused password costs no guess.
async function setNewPassword(
  deps: Deps,
  { newPassword, ...proof }: ResetProof & { newPassword: string },
  requestInfo: RequestInfo,
): Promise<Reply> {
  const { email } = proof;
  requireUncommonPassword(newPassword, { name: '', email });
  await limitCheck(deps, requestInfo);
  const check = await requireResetCode(deps, proof, requestInfo);
  const owner = await refundGuessOnError(
    check,
    () => requireOwnersPassword(deps.db, email, newPassword),
    () => true,
  );
  // Staff who change an account delete its codes, so the account is locked before its code.
  const accounts = owner ? [owner.id] : [];
  await refundGuessOnError(check, async () => {
    const passwordHash = await hashPassword(newPassword, 'proven');
    const setPassword = async (tx: Database) => {
      const isFirst = await useCode(tx, deps.secret, { kind: KIND, email, ...toProof(proof) });
      const user = isFirst ? await findReachableUser(tx, email) : null;
      if (!user) throw new ApiError(RESET_ERRORS.RESET_OTP_EXPIRED);
      await proveMailbox({ ...deps, db: tx }, user, requestInfo);
      await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      await endSessions(tx, user.id);
      const forgotten = await forgetOrigins(tx, user.id);
      await rememberOrigin(tx, deps.secret, user.id, requestInfo);
      await clearPasswordFailures({ ...deps, db: tx }, user, forgotten, requestInfo);
      await notifyOfNewPassword({ ...deps, db: tx }, { ...user, isVerified: true });
      await recordOwnAudit(tx, user.id, 'PASSWORD_RESET_COMPLETED', requestInfo);
    };
    await inTransaction(deps.db, setPassword, { accounts });
  });
  return new Reply({ message: 'Password reset successfully. You can now sign in with your new password.' });
}

// Runs after the code check, because it compares with the owner's name.
async function requireOwnersPassword(db: Database, email: string, newPassword: string) {
  const owner = await findReachableUser(db, email);
  if (owner) requireUncommonPassword(newPassword, owner);
  return owner;
}

const toProof = ({ otp = '', token }: ResetProof) => (token === undefined ? { code: otp } : { token });

async function requireResetCode(
  { db, secret }: Deps,
  { email, otp = '', token }: ResetProof,
  requestInfo: RequestInfo,
): Promise<RightCode> {
  const check =
    token === undefined
      ? await checkCode(db, secret, { kind: KIND, email, code: otp })
      : await checkResetLink(db, secret, { email, token });
  const user = check.outcome === 'right' ? null : await findReachableUser(db, email);
  return requireRightCode(
    db,
    check,
    { actorId: null, targetUserId: user?.id ?? null, kind: KIND, requestInfo },
    {
      wrong: RESET_ERRORS.RESET_OTP_WRONG,
      spent: RESET_ERRORS.RESET_OTP_SPENT,
      none: RESET_ERRORS.RESET_OTP_EXPIRED,
    },
  );
}
