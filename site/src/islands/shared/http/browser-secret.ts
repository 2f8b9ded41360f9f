import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';

const KEY = 'browserSecret';
/** For a browser whose storage is closed: good until the tab is. */
let unstored: string | null = null;

/**
 * The header by which the server knows a browser again that signed in before, so that others who guess the password do
 * not keep its owner out (docs/security.md P19). The secret is random, made once, opens nothing, and outlives sign-outs.
 */
export function browserHeader(): Record<string, string> {
  return { [DEVICE_TOKEN_HEADER]: findSecret() };
}

function findSecret(): string {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored) return stored;
    const made = makeSecret();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    unstored ??= makeSecret();
    return unstored;
  }
}

function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
