import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';
import { holdsFolded } from './text-search.ts';

/** Removes line feeds, which separate the fields of `searchText`. */
export function toSearchTerm(text: string | undefined): string {
  return (text ?? '').replace(/[\0\n]/g, '').trim();
}

const TERMS_MAX = 8;

export function toPeopleTerms(text: string | undefined): string[] {
  return toSearchTerm(text).split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
}

// Phone numbers are grouped in many ways, so a numeric term also matches by its digits alone.
function holdsTerm(term: string): SQL {
  const holds = (text: string) => holdsFolded(users.searchText, text);
  const digits = /^[\d+().-]+$/.test(term) ? term.replace(/\D/g, '') : '';
  return digits.length >= 4 ? sql`(${holds(term)} or ${holds(digits)})` : holds(term);
}

export function accountHolds(terms: readonly string[]): SQL | undefined {
  return and(...terms.map(holdsTerm));
}

export function searchPeople(userId: PgColumn, terms: readonly string[]): SQL | undefined {
  return terms.length > 0 ? sql`${userId} in (select id from users where ${accountHolds(terms)})` : undefined;
}
