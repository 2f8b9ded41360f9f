import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldedText } from './folded-text.ts';

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function toContaining(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function holdsFolded(column: SQLWrapper, text: string): SQL {
  return sql`${column} like ${foldedText(sql`${toContaining(text)}::text`)}`;
}

export function holdsText(columns: readonly SQLWrapper[], text: string): SQL {
  const pattern = toContaining(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}
