import type { LoginBody } from '#contract/auth.ts';
import { login, signup } from '#contract/auth.ts';
import type { DataOf } from '#contract/call.ts';
import { REFRESH_TOKEN_DAYS, STAFF_SESSION_HOURS } from '#contract/constants.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { ApiFailure, callApi } from '../http/api.ts';
import { removeSessionEnd, takeSignOutReason } from '../http/session-end.ts';
import { saveTokens } from '../http/tokens.ts';
import { clearDrafts } from '../offline/draft.ts';
import { clearOfflineCache } from '../offline/offline-cache.ts';
import { removeStored, writeStored } from '../offline/storage.ts';
import { beginSession } from './session.ts';

/** Call before sign-in and sign-up, because the next page needs localStorage. Throws ApiFailure if it is blocked. */
export function requireStorage(): void {
  const isStored = writeStored('local', 'storage-check', '');
  removeStored('local', 'storage-check');
  if (isStored) return;
  const message =
    'This browser does not let the site keep you signed in. Allow cookies and site data for this site in the settings of the browser, then load this page again.';
  throw new ApiFailure({ kind: 'refused', message });
}

/** `headers` identify the browser. Throws ApiFailure. */
export async function signIn(credentials: LoginBody, headers?: Record<string, string>): Promise<User> {
  requireStorage();
  return completeSignIn(await callApi(login, { body: credentials, headers }));
}

/** `headers` identify the browser. Throws ApiFailure. */
export async function signUp(
  account: { name: string; email: string; password: string },
  headers?: Record<string, string>,
): Promise<User> {
  requireStorage();
  return completeSignIn(await callApi(signup, { body: account, headers }));
}

export function completeSignIn({ accessToken, refreshToken, user }: DataOf<typeof login>): User {
  removeSessionEnd();
  const hours = isAdmin(user.role as Role) ? STAFF_SESSION_HOURS : 24 * REFRESH_TOKEN_DAYS;
  saveTokens({ accessToken, refreshToken }, Date.now() + hours * 3_600_000);
  takeSignOutReason();
  clearDrafts(user.id);
  void clearOfflineCache(user.id);
  beginSession(user);
  return user;
}
