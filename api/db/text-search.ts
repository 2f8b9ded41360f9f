import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A text as LIKE and ILIKE take it: as it stands. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The pattern of whatever holds a text. */
export function toContaining(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** The condition that one of the columns holds a text, in whichever case. */
export function holdsText(columns: readonly SQLWrapper[], text: string): SQL {
  const pattern = toContaining(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}
