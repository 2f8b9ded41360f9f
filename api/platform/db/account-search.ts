import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';
import { containsFolded } from './text-search.ts';

/** Removes line feeds, which separate the fields of `searchText`. */
export function toSearchTerm(text: string | undefined): string {
  return (text ?? '').replace(/[\0\n]/g, '').trim();
}

const TERMS_MAX = 8;

export function toPeopleTerms(text: string | undefined): string[] {
  return toSearchTerm(text).split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
}

// Phone numbers are grouped in many ways, so a numeric term also matches by its digits alone.
function containsTerm(term: string): SQL {
  const holds = (text: string) => containsFolded(users.searchText, text);
  const digits = /^[\d+().-]+$/.test(term) ? term.replace(/\D/g, '') : '';
  return digits.length >= 4 ? sql`(${holds(term)} or ${holds(digits)})` : holds(term);
}

export function accountContains(terms: readonly string[]): SQL | undefined {
  return and(...terms.map(containsTerm));
}

/** For callers who may not read addresses and phone numbers. The name is the first line of the searched text. */
export function nameContains(terms: readonly string[]): SQL | undefined {
  const name = sql`split_part(${users.searchText}, chr(10), 1)`;
  return and(accountContains(terms), ...terms.map((term) => containsFolded(name, term)));
}

export function searchPeople(
  userId: PgColumn,
  terms: readonly string[],
  contains = accountContains,
): SQL | undefined {
  return terms.length > 0 ? sql`${userId} in (select id from users where ${contains(terms)})` : undefined;
}
