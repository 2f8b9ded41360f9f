import { and, eq, gte, or, sql } from 'drizzle-orm';
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
import { createToken, hashToken } from '../process/secrets.ts';
import { findKnownness, forgetOrigins, toOrigin } from './known-origins.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type ReportLink } from './sessions.ts';

type Visitor = Pick<RequestInfo, 'address' | 'userAgent' | 'deviceToken'>;

/** How long the link in the mail is good. */
const REPORT_DAYS = 7;
/** True in SQL for a session `s` whose link is good. */
const isLink = sql`s.report_token_hash is not null and s.created_at > now() - ${REPORT_DAYS} * interval '1 day'`;
const findReported = (token: string) => sql`
  select s.user_id, s.report_email from sessions s
  where s.report_token_hash = ${hashToken(token)} and ${isLink}`;

/**
 * Tells the owner of a verified address by mail when an account is signed in to from a browser it does not know; where a
 * client sends no secret of its own, from a network it does not know. Answers the link in that mail, for `openSession`;
 * null when nobody was told. Call it in the transaction that makes the origin known, and before.
 */
export async function notifyOfNewDevice(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  userId: string,
  visitor: Visitor,
  by: 'password' | 'passkey',
): Promise<ReportLink | null> {
  const origin = toOrigin(deps.secret, visitor);
  const [[user], { isDeviceKnown, isNetworkKnown }] = await Promise.all([
    deps.db
      .select({ name: users.name, email: users.email, verifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.id, userId)),
    findKnownness(deps.db, userId, origin),
  ]);
  if (!user?.verifiedAt) return null;
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
      by,
    }),
  });
  return { token, email: user.email };
}

/** Changes nothing, as programs that open links in mail must not. Throws REPORT_LINK_SPENT. */
export async function checkLink({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const [known] = await queryRows(db, findReported(token));
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
}

/**
 * Ends every session of the account whose owner did not sign in, and makes its password good for nothing: whoever knows
 * it is out until the owner sets a new one by mail, at the address the link was mailed to: an address that the account was
 * moved to since has no say. Passkeys and recovery codes made since that sign-in go, and a change of address under way is
 * void. The link is good once, with all others that were mailed there or to a later address. Throws REPORT_LINK_SPENT.
 */
export async function reportNewDevice(deps: Deps, token: string, requestInfo: RequestInfo): Promise<void> {
  const tokenHash = hashToken(token);
  // Hashing costs: only somebody with a link may ask for it.
  const [known] = await queryRows<{ user_id: string }>(deps.db, findReported(token));
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
  const passwordHash = await hashPassword(createToken());
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, known.user_id))
      .for('update');
    const [still] = await queryRows<{ report_email: string | null }>(tx, findReported(token));
    if (!user || !still) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, user.id));
    const email = await returnAddress(tx, user, still.report_email ?? user.email);
    // Whoever it was may have made a way in of their own.
    const since = sql`(select created_at from sessions where report_token_hash = ${tokenHash})`;
    await tx.delete(passkeys).where(and(eq(passkeys.userId, user.id), gte(passkeys.createdAt, since)));
    await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), gte(recoveryCodes.createdAt, since)));
    await voidLinks(tx, user.id, still.report_email ?? user.email);
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
      await queueMail(
        { ...deps, db: tx },
        {
          kind: 'EMAIL_CHANGED',
          userId: user.id,
          to: user.email,
          message: toEmailChangedMessage({ name: user.name, newEmail: email }),
        },
      );
      await recordAudit(tx, {
        actorId: user.id,
        targetUserId: user.id,
        action: 'USER_EMAIL_CHANGED',
        requestInfo,
      });
    }
    await queueMail(
      { ...deps, db: tx },
      {
        kind: 'SIGN_IN_REPORTED',
        userId: user.id,
        to: email,
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

/**
 * Voids the links that were mailed to an address, and to those that came after it. Links of an address that had a good one
 * before stay: a thief who moves the account and reports a sign-in of their own takes no way back from its owner.
 */
async function voidLinks(tx: Database, userId: string, email: string): Promise<void> {
  await tx.execute(sql`
    with addresses as (
      select s.report_email as email, min(s.created_at) as since from sessions s
      where s.user_id = ${userId} and ${isLink} group by s.report_email
    )
    update sessions set report_token_hash = null
    where user_id = ${userId} and report_token_hash is not null and not exists (
      select 1 from addresses earlier join addresses own on own.email = ${email}
      where earlier.email = sessions.report_email and earlier.email <> own.email and earlier.since <= own.since)`);
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

/**
 * True for an address from which an account was moved away while its owner may still say, by a link that was mailed there,
 * that it was somebody else: nobody else may take it meanwhile.
 */
export async function isReservedAddress(db: Database, email: string, userId: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select 1 from sessions s where s.report_email = ${email} and s.user_id <> ${userId} and ${isLink} limit 1`,
  );
  return rows.length > 0;
}

/** Those of many addresses that are kept for an account which was moved away from them (isReservedAddress). */
export async function listReservedAddresses(
  db: Database,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queryRows<{ email: string }>(
    db,
    sql`select distinct s.report_email as email
      from json_array_elements_text(${JSON.stringify(emails)}::json) as asked(email)
      join sessions s on s.report_email = asked.email join users u on u.id = s.user_id
      where u.email <> s.report_email and ${isLink}`,
  );
  return new Set(rows.map(({ email }) => email));
}
