import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';

const KEY = 'browserSecret';
/** 43 signs of five random bits; for the tab alone where storage is refused. */
let secret = '';

/**
 * Lets the server know a browser again, so that guessers do not keep its owner out (docs/security.md P19). The secret
 * is random, opens nothing, and outlives sign-outs.
 */
export function browserHeader(): Record<string, string> {
  try {
    secret = localStorage.getItem(KEY) ?? secret;
  } catch {
    // Storage is closed.
  }
  secret ||= Array.from(crypto.getRandomValues(new Uint8Array(43)), (byte) => (byte & 31).toString(32)).join(
    '',
  );
  try {
    localStorage.setItem(KEY, secret);
  } catch {
    // Storage is full or closed.
  }
  return { [DEVICE_TOKEN_HEADER]: secret };
}
