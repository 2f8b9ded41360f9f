import { forgetKeptAccount } from '../offline/kept-account.ts';
import { clearOfflineCache } from '../offline/offline-cache.ts';
import { dropTokens, isPastExpiry, read, remove, write } from './tokens.ts';

/**
 * suspended by staff. ended: expired, or ended on another device. deleted by its person; closed: the same for staff,
 * erased later.
 */
export type SignOutReason = 'suspended' | 'ended' | 'deleted' | 'closed';
/** `left` is a log-out. */
export type SessionEnd = SignOutReason | 'left';

const SIGN_OUT_REASONS: readonly string[] = [
  'suspended',
  'ended',
  'deleted',
  'closed',
] satisfies SignOutReason[];
/** Local storage: other tabs read it. */
const SESSION_END_KEY = 'session-end';

/** True for what a browser kept as a reason. */
export function isSignOutReason(value: string | null): value is SignOutReason {
  return value !== null && SIGN_OUT_REASONS.includes(value);
}

const listeners = new Set<(end: SessionEnd) => void>();

/** Returns how to stop. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Ends the session in this browser: tokens, account and cached answers go, and other tabs see the tokens go. The reason
 * is stored first, because they read it then.
 */
export function endSession(end: SessionEnd): void {
  if (end === 'left') remove(SESSION_END_KEY);
  else write(SESSION_END_KEY, end);
  dropTokens();
  forgetAccount();
  for (const listener of listeners) listener(end);
}

/** Ends an expired session without a call; it may have expired while the browser was closed. */
export function endIfOver(): void {
  if (isPastExpiry()) endSession('ended');
}

/** Follows an end that another tab brought about. */
export function followSessionEnd(): void {
  forgetAccount();
  const end = readSessionEnd();
  for (const listener of listeners) listener(end);
}

/** Called at sign-in. */
export function forgetSessionEnd(): void {
  remove(SESSION_END_KEY);
}

function readSessionEnd(): SessionEnd {
  const end = read(SESSION_END_KEY);
  if (isSignOutReason(end)) return end;
  // A public page removed the expired tokens.
  return isPastExpiry() ? 'ended' : 'left';
}

/** Removes an account's data from this device, except unsent words. */
export function forgetAccount(): void {
  forgetKeptAccount();
  void clearOfflineCache();
}
