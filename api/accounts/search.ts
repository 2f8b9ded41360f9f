import { type SQL, sql } from 'drizzle-orm';
import { toSearchedText, users } from '../db/schema/accounts.ts';
import { toContaining } from '../db/text-search.ts';

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
  const queries = terms.map((term) => sql`search_query(lower(${term}))`);
  const holds = terms.map(accountHolds);
  return sql`(search_grams(${toSearchedText(users)}) @@ (${sql.join(queries, sql` && `)}) and ${sql.join(holds, sql` and `)})`;
}
