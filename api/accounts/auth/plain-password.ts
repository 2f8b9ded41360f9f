/** Reduces a text to lower-case letters and digits. */
export function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
