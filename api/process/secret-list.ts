/** What is shorter could be guessed. */
export const SECRET_KEY_MIN_LENGTH = 32;

/** The keys of the setting or the file, the newest first. */
export function splitKeys(text: string): string[] {
  return text.split(',').map((key) => key.trim());
}

/** True for a key that nobody guesses. */
export function isLongEnough(key: string): boolean {
  return key.length >= SECRET_KEY_MIN_LENGTH;
}
