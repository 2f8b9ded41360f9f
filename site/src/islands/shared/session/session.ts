import { atom } from 'nanostores';
import type { LoginBody } from '#contract/auth.ts';
import { getProfile, login, logout, refreshSession, signup } from '#contract/auth.ts';
import type { DataOf } from '#contract/call.ts';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { ApiFailure, callApi, isRefusal, onRightsRefused, refreshAccessToken, request } from '../http/api.ts';
import {
  endSession,
  followSessionEnd,
  forgetSessionEnd,
  onSessionEnd,
  type SessionEnd,
} from '../http/session-end.ts';
import { readTokens, saveTokens, type TokenPair } from '../http/tokens.ts';
import { forgetDrafts } from '../offline/draft.ts';
import { keepAccount, readKeptAccount } from '../offline/kept-account.ts';
import { clearOfflineCache } from '../offline/offline-cache.ts';
import { clearOutbox } from '../offline/outbox.ts';
import { forgetReturnPath } from './return-path.ts';
import { keepSignOutReason, takeSignOutReason } from './sign-out-reason.ts';

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
/** Log-out waits this long for the server before the page moves on. */
const LOGOUT_PATIENCE_MS = 2000;

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

/** Signs in, keeps both tokens and the account (SESSION-07); `headers` name the browser. Throws ApiFailure. */
export async function signIn(credentials: LoginBody, headers?: Record<string, string>): Promise<User> {
  return enter(await callApi(login, { body: credentials, headers }));
}

/** Creates an account and signs in with it (SESSION-07); `headers` name the browser. Throws ApiFailure. */
export async function signUp(
  account: { name: string; email: string; password: string },
  headers?: Record<string, string>,
): Promise<User> {
  return enter(await callApi(signup, { body: account, headers }));
}

/** Ends the session here at once, even offline, and on the server where it can be reached (SESSION-08). */
export async function signOut(): Promise<void> {
  const tokens = readTokens();
  leaveWith('left');
  await Promise.race([
    endOnServer(tokens),
    new Promise((resolve) => setTimeout(resolve, LOGOUT_PATIENCE_MS)),
  ]);
  $session.set(SIGNED_OUT);
}

/** After the account was deleted: nothing of it stays in this browser, and the sign-in screen says why. */
export function leaveForGood(): void {
  leaveWith('deleted');
}

/** What was never sent goes too: whoever leaves was asked about it. The page itself leads on. */
function leaveWith(end: 'left' | 'deleted'): void {
  isLeaving = true;
  clearOutbox(findOwner());
  endSession(end);
}

onSessionEnd(followEnd);
onRightsRefused(() => {
  if ($session.get().state === 'signedIn') void loadUser();
});

/** Every screen follows `$session`: gates lead to sign-in, which says why. */
function followEnd(end: SessionEnd): void {
  if ($session.get().state === 'signedOut') return;
  if (end === 'left' || end === 'deleted') {
    forgetReturnPath();
    forgetDrafts();
  }
  if (end !== 'left') keepSignOutReason(end);
  if (!isLeaving) $session.set(SIGNED_OUT);
}

/** Takes over a session that the server has opened: its tokens, its account, nothing of an earlier one. */
export function enter({ accessToken, refreshToken, user }: DataOf<typeof login>): User {
  isLeaving = false;
  forgetSessionEnd();
  saveTokens({ accessToken, refreshToken });
  confirm(user);
  takeSignOutReason();
  // What somebody else typed in this tab is not for this account.
  forgetDrafts(user.id);
  void clearOfflineCache(user.id);
  $session.set({ state: 'signedIn', user, failure: null });
  return user;
}

function loadUser(): Promise<Session> {
  loading ??= fetchUser().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchUser(): Promise<Session> {
  const asked = readTokens();
  if (!asked.accessToken) {
    // A page that slept while another tab lost the session.
    if ($session.get().state === 'signedIn') followSessionEnd();
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

async function endOnServer({ accessToken, refreshToken }: TokenPair): Promise<void> {
  try {
    await request(logout, { keepalive: true }, accessToken);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401 || !refreshToken) return;
    // The access token had run out: without a fresh one the session would live on for the refresh token's days.
    await endWithFreshToken(refreshToken).catch(() => undefined);
  }
}

async function endWithFreshToken(refreshToken: string): Promise<void> {
  const reply = await request<DataOf<typeof refreshSession>>(
    refreshSession,
    { body: { refreshToken } },
    null,
  );
  await request(logout, { keepalive: true }, reply.data.accessToken);
}
