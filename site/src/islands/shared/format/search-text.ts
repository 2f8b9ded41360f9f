/**
 * Text to compare by: lower case, without accents, and without the joiners inside Indian words. Vowel signs of those
 * scripts are letters of their own and stay. The server folds the same way (api/db/folded-text.ts).
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** The words of a text, folded; signs between them are left out. */
export function toSearchWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}
