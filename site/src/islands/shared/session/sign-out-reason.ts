// The name under which browsers keep it.
const KEY = 'farewell';

/**
 * Why somebody who was signed in stands before the sign-in screen now.
 * - suspended: staff have closed the account
 * - ended: the session ran out, or was ended from another device
 * - deleted: they have deleted their account themselves
 */
export type SignOutReason = 'suspended' | 'ended' | 'deleted';
const SIGN_OUT_REASONS: readonly string[] = ['suspended', 'ended', 'deleted'] satisfies SignOutReason[];

/** Keeps the reason for the sign-in screen of this tab: nobody is shut out without a word. */
export function keepSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // The screen then says nothing more.
  }
}

/** The reason, once. */
export function takeSignOutReason(): SignOutReason | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return reason !== null && SIGN_OUT_REASONS.includes(reason) ? (reason as SignOutReason) : null;
  } catch {
    return null;
  }
}
