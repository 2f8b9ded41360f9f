import { and, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { REPORT_DAYS } from '#contract/constants.ts';
import type { Database } from '../../platform/db/client.ts';
import { formerAddresses, reportLinks, sessions } from '../../platform/db/schema/accounts.ts';
import { createToken, hashToken } from '../../platform/process/secrets.ts';

const oldest = sql`now() - ${REPORT_DAYS} * interval '1 day'`;
const isFresh = gt(reportLinks.createdAt, oldest);
const isRecentAddress = gt(formerAddresses.createdAt, oldest);

type FoundLink = Pick<typeof reportLinks.$inferSelect, 'userId' | 'email'>;

/** Creates a 'This was not me' link and returns its secret. Only for verified addresses. */
export async function createReportLink(
  tx: Database,
  { id: userId, email }: { id: string; email: string },
  sessionId?: string,
): Promise<string> {
  const token = createToken();
  const sessionBeganAt = sessionId
    ? sql`(select ${sessions.createdAt} from ${sessions} where ${sessions.id} = ${sessionId})`
    : sql`now()`;
  await tx.insert(reportLinks).values({ tokenHash: hashToken(token), userId, email, sessionBeganAt });
  return token;
}

export async function findReportLink(db: Database, token: string): Promise<FoundLink | undefined> {
  const [link] = await db
    .select({ userId: reportLinks.userId, email: reportLinks.email })
    .from(reportLinks)
    .where(and(eq(reportLinks.tokenHash, hashToken(token)), isFresh));
  return link;
}

/**
 * SQL for the start of the first session reported to this address: an attacker may sign in twice and add a passkey in
 * between.
 */
export const toReportedSince = ({ userId, email }: FoundLink): SQL =>
  sql`(select min(${reportLinks.sessionBeganAt}) from ${reportLinks}
    where ${and(eq(reportLinks.userId, userId), eq(reportLinks.email, email), isFresh)})`;

/** Voids all links of an account, or only the links mailed to `email`. */
export async function voidLinks(tx: Database, userId: string, email?: string): Promise<void> {
  await tx
    .delete(reportLinks)
    .where(
      and(eq(reportLinks.userId, userId), email === undefined ? undefined : eq(reportLinks.email, email)),
    );
}

/** Returns false within seven days of an earlier change. */
export async function rememberFormerAddress(tx: Database, userId: string, email: string): Promise<boolean> {
  const made = await tx
    .insert(formerAddresses)
    .values({ userId, email })
    .onConflictDoUpdate({
      target: formerAddresses.userId,
      set: { email, createdAt: sql`now()` },
      setWhere: lte(formerAddresses.createdAt, oldest),
    })
    .returning();
  return made.length === 1;
}

export async function findFormerAddress(db: Database, userId: string) {
  const [left] = await db
    .select({ email: formerAddresses.email, createdAt: formerAddresses.createdAt })
    .from(formerAddresses)
    .where(and(eq(formerAddresses.userId, userId), isRecentAddress));
  return left;
}

export async function forgetFormerAddress(tx: Database, userId: string): Promise<void> {
  await tx.delete(formerAddresses).where(eq(formerAddresses.userId, userId));
}

/**
 * True for an address that another account left in the last seven days. Call it after the write that takes the address,
 * which waits for concurrent changes.
 */
export async function isReservedAddress(db: Database, email: string, userId: string): Promise<boolean> {
  const isOthers = and(eq(formerAddresses.email, email), ne(formerAddresses.userId, userId), isRecentAddress);
  return (await db.$count(formerAddresses, isOthers)) > 0;
}

export async function listReservedAddresses(
  db: Database,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = sql`(select json_array_elements_text(${JSON.stringify(emails)}::json))`;
  const rows = await db
    .select({ email: formerAddresses.email })
    .from(formerAddresses)
    .where(and(inArray(formerAddresses.email, asked), isRecentAddress));
  return new Set(rows.map(({ email }) => email));
}

export async function sweepReportLinks(db: Database): Promise<void> {
  await db.delete(reportLinks).where(lte(reportLinks.createdAt, oldest));
  await db.delete(formerAddresses).where(lte(formerAddresses.createdAt, oldest));
}
