export const SECRET_KEY_MIN_LENGTH = 32;

export function splitKeys(text: string): string[] {
  return text.split(',').map((key) => key.trim());
}

export function isLongEnough(key: string): boolean {
  return key.length >= SECRET_KEY_MIN_LENGTH;
}
