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
 * Who is signed in, for every island of a page.
 * - loading: tokens exist, the account is not known yet; `failure` says that the server could not be asked
 * - signedOut: no tokens, or the server refused them
 * - signedIn: the account, as last heard
 */
export type Session =
  | { state: 'loading'; user: null; failure: ApiFailure | null }
  | { state: 'signedOut'; user: null; failure: null }
  | { state: 'signedIn'; user: User; failure: ApiFailure | null };

const LOADING: Session = { state: 'loading', user: null, failure: null };
const SIGNED_OUT: Session = { state: 'signedOut', user: null, failure: null };

export const $session = atom<Session>(LOADING);

/** True once this page has asked to be signed out: what comes back later is no news to anybody. */
let isLeaving = false;
/** True on pages that open without a connection. */
let isKeepingAccount = false;
/** Whose sign-in the tokens are, as the server last said. */
let confirmed: { refreshToken: string | null; userId: string } | null = null;
/** The account that a gate of this page first let in. */
let pageOwner: string | null = null;
let started: Promise<Session> | null = null;
let loading: Promise<Session> | null = null;

/**
 * Reads the session once for the page and follows other tabs from then on; every island's root calls it. Resolves
 * with the first answer. Calling it again returns the same promise.
 */
export function startSession(): Promise<Session> {
  if (started) return started;
  globalThis.addEventListener?.('storage', followOtherTabs);
  globalThis.addEventListener?.('online', retryAfterOutage);
  globalThis.addEventListener?.('pageshow', wakeUp);
  started = loadUser();
  return started;
}

/** Lets this page open without a connection, for the account that was last signed in here. Call it before the start. */
export function keepAccountForOffline(): void {
  isKeepingAccount = true;
}

/** The account of this browser, also where the server could not be asked who it is; null when nobody knows. */
export function findOwner(): string | null {
  return $session.get().user?.id ?? readKeptAccount()?.id ?? null;
}

/**
 * True when what is sent now is sent for this account: another tab may have signed in somebody else a moment ago. False
 * as well while the server cannot be asked.
 */
export async function isSignedInAs(userId: string): Promise<boolean> {
  if (confirmed && confirmed.refreshToken === readTokens().refreshToken) return confirmed.userId === userId;
  const { user, failure } = await reloadUser();
  return failure === null && user?.id === userId;
}

/**
 * False where this page was drawn for another account before, in a tab that slept or followed a new sign-in elsewhere:
 * what its screens remember is not for this one, and it has to start over.
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

/** The session as it stands. Throws when nobody has started it (SESSION-12). */
export function requireSession(): Session {
  if (!started) throw new Error('useAuth must be used within an AuthProvider');
  return $session.get();
}

/** Fetches the account again and tells every island. Keeps the last known account when the network fails. */
export function reloadUser(): Promise<Session> {
  return loadUser();
}

/** Takes the account that has signed in on this page, with tokens kept already (entry.ts). */
export function beginSession(user: User): void {
  isLeaving = false;
  confirm(user);
  $session.set({ state: 'signedIn', user, failure: null });
}

/** From here the page leads on by itself, whatever it hears of its session (leaving.ts). */
export function beginLeaving(): void {
  isLeaving = true;
}

onSessionEnd(followEnd);
onRightsRefused(() => {
  if ($session.get().state === 'signedIn') void loadUser();
});

/** Every screen follows `$session`: gates lead to sign-in, which says why. */
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
    // The page slept while another tab lost the session, or what was kept outlived its session.
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
  // The answer belongs to the account that was asked for; another tab may have left or changed it meanwhile.
  if (readTokens().refreshToken !== asked.refreshToken) return fetchUser();
  confirm(user);
  return settle({ state: 'signedIn', user, failure: null });
}

/** On profile failure a refresh is tried; a refused refresh drops both tokens (SESSION-05, SESSION-06). */
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
  // A refresh changes the access token alone and the account stays the same; a new sign-in changes both.
  else if (event.key !== ACCESS_TOKEN_KEY || $session.get().state !== 'signedIn') void loadUser();
}

/** A page that Back brings from the browser's memory has slept through sign-outs: it must not show who was here. */
function wakeUp(event: PageTransitionEvent): void {
  if (event.persisted) void loadUser();
}

function retryAfterOutage(): void {
  if ($session.get().failure) void loadUser();
}
