const KEY = 'farewell';

/**
 * Why somebody who was signed in stands before the sign-in screen now.
 * - suspended: staff have closed the account
 * - ended: the session ran out, or was ended from another device
 * - deleted: they have deleted their account themselves
 */
export type Farewell = 'suspended' | 'ended' | 'deleted';
const FAREWELLS: readonly string[] = ['suspended', 'ended', 'deleted'] satisfies Farewell[];

/** Keeps the reason for the sign-in screen of this tab: nobody is shut out without a word. */
export function keepFarewell(reason: Farewell): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // The screen then says nothing more.
  }
}

/** The reason, once. */
export function takeFarewell(): Farewell | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return reason !== null && FAREWELLS.includes(reason) ? (reason as Farewell) : null;
  } catch {
    return null;
  }
}
