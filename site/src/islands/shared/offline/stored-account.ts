import type { User } from '#contract/users.ts';

export const STORED_ACCOUNT_KEY = 'kept-account';

/** Lets the learner area open offline. Deleted together with the tokens. */
export function storeAccount(user: User): void {
  try {
    localStorage.setItem(STORED_ACCOUNT_KEY, JSON.stringify(user));
  } catch {
    // Storage is blocked; the area then needs a connection.
  }
}

export function readStoredAccount(): User | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(STORED_ACCOUNT_KEY) ?? 'null');
    return typeof user === 'object' && user !== null && 'id' in user ? (user as User) : null;
  } catch {
    return null;
  }
}

export function removeStoredAccount(): void {
  try {
    localStorage.removeItem(STORED_ACCOUNT_KEY);
  } catch {
    // Storage is blocked.
  }
}
