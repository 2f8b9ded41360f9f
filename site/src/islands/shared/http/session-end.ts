import { forgetKeptAccount } from '../offline/kept-account.ts';
import { clearOfflineCache } from '../offline/offline-cache.ts';
import { dropTokens, isPastExpiry, read, remove, write } from './tokens.ts';

/**
 * Why somebody who was signed in is not any more.
 * - suspended: staff have closed the account
 * - ended: the session ran out, or was ended from another device
 * - deleted: they have deleted their account themselves
 * - closed: the same, and it is erased after the hold of staff accounts
 */
export type SignOutReason = 'suspended' | 'ended' | 'deleted' | 'closed';
/** How a session came to its end; `left` is a log-out. */
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

/** Calls back when the session of this page is over, whoever found out; returns how to stop. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The one place where a session ends in this browser: tokens, kept account and cached answers go at once, this page is
 * told, and other tabs see the tokens go. They read the reason then, so it is kept before.
 */
export function endSession(end: SessionEnd): void {
  if (end === 'left') remove(SESSION_END_KEY);
  else write(SESSION_END_KEY, end);
  dropTokens();
  forgetAccount();
  for (const listener of listeners) listener(end);
}

/** Ends a session whose time is over, without asking anybody: it may have run out while the browser was closed. */
export function endIfOver(): void {
  if (isPastExpiry()) endSession('ended');
}

/** Follows an end that another tab brought about. */
export function followSessionEnd(): void {
  forgetAccount();
  const end = readSessionEnd();
  for (const listener of listeners) listener(end);
}

/** Called at sign-in: how the session before ended is no news any more. */
export function forgetSessionEnd(): void {
  remove(SESSION_END_KEY);
}

function readSessionEnd(): SessionEnd {
  const end = read(SESSION_END_KEY);
  if (isSignOutReason(end)) return end;
  // A public page has taken the tokens away when their time was over.
  return isPastExpiry() ? 'ended' : 'left';
}

/** Takes off this device what is kept of an account, bar words that were not sent. */
export function forgetAccount(): void {
  forgetKeptAccount();
  void clearOfflineCache();
}
