import { atom } from 'nanostores';
import { getProfile } from '#contract/auth.ts';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { ApiFailure, callApi, isRefusal, onRightsRefused, refreshAccessToken } from '../http/api.ts';
import {
  clearAccountData,
  endIfExpired,
  endSession,
  followSessionEnd,
  onSessionEnd,
  type SessionEnd,
  storeSignOutReason,
} from '../http/session-end.ts';
import { readTokens, type TokenPair } from '../http/tokens.ts';
import { clearTab } from '../offline/draft.ts';
import { readStoredAccount, storeAccount } from '../offline/offline-cache.ts';

/** loading: tokens without a known account; signedOut: no or refused tokens; signedIn: the last known account. */
export type Session =
  | { state: 'loading'; user: null; failure: ApiFailure | null }
  | { state: 'signedOut'; user: null; failure: null }
  | { state: 'signedIn'; user: User; failure: ApiFailure | null };

const LOADING: Session = { state: 'loading', user: null, failure: null };
const SIGNED_OUT: Session = { state: 'signedOut', user: null, failure: null };

export const $session = atom<Session>(LOADING);

// Ignores later replies once this page signs out.
let isSigningOut = false;
let isStoringAccount = false;
// Account that the server confirmed for these tokens.
let confirmed: { refreshToken: string | null; userId: string } | null = null;
// Account that this page was first rendered for.
let pageOwner: string | null = null;
let started: Promise<Session> | null = null;
let loading: Promise<Session> | null = null;

/** Loads the session once per page. Every island root calls it and gets the same promise. */
export function startSession(): Promise<Session> {
  if (started) return started;
  globalThis.addEventListener?.('storage', followOtherTabs);
  globalThis.addEventListener?.('online', retryAfterOutage);
  globalThis.addEventListener?.('pageshow', wakeUp);
  started = loadUser();
  return started;
}

/** Lets this page open offline with the last account. Call before `startSession`. */
export function storeAccountForOffline(): void {
  isStoringAccount = true;
}

export function findOwner(): string | null {
  return $session.get().user?.id ?? readStoredAccount()?.id ?? null;
}

/** False if another tab signed in a different account, or the server is unreachable. */
export async function isSignedInAs(userId: string): Promise<boolean> {
  if (confirmed && confirmed.refreshToken === readTokens().refreshToken) return confirmed.userId === userId;
  const { user, failure } = await reloadUser();
  return failure === null && user?.id === userId;
}

/** False in a tab that slept through a sign-in; it must reload. */
export function isPageOf(userId: string): boolean {
  pageOwner ??= userId;
  return pageOwner === userId;
}

function confirm(user: User): void {
  confirmed = { refreshToken: readTokens().refreshToken, userId: user.id };
}

/**
 * Undoes `startSession`: no listeners, nothing known.
 * @testonly
 */
export function stopSession(): void {
  globalThis.removeEventListener?.('storage', followOtherTabs);
  globalThis.removeEventListener?.('online', retryAfterOutage);
  globalThis.removeEventListener?.('pageshow', wakeUp);
  started = null;
  loading = null;
  isSigningOut = false;
  isStoringAccount = false;
  confirmed = null;
  pageOwner = null;
  $session.set(LOADING);
}

/** Throws before `startSession`. */
export function requireSession(): Session {
  if (!started) throw new Error('useAuth must be used within an AuthProvider');
  return $session.get();
}

/** Keeps the last known account when the network fails. */
export function reloadUser(): Promise<Session> {
  return loadUser();
}

export function beginSession(user: User): void {
  isSigningOut = false;
  confirm(user);
  $session.set({ state: 'signedIn', user, failure: null });
}

export function beginSignOut(): void {
  isSigningOut = true;
}

onSessionEnd(followEnd);
onRightsRefused(() => {
  if ($session.get().state === 'signedIn') void loadUser();
});

// Gates react to `$session` and redirect to sign-in, which shows the reason.
function followEnd(end: SessionEnd): void {
  if ($session.get().state === 'signedOut') return;
  clearTab(end === 'ended' || end === 'suspended');
  if (end !== 'signed-out') storeSignOutReason(end);
  if (!isSigningOut) $session.set(SIGNED_OUT);
}

function loadUser(): Promise<Session> {
  loading ??= fetchUser().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchUser(): Promise<Session> {
  endIfExpired();
  const asked = readTokens();
  if (!asked.accessToken) {
    // The session ended in another tab while this page slept, or it expired.
    if ($session.get().state === 'signedIn') followSessionEnd();
    else clearAccountData();
    return settle(SIGNED_OUT);
  }
  try {
    return await toSignedIn(asked);
  } catch (error) {
    return settle(await afterFailure(error));
  }
}

async function toSignedIn(asked: TokenPair): Promise<Session> {
  const user = await callApi(getProfile);
  // Another tab may have signed out or changed the account meanwhile.
  if (readTokens().refreshToken !== asked.refreshToken) return fetchUser();
  confirm(user);
  return settle({ state: 'signedIn', user, failure: null });
}

// Tries a refresh; a refused one drops both tokens.
async function afterFailure(error: unknown): Promise<Session> {
  if (!(error instanceof ApiFailure)) throw error;
  const { accessToken } = readTokens();
  if (!accessToken) return SIGNED_OUT;
  if (error.kind === 'network') return withFailure(error);
  try {
    const fresh = await refreshAccessToken(accessToken);
    if (!fresh) return SIGNED_OUT;
    return { state: 'signedIn', user: await callApi(getProfile), failure: null };
  } catch (again) {
    if (!(again instanceof ApiFailure)) throw again;
    if (!isRefusal(again)) return withFailure(again);
    endSession('ended');
    return SIGNED_OUT;
  }
}

function withFailure(failure: ApiFailure): Session {
  const known = $session.get();
  if (known.state === 'signedIn') return { ...known, failure };
  const kept = isStoringAccount && failure.kind === 'network' ? readStoredAccount() : null;
  return kept ? { state: 'signedIn', user: kept, failure } : { state: 'loading', user: null, failure };
}

function settle(session: Session): Session {
  if (isStoringAccount && session.state === 'signedIn' && !session.failure) storeAccount(session.user);
  $session.set(session);
  return session;
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && event.key !== ACCESS_TOKEN_KEY && event.key !== REFRESH_TOKEN_KEY) return;
  if (!readTokens().accessToken) followSessionEnd();
  // A refresh changes only the access token; a sign-in changes both.
  else if (event.key !== ACCESS_TOKEN_KEY || $session.get().state !== 'signedIn') void loadUser();
}

// A page restored from the back/forward cache may have missed a sign-out.
function wakeUp(event: PageTransitionEvent): void {
  if (event.persisted) void loadUser();
}

function retryAfterOutage(): void {
  if ($session.get().failure) void loadUser();
}
