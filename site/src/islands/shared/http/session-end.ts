import { forgetKeptAccount } from '../offline/kept-account.ts';
import { clearOfflineCache } from '../offline/offline-cache.ts';
import { dropTokens } from './tokens.ts';

/**
 * Why somebody who was signed in is not any more.
 * - suspended: staff have closed the account
 * - ended: the session ran out, or was ended from another device
 * - deleted: they have deleted their account themselves
 */
export type SignOutReason = 'suspended' | 'ended' | 'deleted';
/** How a session came to its end; `left` is a log-out. */
export type SessionEnd = SignOutReason | 'left';

const SIGN_OUT_REASONS: readonly string[] = ['suspended', 'ended', 'deleted'] satisfies SignOutReason[];
const KEY = 'session-end';

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
  try {
    if (end === 'left') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, end);
  } catch {
    // Other tabs then say nothing more.
  }
  dropTokens();
  forgetAccount();
  for (const listener of listeners) listener(end);
}

/** Follows an end that another tab brought about. */
export function followSessionEnd(): void {
  forgetAccount();
  const end = readSessionEnd();
  for (const listener of listeners) listener(end);
}

/** Called at sign-in: how the session before ended is no news any more. */
export function forgetSessionEnd(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

function readSessionEnd(): SessionEnd {
  try {
    const end = localStorage.getItem(KEY);
    return isSignOutReason(end) ? end : 'left';
  } catch {
    return 'left';
  }
}

function forgetAccount(): void {
  forgetKeptAccount();
  void clearOfflineCache();
}
