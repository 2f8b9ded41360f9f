import { atom } from 'nanostores';
import { getProfile } from '#contract/auth.ts';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { ApiFailure, callApi, isRefusal, onRightsRefused, refreshAccessToken } from '../http/api.ts';
import {
  endIfOver,
  endSession,
  followSessionEnd,
  forgetAccount,
  onSessionEnd,
  type SessionEnd,
} from '../http/session-end.ts';
import { readTokens, type TokenPair } from '../http/tokens.ts';
import { forgetTab } from '../offline/draft.ts';
import { keepAccount, readKeptAccount } from '../offline/kept-account.ts';
import { keepSignOutReason } from './sign-out-reason.ts';

/**
 * loading: tokens without a known account; `failure` says that the server could not be asked. signedOut: no tokens, or
 * refused ones. signedIn: the account as last heard.
 */
export type Session =
  | { state: 'loading'; user: null; failure: ApiFailure | null }
  | { state: 'signedOut'; user: null; failure: null }
  | { state: 'signedIn'; user: User; failure: ApiFailure | null };

const LOADING: Session = { state: 'loading', user: null, failure: null };
const SIGNED_OUT: Session = { state: 'signedOut', user: null, failure: null };

export const $session = atom<Session>(LOADING);

/** Later answers do not matter once this page signs out. */
let isLeaving = false;
/** True on pages that open without a connection. */
let isKeepingAccount = false;
/** Account of the tokens, as the server last said. */
let confirmed: { refreshToken: string | null; userId: string } | null = null;
/** Account that a gate of this page first let in. */
let pageOwner: string | null = null;
let started: Promise<Session> | null = null;
let loading: Promise<Session> | null = null;

/**
 * Reads the session once for the page and follows other tabs; every island's root calls it and gets the same promise.
 */
export function startSession(): Promise<Session> {
  if (started) return started;
  globalThis.addEventListener?.('storage', followOtherTabs);
  globalThis.addEventListener?.('online', retryAfterOutage);
  globalThis.addEventListener?.('pageshow', wakeUp);
  started = loadUser();
  return started;
}

/** Opens this page offline for the account that was last signed in. Call it before the start. */
export function keepAccountForOffline(): void {
  isKeepingAccount = true;
}

/** The account of this browser, also offline; null if unknown. */
export function findOwner(): string | null {
  return $session.get().user?.id ?? readKeptAccount()?.id ?? null;
}

/** False if another tab signed in somebody else, or the server cannot be asked. */
export async function isSignedInAs(userId: string): Promise<boolean> {
  if (confirmed && confirmed.refreshToken === readTokens().refreshToken) return confirmed.userId === userId;
  const { user, failure } = await reloadUser();
  return failure === null && user?.id === userId;
}

/**
 * False if this page was drawn for another account, in a tab that slept or followed a new sign-in: it has to start
 * over.
 */
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
  isLeaving = false;
  isKeepingAccount = false;
  confirmed = null;
  pageOwner = null;
  $session.set(LOADING);
}

/** Throws before the start (SESSION-12). */
export function requireSession(): Session {
  if (!started) throw new Error('useAuth must be used within an AuthProvider');
  return $session.get();
}

/** Keeps the last known account when the network fails. */
export function reloadUser(): Promise<Session> {
  return loadUser();
}

/** For a sign-in on this page, whose tokens are stored (entry.ts). */
export function beginSession(user: User): void {
  isLeaving = false;
  confirm(user);
  $session.set({ state: 'signedIn', user, failure: null });
}

/** From here the page leads on by itself (leaving.ts). */
export function beginLeaving(): void {
  isLeaving = true;
}

onSessionEnd(followEnd);
onRightsRefused(() => {
  if ($session.get().state === 'signedIn') void loadUser();
});

/** Gates follow `$session` to sign-in, which gives the reason. */
function followEnd(end: SessionEnd): void {
  if ($session.get().state === 'signedOut') return;
  forgetTab(end === 'ended' || end === 'suspended');
  if (end !== 'left') keepSignOutReason(end);
  if (!isLeaving) $session.set(SIGNED_OUT);
}

function loadUser(): Promise<Session> {
  loading ??= fetchUser().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchUser(): Promise<Session> {
  endIfOver();
  const asked = readTokens();
  if (!asked.accessToken) {
    // Another tab lost the session while this page slept, or it expired.
    if ($session.get().state === 'signedIn') followSessionEnd();
    else forgetAccount();
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
  // Another tab may have left or changed the account meanwhile.
  if (readTokens().refreshToken !== asked.refreshToken) return fetchUser();
  confirm(user);
  return settle({ state: 'signedIn', user, failure: null });
}

/** Tries a refresh; a refused one drops both tokens (SESSION-05, SESSION-06). */
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
  const kept = isKeepingAccount && failure.kind === 'network' ? readKeptAccount() : null;
  return kept ? { state: 'signedIn', user: kept, failure } : { state: 'loading', user: null, failure };
}

function settle(session: Session): Session {
  if (isKeepingAccount && session.state === 'signedIn' && !session.failure) keepAccount(session.user);
  $session.set(session);
  return session;
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && event.key !== ACCESS_TOKEN_KEY && event.key !== REFRESH_TOKEN_KEY) return;
  if (!readTokens().accessToken) followSessionEnd();
  // A refresh changes the access token alone; a sign-in changes both.
  else if (event.key !== ACCESS_TOKEN_KEY || $session.get().state !== 'signedIn') void loadUser();
}

/** A page restored by Back has missed sign-outs and must not show the account. */
function wakeUp(event: PageTransitionEvent): void {
  if (event.persisted) void loadUser();
}

function retryAfterOutage(): void {
  if ($session.get().failure) void loadUser();
}
