/**
 * Lower case, without accents and without joiners in Indian words; vowel signs stay. The same as api/platform/db/folded-text.ts.
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
