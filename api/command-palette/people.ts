import { and, type SQL, sql } from 'drizzle-orm';
import { STAFF_SEARCH_ROWS, type StaffSearchData } from '#contract/command-palette.ts';
import { accountHolds, areFoundAccounts } from '../accounts/search.ts';
import { type Database, queryRows } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';

type Person = StaffSearchData['people'][number];

/** Accounts that are looked at before the index is asked. */
const WALKED_MAX = 3000;
/** So many among them hold the words that the index would name a good part of all accounts. */
const FREQUENT = 60;
/** More matches than this are not put in order any more. */
const SORTED_MAX = 2000;

/**
 * People whose name, address, OL ID and handles hold every word, those first whose name begins with the first one; then
 * by name, by its bytes. Words that thousands hold pick nobody out: behind names that begin so, some of them will do.
 */
export async function findPeople(db: Database, searchTerms: readonly string[]): Promise<Person[]> {
  const [first = ''] = searchTerms;
  const holdsAll = and(...searchTerms.map(accountHolds)) as SQL;
  const beginning = await readPeople(
    db,
    sql`select *, ${holdsAll} as holds from users
      where ${folded} >= lower(${first}) collate "C" and ${folded} < (lower(${first}) || ${LAST}) collate "C"
      order by ${folded} limit ${constant(WALKED_MAX)}`,
  );
  if (beginning.length === STAFF_SEARCH_ROWS) return beginning;
  const walked = await readPeople(
    db,
    sql`select *, ${holdsAll} as holds from users order by created_at desc limit ${constant(WALKED_MAX)}`,
    FREQUENT,
  );
  const others =
    walked.length === FREQUENT
      ? walked
      : await readPeople(
          db,
          sql`select *, true as holds from users where ${areFoundAccounts(searchTerms)} limit ${constant(SORTED_MAX)}`,
        );
  const known = new Set(beginning.map(({ id }) => id));
  return [...beginning, ...others.filter(({ id }) => !known.has(id))].slice(0, STAFF_SEARCH_ROWS);
}

/** A name as `users_name_folded_idx` has it. */
const folded = sql`(lower(${users.name}) collate "C")`;
/** Comes after whatever may follow the beginning of a name. */
const LAST = '\u{10ffff}';
const constant = (count: number) => sql.raw(String(count));

/** Of rows of accounts those that hold what is searched, by name. */
function readPeople(db: Database, from: SQL, limit = STAFF_SEARCH_ROWS): Promise<Person[]> {
  return queryRows<Person>(
    db,
    sql`select id, name, email, role, status from (${from}) found where holds
      order by lower(name) collate "C", name collate "C", id limit ${limit}`,
  );
}
