import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { createToken, hashToken } from '../process/secrets.ts';

/** How long the link in a mail is good. */
const REPORT_DAYS = 7;
const isFresh = sql`created_at > now() - ${REPORT_DAYS} * interval '1 day'`;

/**
 * In SQL, every link that is good: of mails about sign-ins and about a changed address. `created_at` is when it was mailed,
 * `since` when the session began that it is about.
 */
const links = sql`(
  select report_token_hash as token_hash, user_id, report_email as email, created_at, created_at as since from sessions
  where report_token_hash is not null and ${isFresh}
  union all
  select token_hash, user_id, email, created_at, session_began_at from left_addresses where ${isFresh})`;

interface FoundLink {
  userId: string;
  /** Where it was mailed. */
  email: string | null;
}

/** The link with this secret; null when it was used or has expired. */
export async function findReportLink(db: Database, token: string): Promise<FoundLink | null> {
  const [link] = await queryRows<FoundLink>(
    db,
    sql`select user_id as "userId", email from ${links} link where token_hash = ${hashToken(token)}`,
  );
  return link ?? null;
}

/**
 * In SQL, since when what was made of the account may be of somebody who is reported by this link: the first session that
 * a good link at its address is about. Whoever signs in twice adds a passkey in between, and the owner presses the button of
 * the mail that they see first; whoever reads their mail could press any.
 */
export const toReportedSince = ({ userId, email }: FoundLink) =>
  sql`(select min(since) from ${links} link where user_id = ${userId} and email is not distinct from ${email})`;

/**
 * Makes a link for the address that a session is about to move its account away from, and answers its secret. Null where
 * there is none: nobody proved that address, so it may be a stranger's; or the account goes back to one that ranks before
 * it, whose owner would be troubled by such a link for longer than their own is good.
 */
export async function createLinkOfLeft(
  tx: Database,
  { id, sessionId }: { id: string; sessionId: string },
  newEmail: string,
): Promise<string | null> {
  const token = createToken();
  const made = await queryRows(
    tx,
    sql`insert into left_addresses (token_hash, user_id, email, session_began_at)
      select ${hashToken(token)}, u.id, u.email, s.created_at from users u join sessions s on s.user_id = u.id
      where u.id = ${id} and s.id = ${sessionId} and u.email_verified_at is not null and not exists (
        select 1 from ${links} earlier where earlier.user_id = u.id and earlier.email = ${newEmail} and not exists (
          select 1 from ${links} own
          where own.user_id = u.id and own.email = u.email and own.created_at <= earlier.created_at))
      returning token_hash`,
  );
  return made.length === 1 ? token : null;
}

/**
 * Voids the links that were mailed to an address, and to those that came after it. Links of an address that had a good one
 * before stay: a thief who moves the account and reports a sign-in of their own takes no way back from its owner.
 */
export async function voidLinks(tx: Database, userId: string, email: string): Promise<void> {
  await tx.execute(sql`
    with addresses as (
      select link.email, min(link.created_at) as since from ${links} link
      where link.user_id = ${userId} group by link.email
    ), void as (
      select link.token_hash from ${links} link where link.user_id = ${userId} and not exists (
        select 1 from addresses earlier join addresses own on own.email = ${email}
        where earlier.email = link.email and earlier.email <> own.email and earlier.since <= own.since)
    ), used as (
      update sessions set report_token_hash = null where report_token_hash in (select token_hash from void)
    )
    delete from left_addresses where token_hash in (select token_hash from void)`);
}

/** Voids every link of an account. */
export async function forgetLinks(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    with used as (update sessions set report_token_hash = null where user_id = ${userId})
    delete from left_addresses where user_id = ${userId}`);
}

/**
 * True for an address from which an account was moved away while its owner may still say, by a link that was mailed there,
 * that it was somebody else: nobody else may take it meanwhile. Ask after the write that takes it: that one waits for a
 * change of address which leaves it at this moment, and what was asked before would not know of it.
 */
export async function isReservedAddress(db: Database, email: string, userId: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select 1 from ${links} link where email = ${email} and user_id <> ${userId} limit 1`,
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
    sql`select distinct link.email
      from json_array_elements_text(${JSON.stringify(emails)}::json) as asked(email)
      join ${links} link on link.email = asked.email join users u on u.id = link.user_id
      where u.email <> link.email`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Every address that a good link was mailed to. */
export async function listLinkedAddresses(db: Database): Promise<Set<string>> {
  const rows = await queryRows<{ email: string }>(
    db,
    sql`select distinct email from ${links} link where email is not null`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Removes the links of changed addresses that are good no more. */
export async function sweepLeftAddresses(db: Database): Promise<void> {
  await queryRows(db, sql`delete from left_addresses where not (${isFresh})`);
}
