import { toPlain } from './plain-password.ts';

export const DEMO_PASSWORD = 'OpenLeague-demo-1!';

const PUBLISHED = new Set([DEMO_PASSWORD].map(toRoot));

/** Ignores case, signs and trailing digits. Sign-up refuses such passwords (docs/security.md P48). */
export function isPublishedPassword(password: string): boolean {
  return PUBLISHED.has(toRoot(password));
}

function toRoot(password: string): string {
  return toPlain(password).replace(/\d+$/, '');
}
