import { toPlain } from './plain-password.ts';

export const DEMO_PASSWORD = 'OpenLeague-demo-1!';

const PUBLISHED = new Set([DEMO_PASSWORD].map(toRoot));

/**
 * Ignores case, signs and trailing digits. Published passwords cannot be chosen and only sign in to local demos
 * (docs/security.md P48).
 */
export function isPublishedPassword(password: string): boolean {
  return PUBLISHED.has(toRoot(password));
}

function toRoot(password: string): string {
  return toPlain(password).replace(/\d+$/, '');
}
