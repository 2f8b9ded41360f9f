import { isSignOutReason, type SignOutReason } from '../http/session-end.ts';

// The name under which browsers keep it.
const KEY = 'farewell';

/** For the sign-in screen of this tab. */
export function keepSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // The screen then says nothing more.
  }
}

/** The reason; it stays for the next screen. */
export function readSignOutReason(): SignOutReason | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    return isSignOutReason(reason) ? reason : null;
  } catch {
    return null;
  }
}

/** The reason, once. */
export function takeSignOutReason(): SignOutReason | null {
  const reason = readSignOutReason();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  return reason;
}
