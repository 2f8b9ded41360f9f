import { count, eq, max } from 'drizzle-orm';
import { passkeys } from '../../platform/db/schema/accounts.ts';
import { type Mailing, queueMail } from '../../platform/mail/outbox.ts';
import { createReportLink } from './report-links.ts';

interface Account {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
}

/** `sessionId` is the session that set the password and stays signed in; a reset has none. */
export async function notifyOfNewPassword(deps: Mailing, user: Account, sessionId?: string): Promise<void> {
  const [kept] = await deps.db
    .select({ count: count(), newest: max(passkeys.createdAt) })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id));
  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: deps.config.TIME_ZONE });
  await queueMail(deps, 'PASSWORD_CHANGED', user, {
    name: user.name,
    signedOut: sessionId ? 'elsewhere' : 'everywhere',
    passkeys: kept?.newest ? { count: kept.count, lastAddedOn: days.format(kept.newest) } : null,
    // An unverified address may belong to a stranger and gets no link.
    token: user.isVerified ? await createReportLink(deps.db, user, sessionId) : null,
  });
}
