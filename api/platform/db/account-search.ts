import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';
import { holdsFolded } from './text-search.ts';

/** What may stand in one line; empty when nothing is asked for. */
export function toSearchTerm(text: string | undefined): string {
  return (text ?? '').replace(/[\0\n]/g, '').trim();
}

const TERMS_MAX = 8;

/** The words of a search, which an account has to hold in any order. */
export function toPeopleTerms(text: string | undefined): string[] {
  return toSearchTerm(text).split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
}

/** A term of digits and signs is also looked for by its digits alone, as a phone number is grouped in many ways. */
function holdsTerm(term: string): SQL {
  const holds = (text: string) => holdsFolded(users.searchText, text);
  const digits = /^[\d+().-]+$/.test(term) ? term.replace(/\D/g, '') : '';
  return digits.length >= 4 ? sql`(${holds(term)} or ${holds(digits)})` : holds(term);
}

/** The condition that name, address, roll number, phone, OL ID or handles of an account hold every term, if there are any. */
export function accountHolds(terms: readonly string[]): SQL | undefined {
  return and(...terms.map(holdsTerm));
}

/** The condition of a list that its row's person, named by `userId`, holds every term; undefined without a term. */
export function searchPeople(userId: PgColumn, terms: readonly string[]): SQL | undefined {
  return terms.length > 0 ? sql`${userId} in (select id from users where ${accountHolds(terms)})` : undefined;
}
