import { toPlain } from './plain-password.ts';

/** The password of every demo account. It stands in the documentation, so it is nobody's secret. */
export const DEMO_PASSWORD = 'OpenLeague-demo-1!';

const PUBLISHED = new Set([DEMO_PASSWORD].map(toRoot));

/**
 * True for a password that this repository tells everybody, whatever its case, signs and last digits: nobody may choose
 * it, and it opens an account only where nobody else is expected (docs/security.md P48).
 */
export function isPublishedPassword(password: string): boolean {
  return PUBLISHED.has(toRoot(password));
}

function toRoot(password: string): string {
  return toPlain(password).replace(/\d+$/, '');
}
