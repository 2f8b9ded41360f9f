import { and, type SQL, sql } from 'drizzle-orm';
import { STAFF_SEARCH_ROWS, type StaffSearchData } from '#contract/command-palette.ts';
import { accountContains } from '../../platform/db/account-search.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { foldedText, toContainsPattern } from '../../platform/db/text-search.ts';

type Person = StaffSearchData['people'][number];

export function findPeople(
  db: Database,
  searchTerms: readonly string[],
  met: SQL | undefined,
): Promise<Person[]> {
  const beginning = toContainsPattern(searchTerms[0] ?? '').slice(1);
  return queryRows<Person>(
    db,
    sql`select id, name, email, role, status from users where ${and(accountContains(searchTerms), met)}
      order by search_text like ${foldedText(sql`${beginning}::text`)} desc,
        lower(name) collate "C", name collate "C", id
      limit ${STAFF_SEARCH_ROWS}`,
  );
}
