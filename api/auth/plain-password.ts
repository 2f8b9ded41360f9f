/** What is left of a text for somebody who guesses: letters and digits, in lower case. */
export function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
