import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { estimateCount, GLIMPSE_ROWS } from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { isOneOf } from '../db/listing.ts';
import { toSearchedText, users } from '../db/schema/accounts.ts';
import type { Search } from '../db/searched-list.ts';
import { holdsText, toContaining } from '../db/text-search.ts';

/** What may stand in one line; empty when nothing is asked for. */
export function toSearchTerm(text: string | undefined): string {
  return (text ?? '').replace(/[\0\n]/g, '').trim();
}

/** The condition that an account's name, address, OL ID or a handle holds a term, in whichever case. */
export function accountHolds(term: string): SQL {
  return sql`${toSearchedText(users)} like lower(${toContaining(term)})`;
}

/** The same of several terms, told so that `users_search_idx` names who they are: right for what few accounts hold. */
export function areFoundAccounts(terms: readonly string[]): SQL {
  return sql`(${mayHoldTerms(terms)} and ${sql.join(terms.map(accountHolds), sql` and `)})`;
}

/** What that index tells by itself: all who hold the terms, and a few who hold their parts in another order. */
function mayHoldTerms(terms: readonly string[]): SQL {
  const queries = terms.map((term) => sql`search_query(lower(${term}))`);
  return sql`search_grams(${toSearchedText(users)}) @@ (${sql.join(queries, sql` && `)})`;
}

/** A few are told one by one, so that a plan knows how few. */
const isAmong = (userId: PgColumn, ids: readonly string[]) =>
  ids.length <= 20 ? inArray(userId, [...ids]) : isOneOf(userId, ids);

/** More people than this are not read. */
const PEOPLE_MAX = 2000;
/** Where more of all people hold a term, a list meets them soon in its own order. */
const FREQUENT = 0.005;
/** Of so few people no list holds many rows. */
const RARE_MAX = 200;

/** The search of a list for people whose name or address holds every term; `userId` names the person of a row. */
export async function searchPeople(
  db: Database,
  userId: PgColumn,
  terms: readonly string[],
): Promise<Search | undefined> {
  if (terms.length === 0) return undefined;
  const holdsAll = and(...terms.map((term) => holdsText([users.name, users.email], term)));
  const people = sql`select id from users where ${areFoundAccounts(terms)} and ${holdsAll}`;
  const rows = await queryRows<{ id: string }>(db, sql`${people} limit ${sql.raw(String(PEOPLE_MAX + 1))}`);
  const ids = rows.map(({ id }) => id);
  const glimpsed = ids.length > PEOPLE_MAX && (await estimateCount(db, users, holdsAll as SQL, GLIMPSE_ROWS));
  // Read once: a list asks each of its rows whether it is among them.
  const mayHold = sql`${userId} in (select id from users where ${mayHoldTerms(terms)})`;
  return {
    holds: sql`(select ${holdsAll} from users where ${users.id} = ${userId})`,
    found: ids.length > PEOPLE_MAX ? sql`${userId} in (${people})` : isAmong(userId, ids),
    isRare: ids.length <= RARE_MAX,
    ...(glimpsed && glimpsed.share > FREQUENT ? { frequent: { share: glimpsed.share, mayHold } } : {}),
  };
}
