import { eq, sql } from 'drizzle-orm';
import type { Elysia } from 'elysia';
import { RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { getResetStatus, RESET_ERRORS, resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import { recordAudit } from '../audit/record.ts';
import { recordFailure } from '../audit/sign-in-failures.ts';
import { requireUnbreachedPassword } from '../auth/breached-passwords.ts';
import { findKnownness, forgetOrigins, rememberOrigin, toOrigin } from '../auth/known-origins.ts';
import { clearPasswordFailures } from '../auth/password-attempt.ts';
import { notifyOfNewPassword } from '../auth/password-notice.ts';
import { hashPassword, requireUncommonPassword } from '../auth/passwords.ts';
import { findReachableUser } from '../auth/service.ts';
import { endSessions } from '../auth/sessions.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { passkeys, recoveryCodes, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { Reply } from '../http/reply.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { ApiRouter, Deps } from '../http/router.ts';
import { createDeliveryStatus } from '../mail/delivery-status.ts';
import { toPasskeysChangedMessage } from '../mail/messages/passkeys-changed.ts';
import { toPasswordResetMessage } from '../mail/messages/password-reset.ts';
import { queueMail } from '../mail/outbox.ts';
import { toMailTransport } from '../mail/transport.ts';
import type { SecretKey } from '../process/secrets.ts';
import { type CodeCheck, issueCode, orGiveBack, readPendingCode, useCode } from './codes.ts';
import { limitCheck, limitResetSend } from './limits.ts';
import { checkResetCode } from './reset-guesses.ts';

const KIND = 'PASSWORD_RESET';

/** Password reset (docs/api.md 1.2). Every reply is the same whether or not the address has an account. */
export function passwordResetRoutes(router: ApiRouter): Elysia {
  const app = router.feature('password-reset');
  const { deps } = router;
  const deliveryStatus = createDeliveryStatus(deps.db);
  router.servePublic(app, sendResetOtp, ({ body, requestInfo }) => sendResetCode(deps, body, requestInfo));
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

async function sendResetCode(
  deps: Deps,
  { email, mailKey }: { email: string; mailKey?: string | undefined },
  requestInfo: RequestInfo,
): Promise<Reply> {
  const origin = toOrigin(deps.secret, requestInfo);
  const issued = await inTransaction(deps.db, async (tx) => {
    const user = await findReachableUser(tx, email);
    const result = await issueCode(tx, deps.secret, {
      kind: KIND,
      email,
      userId: user?.id ?? null,
      resendSeconds: RESET_RESEND_SECONDS,
      askedFrom: origin.device ?? origin.network,
    });
    if (!result.issued) return result;
    const userId = user?.id ?? null;
    const [today, yesterday] = await readMailKeyWords(tx, deps.secret, email);
    const { isDeviceKnown } = await findKnownness(tx, userId, origin);
    const isFromMail = [today, yesterday].map((words) => deps.secret.verify(MAIL_KEY, words, mailKey ?? ''));
    const isProven = isDeviceKnown || isFromMail.includes(true);
    await limitResetSend({ ...deps, db: tx }, email, requestInfo, { userId, isProven });
    if (user) {
      await queueMail(
        { ...deps, db: tx },
        {
          kind: KIND,
          userId: user.id,
          to: user.email,
          message: toPasswordResetMessage({
            name: user.name,
            email: user.email,
            code: result.code,
            mailKey: deps.secret.sign(MAIL_KEY, today),
          }),
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

const MAIL_KEY = 'reset-mail';

/**
 * What the keys of the messages of today and yesterday sign, by the days of the database's clock. A key shows that its
 * sender has read the mailbox and is good for asking for a code, nothing else; a new password voids it.
 */
async function readMailKeyWords(
  db: Database,
  secret: SecretKey,
  email: string,
): Promise<[today: string, yesterday: string]> {
  const [row] = await queryRows<{ day: number; password_hash: string | null }>(
    db,
    sql`
      select floor(extract(epoch from now()) / 86400)::int as day,
        (select password_hash from users where email = ${email}) as password_hash`,
  );
  const [day, hash] = [Number(row?.day), row?.password_hash ?? secret.sign('no-account', email)];
  return [`${email}|${day}|${hash}`, `${email}|${day - 1}|${hash}`];
}

async function verifyResetCode(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
  requestInfo: RequestInfo,
) {
  await limitCheck(deps, requestInfo);
  const { expiresAt, giveBack } = await requireResetCode(deps, { email, code: otp }, requestInfo);
  await giveBack();
  return new Reply({ message: 'OTP verified successfully', data: { expiresAt } });
}

interface NewPassword {
  email: string;
  otp: string;
  newPassword: string;
}

/**
 * Sets the password, ends every session, verifies the address and sends a notice, all or nothing
 * (docs/security.md P13). Passkeys from before anybody proved the address go. The browser and the network it is done from are known for the account from now on, all
 * others no longer. A refused password uses up no attempt.
 */
async function setNewPassword(
  deps: Deps,
  { email, otp, newPassword }: NewPassword,
  requestInfo: RequestInfo,
): Promise<Reply> {
  requireUncommonPassword(newPassword, { name: '', email });
  await limitCheck(deps, requestInfo);
  const check = await requireResetCode(deps, { email, code: otp }, requestInfo);
  await orGiveBack(
    check,
    () => requireOwnersPassword(deps, email, newPassword),
    () => true,
  );
  await orGiveBack(check, async () => {
    const passwordHash = await hashPassword(newPassword, 'proven');
    await inTransaction(deps.db, async (tx) => {
      const isFirst = await useCode(tx, deps.secret, { kind: KIND, email, code: otp });
      const user = isFirst ? await findReachableUser(tx, email) : null;
      if (!user || user.id !== check.userId) throw new ApiError(RESET_ERRORS.RESET_OTP_EXPIRED);
      await dropUnprovenPasskeys({ ...deps, db: tx }, user, requestInfo);
      await tx
        .update(users)
        .set({
          passwordHash,
          emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, user.id));
      await endSessions(tx, user.id);
      const forgotten = await forgetOrigins(tx, user.id);
      await rememberOrigin(tx, deps.secret, user.id, requestInfo);
      await clearPasswordFailures({ ...deps, db: tx }, user, forgotten, requestInfo);
      await notifyOfNewPassword({ ...deps, db: tx }, { ...user, isVerified: true });
      await recordAudit(tx, {
        actorId: user.id,
        targetUserId: user.id,
        action: 'PASSWORD_RESET_COMPLETED',
        requestInfo,
      });
    });
  });
  return new Reply({ message: 'Password reset successfully. You can now sign in with your new password.' });
}

/**
 * Takes away the passkeys and recovery codes of an account whose address nobody proved until now: whoever signed up with the
 * address of somebody else would go on signing in beside its owner. Staff keep theirs, which a mailbox alone takes from
 * nobody (docs/security.md P58). Locks the account, so that none is added meanwhile.
 */
async function dropUnprovenPasskeys(
  deps: Deps,
  { id, name, email }: { id: string; name: string; email: string },
  requestInfo: RequestInfo,
): Promise<void> {
  const tx = deps.db;
  const [account] = await tx
    .select({ verifiedAt: users.emailVerifiedAt, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!account || account.verifiedAt !== null || isAdmin(account.role as Role)) return;
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  if (removed.length === 0) return;
  await queueMail(deps, {
    kind: 'PASSKEYS_CHANGED',
    userId: id,
    to: email,
    message: toPasskeysChangedMessage({ name, change: 'reset' }),
  });
  await recordAudit(tx, {
    actorId: id,
    targetUserId: id,
    action: 'PASSKEYS_RESET',
    metadata: { removedCount: removed.length },
    requestInfo,
  });
}

/** Refuses the owner's own name and what is known from a breach, now that the code has shown who asks. */
async function requireOwnersPassword(deps: Deps, email: string, newPassword: string): Promise<void> {
  const owner = await findReachableUser(deps.db, email);
  if (!owner) return;
  requireUncommonPassword(newPassword, owner);
  await requireUnbreachedPassword(deps, newPassword);
}

/** Checks a reset code and writes a wrong one down, the same for an address with an account and for one without. */
async function requireResetCode(
  deps: Deps,
  guess: { email: string; code: string },
  requestInfo: RequestInfo,
) {
  const check = await checkResetCode(deps, guess, requestInfo);
  if (check.outcome !== 'right') {
    const user = await findReachableUser(deps.db, guess.email);
    await recordFailure(deps.db, {
      actorId: null,
      targetUserId: user?.id ?? null,
      action: 'CODE_FAILED',
      metadata: { kind: KIND },
      requestInfo,
    });
  }
  return requireRight(check);
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
