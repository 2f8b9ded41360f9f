import type { User } from '#contract/users.ts';

export const KEPT_ACCOUNT_KEY = 'kept-account';

/** Lets the learner area open offline. Deleted together with the tokens. */
export function keepAccount(user: User): void {
  try {
    localStorage.setItem(KEPT_ACCOUNT_KEY, JSON.stringify(user));
  } catch {
    // Storage is blocked; the area then needs a connection.
  }
}

export function readKeptAccount(): User | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(KEPT_ACCOUNT_KEY) ?? 'null');
    return typeof user === 'object' && user !== null && 'id' in user ? (user as User) : null;
  } catch {
    return null;
  }
}

export function forgetKeptAccount(): void {
  try {
    localStorage.removeItem(KEPT_ACCOUNT_KEY);
  } catch {
    // Storage is blocked.
  }
}
