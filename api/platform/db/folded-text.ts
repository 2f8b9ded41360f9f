import { type SQL, sql } from 'drizzle-orm';

/**
 * Text to search in: lower case, without accents, and without the joiners that some write inside Indian words. Vowel signs
 * of those scripts are letters of their own and stay. Taking letters apart is slow, and so is a language's own lower case:
 * plain text is spared both.
 */
export function foldedText(text: SQL): SQL {
  const plain = sql`regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f\u200c\u200d]', '', 'g')`;
  return sql`(case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else lower(${plain}) end)`;
}

/** The same of a text in the process. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .toLowerCase();
}
