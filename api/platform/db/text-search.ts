import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Lower case without accents and zero-width joiners; Indic vowel signs stay. Plain ASCII skips the slow normalization.
 */
export function foldedText(text: SQL): SQL {
  const plain = sql`regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f\u200c\u200d]', '', 'g')`;
  return sql`(case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else lower(${plain}) end)`;
}

/** Must fold like `foldedText`. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .toLowerCase();
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export function toContainsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function containsFolded(column: SQLWrapper, text: string): SQL {
  return sql`${column} like ${foldedText(sql`${toContainsPattern(text)}::text`)}`;
}

export function containsText(columns: readonly SQLWrapper[], text: string): SQL {
  const pattern = toContainsPattern(text);
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}
