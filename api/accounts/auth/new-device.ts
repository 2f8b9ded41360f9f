import { and, asc, eq, gte, or, sql } from 'drizzle-orm';
import { AUTH_ERRORS } from '#contract/auth.ts';
import { addNews } from '../../community/news/news.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, queryRows } from '../../platform/db/client.ts';
import { oneTimeCodes, passkeys, recoveryCodes, users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { toDeviceName, toShortAddress } from '../../platform/http/device-name.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { type Mailing, queueMail } from '../../platform/mail/outbox.ts';
import { createToken } from '../../platform/process/secrets.ts';
import { forgetOrigins } from './known-origins.ts';
import {
  createReportLink,
  findFormerAddress,
  findReportLink,
  forgetFormerAddress,
  toReportedSince,
  voidLinks,
} from './report-links.ts';
import { endSessions } from './sessions.ts';
import type { SignInAccount } from './sign-in-account.ts';

type Visitor = Pick<RequestInfo, 'address' | 'userAgent' | 'deviceToken'>;

/**
 * Mails a verified address about a sign-in from an unknown browser, or network if the browser has no secret. Call it
 * before the origin becomes known, in the same transaction.
 */
export async function notifyOfNewDevice(
  deps: Mailing,
  { user, isDeviceKnown, isNetworkKnown }: SignInAccount,
  visitor: Visitor,
  by: 'password' | 'passkey',
): Promise<void> {
  if (!user.emailVerified) return;
  if (visitor.deviceToken === null ? isNetworkKnown : isDeviceKnown) return;
  const timeZone = deps.config.TIME_ZONE;
  const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const device = toDeviceName(visitor.userAgent);
  await addNews(deps.db, 'NEW_DEVICE', [user.id], { device });
  await queueMail(deps, 'NEW_DEVICE', user, {
    name: user.name,
    device,
    network: toShortAddress(visitor.address),
    at: times.format(new Date()),
    timeZone,
    token: await createReportLink(deps.db, user),
    by,
  });
}

/** Changes nothing, because mail scanners open links. Throws REPORT_LINK_SPENT. */
export async function requireReportLink({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const known = await findReportLink(db, token);
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
}

/**
 * Ends sessions, password and pending address change, and removes passkeys made since the first reported session. A
 * link mailed to an earlier address also restores that address. Throws REPORT_LINK_SPENT.
 */
export async function takeBackAccount(deps: Deps, token: string, requestInfo: RequestInfo): Promise<void> {
  const known = await findReportLink(deps.db, token);
  if (!known) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
  await inTransaction(deps.db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, known.userId))
      .for('update');
    const still = await findReportLink(tx, token);
    if (!user || !still) throw new ApiError(AUTH_ERRORS.REPORT_LINK_SPENT);
    // A password hash that matches nothing; comparisons take the same time.
    await tx
      .update(users)
      .set({ passwordHash: createToken(), updatedAt: sql`now()` })
      .where(eq(users.id, user.id));
    const left = await findFormerAddress(tx, user.id);
    const isReturn = left?.email === still.email;
    const email = isReturn ? await returnAddress(tx, user, still.email) : user.email;
    // The attacker may have added a passkey.
    const since = toReportedSince(still);
    await tx.delete(passkeys).where(and(eq(passkeys.userId, user.id), gte(passkeys.createdAt, since)));
    await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, user.id), gte(recoveryCodes.createdAt, since)));
    await voidLinks(tx, user.id, isReturn ? undefined : still.email);
    if (isReturn) await forgetFormerAddress(tx, user.id);
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
      // No link here: the old address may belong to the attacker.
      const facts = { name: user.name, newEmail: email, token: null };
      await queueMail({ ...deps, db: tx }, 'EMAIL_CHANGED', user, facts);
      await recordOwnAudit(tx, user.id, 'USER_EMAIL_CHANGED', requestInfo);
    }
    const remaining = await tx
      .select({ name: passkeys.name, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, user.id))
      .orderBy(asc(passkeys.createdAt));
    const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: deps.config.TIME_ZONE });
    await queueMail(
      { ...deps, db: tx },
      'SIGN_IN_REPORTED',
      { id: user.id, email },
      {
        name: user.name,
        passkeys: remaining.map(({ name, createdAt }) => ({ name, addedOn: days.format(createdAt) })),
      },
    );
    await recordOwnAudit(tx, user.id, 'SIGN_IN_REPORTED', requestInfo, { endedCount });
  });
}

/** Returns the resulting address, which is unchanged if another account now has the earlier one. */
async function returnAddress(
  tx: Database,
  { id, email }: { id: string; email: string },
  leftEmail: string,
): Promise<string> {
  const moved = await queryRows(
    tx,
    sql`update users set email = ${leftEmail}, email_verified_at = now()
      where id = ${id} and not exists (select 1 from users other where other.email = ${leftEmail})
      returning id`,
  );
  return moved.length === 1 ? leftEmail : email;
}
