import { toPlain } from './plain-password.ts';

/** Password of every demo account, published in the documentation. */
export const DEMO_PASSWORD = 'OpenLeague-demo-1!';

const PUBLISHED = new Set([DEMO_PASSWORD].map(toRoot));

/**
 * True for the published password in any case, with any signs and last digits. Nobody may choose it, and it signs in
 * only where nobody else is expected (docs/security.md P48).
 */
export function isPublishedPassword(password: string): boolean {
  return PUBLISHED.has(toRoot(password));
}

function toRoot(password: string): string {
  return toPlain(password).replace(/\d+$/, '');
}
