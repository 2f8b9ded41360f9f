import { and, eq, gte, sql } from 'drizzle-orm';
import { AUTH_ERRORS } from '#contract/auth.ts';
import { recordAudit } from '../audit/record.ts';
import { inTransaction, queryRows } from '../db/client.ts';
import { oneTimeCodes, passkeys, recoveryCodes, sessions, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { toDeviceName, toShortAddress } from '../http/device-name.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { toNewDeviceMessage } from '../mail/messages/new-device.ts';
import { toSignInReportedMessage } from '../mail/messages/sign-in-reported.ts';
import { queueMail } from '../mail/outbox.ts';
import { createToken, hashToken } from '../process/secrets.ts';
import { findKnownness, forgetOrigins, toOrigin } from './known-origins.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

type Visitor = Pick<RequestInfo, 'address' | 'userAgent' | 'deviceToken'>;

/** How long the link in the mail is good. */
const REPORT_DAYS = 7;

/**
 * Tells the owner of a verified address by mail when an account is signed in to from a browser it does not know; where a
 * client sends no secret of its own, from a network it does not know. Answers the secret of the link in that mail, for
 * `openSession`; null when nobody was told. Call it in the transaction that makes the origin known, and before.
 */
export async function notifyOfNewDevice(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  userId: string,
  visitor: Visitor,
): Promise<string | null> {
  const [user] = await deps.db
    .select({ name: users.name, email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.verifiedAt) return null;
  const origin = toOrigin(deps.secret, visitor);
  const { isDeviceKnown, isNetworkKnown } = await findKnownness(deps.db, userId, origin);
  if (origin.device === null ? isNetworkKnown : isDeviceKnown) return null;
  const token = createToken();
  await queueMail(deps, {
    kind: 'NEW_DEVICE',
    userId,
    to: user.email,
    message: toNewDeviceMessage({
      name: user.name,
      device: toDeviceName(visitor.userAgent),
      network: toShortAddress(visitor.address),
      at: new Intl.DateTimeFormat('en-GB', {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: deps.config.TIME_ZONE,
      }).format(new Date()),
      timeZone: deps.config.TIME_ZONE,
      token,
    }),
  });
  return token;
}

/**
 * Ends every session of the account whose owner did not sign in, and makes its password good for nothing: whoever knows
 * it is out until the owner sets a new one by mail. Passkeys and recovery codes made since that sign-in go, and a change
 * of address under way is void. The link is good once, with all others of the account. Throws REPORT_LINK_SPENT.
 */
export async function reportNewDevice(deps: Deps, token: string, requestInfo: RequestInfo): Promise<void> {
  const tokenHash = hashToken(token);
  const findReported = sql`
    select s.user_id from sessions s
    where s.report_token_hash = ${tokenHash} and s.created_at > now() - ${REPORT_DAYS} * interval '1 day'`;
  // Hashing costs: only somebody with a link may ask for it.
  const [known] = await queryRows<{ user_id: string }>(deps.db, findReported);
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
  const passwordHash = await hashPassword(createToken());
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, known.user_id))
      .for('update');
    const [still] = await queryRows(tx, findReported);
    if (!user || !still) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, user.id));
    // Whoever it was may have made a way in of their own.
    const since = sql`(select created_at from sessions where report_token_hash = ${tokenHash})`;
    await tx.delete(passkeys).where(and(eq(passkeys.userId, user.id), gte(passkeys.createdAt, since)));
    await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), gte(recoveryCodes.createdAt, since)));
    await tx.update(sessions).set({ reportTokenHash: null }).where(eq(sessions.userId, user.id));
    const endedCount = await endSessions(tx, user.id);
    await forgetOrigins(tx, user.id);
    await tx
      .delete(oneTimeCodes)
      .where(and(eq(oneTimeCodes.kind, 'EMAIL_CHANGE'), eq(oneTimeCodes.email, user.email)));
    await queueMail(
      { ...deps, db: tx },
      {
        kind: 'SIGN_IN_REPORTED',
        userId: user.id,
        to: user.email,
        message: toSignInReportedMessage({ name: user.name }),
      },
    );
    await recordAudit(tx, {
      actorId: user.id,
      targetUserId: user.id,
      action: 'SIGN_IN_REPORTED',
      metadata: { endedCount },
      requestInfo,
    });
  });
}
