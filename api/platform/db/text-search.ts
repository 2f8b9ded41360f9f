import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldedText } from './folded-text.ts';

/** A text as LIKE and ILIKE take it: as it stands. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The pattern of whatever holds a text. */
export function toContaining(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** The condition that a column of folded text holds a text. */
export function holdsFolded(column: SQLWrapper, text: string): SQL {
  return sql`${column} like ${foldedText(sql`${toContaining(text)}::text`)}`;
}

/** The condition that one of the columns holds a text, in whichever case. */
export function holdsText(columns: readonly SQLWrapper[], text: string): SQL {
  const pattern = toContaining(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}
