import { and, asc, eq, gte, or, sql } from 'drizzle-orm';
import { AUTH_ERRORS } from '#contract/auth.ts';
import { recordAudit } from '../audit/record.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { oneTimeCodes, passkeys, recoveryCodes, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { toDeviceName, toShortAddress } from '../http/device-name.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { toEmailChangedMessage } from '../mail/messages/email-changed.ts';
import { toNewDeviceMessage } from '../mail/messages/new-device.ts';
import { toSignInReportedMessage } from '../mail/messages/sign-in-reported.ts';
import { queueMail } from '../mail/outbox.ts';
import { createToken } from '../process/secrets.ts';
import type { Entrant } from './entrant.ts';
import { forgetOrigins } from './known-origins.ts';
import { hashPassword } from './passwords.ts';
import { findReportLink, toReportedSince, voidLinks } from './report-links.ts';
import { endSessions, type ReportLink } from './sessions.ts';

type Visitor = Pick<RequestInfo, 'address' | 'userAgent' | 'deviceToken'>;

/**
 * Tells the owner of a verified address by mail when an account is signed in to from a browser it does not know; where a
 * client sends no secret of its own, from a network it does not know. Answers the link in that mail, for `openSession`;
 * null when nobody was told. Call it in the transaction that makes the origin known, and before.
 */
export async function notifyOfNewDevice(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  { user, isDeviceKnown, isNetworkKnown }: Entrant,
  visitor: Visitor,
  by: 'password' | 'passkey',
): Promise<ReportLink | null> {
  if (!user.emailVerified) return null;
  if (visitor.deviceToken === null ? isNetworkKnown : isDeviceKnown) return null;
  const token = createToken();
  await queueMail(deps, {
    kind: 'NEW_DEVICE',
    userId: user.id,
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
      by,
    }),
  });
  return { token, email: user.email };
}

/** Changes nothing, as programs that open links in mail must not. Throws REPORT_LINK_SPENT. */
export async function checkLink({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const known = await findReportLink(db, token);
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
}

/**
 * Ends every session of the account whose owner did not sign in or did not change its address, and makes its password good
 * for nothing: whoever knows it is out until the owner sets a new one by mail, at the address the link was mailed to: an
 * address that the account was moved to since has no say. Passkeys and recovery codes made since the first session began
 * that a good link there is about go, and a change of address under way is void. The link is good once, with all others
 * that were mailed there or to a later address. A mail names the passkeys that are left. Throws REPORT_LINK_SPENT.
 */
export async function takeBackAccount(deps: Deps, token: string, requestInfo: RequestInfo): Promise<void> {
  // Hashing costs: only somebody with a link may ask for it.
  const known = await findReportLink(deps.db, token);
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
  const passwordHash = await hashPassword(createToken());
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, known.userId))
      .for('update');
    const still = await findReportLink(tx, token);
    if (!user || !still) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, user.id));
    const email = await returnAddress(tx, user, still.email ?? user.email);
    // Whoever it was may have made a way in of their own.
    const since = toReportedSince(still);
    await tx.delete(passkeys).where(and(eq(passkeys.userId, user.id), gte(passkeys.createdAt, since)));
    await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), gte(recoveryCodes.createdAt, since)));
    await voidLinks(tx, user.id, still.email ?? user.email);
    const endedCount = await endSessions(tx, user.id);
    await forgetOrigins(tx, user.id);
    await tx
      .delete(oneTimeCodes)
      .where(
        or(
          and(eq(oneTimeCodes.kind, 'EMAIL_CHANGE'), eq(oneTimeCodes.email, email)),
          email === user.email ? undefined : eq(oneTimeCodes.email, user.email),
        ),
      );
    if (email !== user.email) {
      // Without a link: it would lead the account back to whom it was taken from.
      await queueMail(
        { ...deps, db: tx },
        {
          kind: 'EMAIL_CHANGED',
          userId: user.id,
          to: user.email,
          message: toEmailChangedMessage({ name: user.name, newEmail: email, token: null }),
        },
      );
      await recordAudit(tx, {
        actorId: user.id,
        targetUserId: user.id,
        action: 'USER_EMAIL_CHANGED',
        requestInfo,
      });
    }
    const left = await tx
      .select({ name: passkeys.name, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, user.id))
      .orderBy(asc(passkeys.createdAt));
    const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: deps.config.TIME_ZONE });
    await queueMail(
      { ...deps, db: tx },
      {
        kind: 'SIGN_IN_REPORTED',
        userId: user.id,
        to: email,
        message: toSignInReportedMessage({
          name: user.name,
          passkeys: left.map(({ name, createdAt }) => ({ name, addedOn: days.format(createdAt) })),
        }),
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

/** Moves the account back to an address; answers the one it has then. It stays where it is if somebody else is there. */
async function returnAddress(
  tx: Database,
  { id, email }: { id: string; email: string },
  reportEmail: string,
): Promise<string> {
  if (reportEmail === email) return email;
  const moved = await queryRows(
    tx,
    sql`update users set email = ${reportEmail}, email_verified_at = now()
      where id = ${id} and not exists (select 1 from users other where other.email = ${reportEmail})
      returning id`,
  );
  return moved.length === 1 ? reportEmail : email;
}
