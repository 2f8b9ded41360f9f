import { logout, refreshSession } from '#contract/auth.ts';
import type { DataOf } from '#contract/call.ts';
import { ApiFailure, request } from '../http/api.ts';
import { endSession } from '../http/session-end.ts';
import { readTokens, type TokenPair } from '../http/tokens.ts';
import { clearOutbox } from '../offline/outbox.ts';
import { $session, beginSignOut, findOwner } from './session.ts';

const LOGOUT_TIMEOUT_MS = 2000;

/** Ends the session here at once, even offline, and on the server if reachable. */
export async function signOut(): Promise<void> {
  const tokens = readTokens();
  endAndClear('signed-out');
  await Promise.race([endOnServer(tokens), new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))]);
  $session.set({ state: 'signedOut', user: null, failure: null });
}

export function signOutAfterDeletion(end: 'deleted' | 'closed'): void {
  endAndClear(end);
}

// Also drops unsent actions; the caller asked first and navigates.
function endAndClear(end: 'signed-out' | 'deleted' | 'closed'): void {
  beginSignOut();
  clearOutbox(findOwner());
  endSession(end);
}

async function endOnServer({ accessToken, refreshToken }: TokenPair): Promise<void> {
  try {
    await request(logout, { keepalive: true }, accessToken);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401 || !refreshToken) return;
    // The access token expired; the refresh token would stay valid for days.
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
