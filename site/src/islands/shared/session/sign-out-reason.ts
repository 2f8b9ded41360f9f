import { isSignOutReason, type SignOutReason } from '../http/session-end.ts';

// Already stored in browsers, so the name cannot change.
const KEY = 'farewell';

export function storeSignOutReason(reason: SignOutReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Storage is blocked; the sign-in screen then gives no reason.
  }
}

export function readSignOutReason(): SignOutReason | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    return isSignOutReason(reason) ? reason : null;
  } catch {
    return null;
  }
}

export function takeSignOutReason(): SignOutReason | null {
  const reason = readSignOutReason();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
  return reason;
}
