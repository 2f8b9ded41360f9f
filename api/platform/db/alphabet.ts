import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Sorts by the Unicode Collation Algorithm, like Intl.Collator in the browser. The database's own collation may sort by
 * bytes.
 */
export function alphabetical(name: SQLWrapper): SQL {
  return sql`${name} collate "und-x-icu"`;
}
