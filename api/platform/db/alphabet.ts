import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A name to sort by: the order of the Unicode Collation Algorithm, for any script and whatever the database's own order
 * is, which for many is that of bytes. The same on both engines (ICU), and as Intl.Collator sorts in the browser.
 */
export function alphabetical(name: SQLWrapper): SQL {
  return sql`${name} collate "und-x-icu"`;
}
