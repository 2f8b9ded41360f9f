import { clearOfflineCache, removeStoredAccount } from '../offline/offline-cache.ts';
import { readStored, removeStored, writeStored } from '../offline/storage.ts';
import { dropTokens, isPastExpiry, read, remove, write } from './tokens.ts';

/**
 * suspended: by staff; ended: expired or signed out elsewhere; deleted: by its owner; closed: a staff account deleted
 * by its owner, erased later.
 */
export type SignOutReason = 'suspended' | 'ended' | 'deleted' | 'closed';
/** `signed-out` is a log-out. */
export type SessionEnd = SignOutReason | 'signed-out';

const SIGN_OUT_REASONS: readonly string[] = [
  'suspended',
  'ended',
  'deleted',
  'closed',
] satisfies SignOutReason[];
// In localStorage, so that other tabs can read it.
const SESSION_END_KEY = 'session-end';

function isSignOutReason(value: string | null): value is SignOutReason {
  return value !== null && SIGN_OUT_REASONS.includes(value);
}

const listeners = new Set<(end: SessionEnd) => void>();

export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the reason before dropping the tokens, because other tabs read it when they see the tokens go. */
export function endSession(end: SessionEnd): void {
  if (end === 'signed-out') remove(SESSION_END_KEY);
  else write(SESSION_END_KEY, end);
  dropTokens();
  clearAccountData();
  for (const listener of listeners) listener(end);
}

/** Ends an expired session without a request, as after the browser was closed. */
export function endIfExpired(): void {
  if (isPastExpiry()) endSession('ended');
}

export function followSessionEnd(): void {
  clearAccountData();
  const end = readSessionEnd();
  for (const listener of listeners) listener(end);
}

export function removeSessionEnd(): void {
  remove(SESSION_END_KEY);
}

function readSessionEnd(): SessionEnd {
  const end = read(SESSION_END_KEY);
  if (isSignOutReason(end)) return end;
  // Public pages also remove expired tokens.
  return isPastExpiry() ? 'ended' : 'signed-out';
}

/** Removes an account's data from this device, except unsent text. */
export function clearAccountData(): void {
  removeStoredAccount();
  void clearOfflineCache();
}

// Already stored in browsers, so the name cannot change.
const SIGN_OUT_REASON_KEY = 'farewell';

export function storeSignOutReason(reason: SignOutReason): void {
  writeStored('session', SIGN_OUT_REASON_KEY, reason);
}

export function readSignOutReason(): SignOutReason | null {
  const reason = readStored('session', SIGN_OUT_REASON_KEY);
  return isSignOutReason(reason) ? reason : null;
}

export function takeSignOutReason(): SignOutReason | null {
  const reason = readSignOutReason();
  removeStored('session', SIGN_OUT_REASON_KEY);
  return reason;
}
