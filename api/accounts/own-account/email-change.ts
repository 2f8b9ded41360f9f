import { eq, sql } from 'drizzle-orm';
import { AUTH_ERRORS } from '#contract/auth.ts';
import { REPORT_DAYS, VERIFICATION_RESEND_SECONDS } from '#contract/constants.ts';
import { type EmailChangeBody, OWN_ACCOUNT_ERRORS, type PendingEmailChange } from '#contract/own-account.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import {
  createReportLink,
  findFormerAddress,
  isReservedAddress,
  rememberFormerAddress,
} from '../auth/report-links.ts';
import {
  checkCode,
  forgetCodes,
  issueCode,
  readPendingCode,
  refundGuessOnError,
  requireRightCode,
  useCode,
} from '../otp/codes.ts';
import { limitCheck, limitSend } from '../otp/limits.ts';
import { inProvenTransaction, lockOwnAccount } from './lock.ts';

const KIND = 'EMAIL_CHANGE';
const WRONG_CODE = {
  wrong: OWN_ACCOUNT_ERRORS.EMAIL_CHANGE_OTP_WRONG,
  spent: OWN_ACCOUNT_ERRORS.EMAIL_CHANGE_OTP_SPENT,
  none: OWN_ACCOUNT_ERRORS.EMAIL_CHANGE_OTP_EXPIRED,
};

export async function readEmailChange({ db, secret }: Deps, actor: Actor): Promise<PendingEmailChange> {
  const { newEmail, createdAt, expiresAt } = await readPendingCode(db, secret, KIND, actor.email);
  return { newEmail, createdAt, expiresAt };
}

/**
 * A taken address gets a notice to its owner instead, and the caller cannot tell (docs/security.md P11). Throws
 * EMAIL_UNCHANGED, EMAIL_CHANGED_RECENTLY, PASSWORD_WRONG, EMAIL_CHANGE_WAIT or 429.
 */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  { newEmail, currentPassword }: EmailChangeBody,
  requestInfo: RequestInfo,
): Promise<PendingEmailChange> {
  if (newEmail === actor.email) throw new ApiError(OWN_ACCOUNT_ERRORS.EMAIL_UNCHANGED);
  const hash = await proveOwnPassword(deps, actor, currentPassword, requestInfo);
  const proven = { password: currentPassword, hash };
  const issued = await inProvenTransaction(deps.db, actor, proven, async (tx, provenHash) => {
    const own = await lockOwnAccount(tx, actor, provenHash);
    await refuseSecondChange({ ...deps, db: tx }, actor.id);
    const [holder] = await tx.select({ name: users.name }).from(users).where(eq(users.email, newEmail));
    const result = await issueCode(tx, deps.secret, {
      kind: KIND,
      email: own.email,
      newEmail,
      userId: holder ? null : actor.id,
      resendSeconds: VERIFICATION_RESEND_SECONDS,
    });
    if (!result.issued) return result;
    const inTx = { ...deps, db: tx };
    await limitSend(inTx, KIND, newEmail, requestInfo, actor.id);
    const facts = holder ? { name: holder.name, code: null } : { name: own.name, code: result.code };
    await queueMail(inTx, KIND, { id: actor.id, email: newEmail }, facts);
    const notice = { name: own.name, newEmail };
    await queueMail(inTx, 'EMAIL_CHANGE_REQUESTED', { id: actor.id, email: own.email }, notice);
    await recordOwnAudit(tx, actor.id, 'EMAIL_CHANGE_REQUESTED', requestInfo);
    return result;
  });
  if (!issued.issued) {
    throw new ApiError(OWN_ACCOUNT_ERRORS.EMAIL_CHANGE_WAIT, {
      values: { seconds: issued.secondsLeft },
      retryAfter: issued.secondsLeft,
    });
  }
  return readEmailChange(deps, actor);
}

/** Mails the old address a link to undo the change, if it was verified. Throws EMAIL_TAKEN. */
export async function confirmEmailChange(
  deps: Deps,
  actor: Actor,
  otp: string,
  requestInfo: RequestInfo,
): Promise<{ email: string; emailVerified: true }> {
  await limitCheck(deps, requestInfo);
  const subject = { kind: KIND, email: actor.email, code: otp } as const;
  const right = await requireRightCode(
    deps.db,
    await checkCode(deps.db, deps.secret, subject),
    { actorId: actor.id, targetUserId: actor.id, kind: KIND, requestInfo },
    WRONG_CODE,
  );
  const { newEmail } = right;
  if (right.userId !== actor.id || newEmail === null) throw new ApiError(WRONG_CODE.none);
  await refundGuessOnError(right, () =>
    inTransaction(deps.db, async (tx) => {
      const own = await lockOwnAccount(tx, actor, null);
      const isFirst = await useCode(tx, deps.secret, { ...subject, newEmail });
      if (!isFirst || own.email !== actor.email) {
        throw new ApiError(WRONG_CODE.none);
      }
      // An unverified address may belong to a stranger and gets no link.
      const token = own.isVerified ? await leaveAddress({ ...deps, db: tx }, actor, own.email) : null;
      const moved = {
        email: newEmail,
        emailVerifiedAt: sql`now()`,
        // An address verified by staff may be taken back, so a change away from it is no proof of the mailbox.
        mailboxProvenAt: sql`case when ${users.emailVerifiedAt} is null then now() else ${users.mailboxProvenAt} end`,
        updatedAt: sql`now()`,
      };
      await refuseDuplicate('users_email_key', AUTH_ERRORS.EMAIL_TAKEN, () =>
        tx.update(users).set(moved).where(eq(users.id, actor.id)),
      );
      if (await isReservedAddress(tx, newEmail, actor.id)) throw new ApiError(AUTH_ERRORS.EMAIL_TAKEN);
      for (const email of [own.email, newEmail]) await forgetCodes(tx, deps.secret, email);
      const facts = { name: own.name, newEmail, token };
      await queueMail({ ...deps, db: tx }, 'EMAIL_CHANGED', { id: actor.id, email: own.email }, facts);
      await recordOwnAudit(tx, actor.id, 'USER_EMAIL_CHANGED', requestInfo);
    }),
  );
  return { email: newEmail, emailVerified: true };
}

async function leaveAddress(deps: Deps, actor: Actor, email: string): Promise<string> {
  if (!(await rememberFormerAddress(deps.db, actor.id, email))) await refuseSecondChange(deps, actor.id);
  return createReportLink(deps.db, { id: actor.id, email }, actor.sessionId);
}

// Throws EMAIL_CHANGED_RECENTLY while the earlier address can still take the account back.
async function refuseSecondChange(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<void> {
  const left = await findFormerAddress(db, userId);
  if (!left) return;
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: config.TIME_ZONE,
  }).format(left.createdAt.getTime() + REPORT_DAYS * 86_400_000);
  throw new ApiError(OWN_ACCOUNT_ERRORS.EMAIL_CHANGED_RECENTLY, { values: { until } });
}
