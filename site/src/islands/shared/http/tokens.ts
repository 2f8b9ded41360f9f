import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '#contract/constants.ts';

/** The two tokens of one sign-in (SESSION-01, CONST-33). Only session.ts, session-end.ts and api.ts touch them. */
export interface TokenPair {
  accessToken: string | null;
  refreshToken: string | null;
}

// Storage can be refused (private windows, blocked cookies); the tab then keeps its tokens to itself.
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    const value = localStorage.getItem(key);
    if (value !== null) return value;
  } catch {
    // Falls through to memory.
  }
  return memory.get(key) ?? null;
}

function write(key: string, value: string): void {
  memory.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

function remove(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export function readTokens(): TokenPair {
  return { accessToken: read(ACCESS_TOKEN_KEY), refreshToken: read(REFRESH_TOKEN_KEY) };
}

/** Keeps both tokens of a fresh sign-in. */
export function saveTokens(tokens: { accessToken: string; refreshToken: string }): void {
  write(ACCESS_TOKEN_KEY, tokens.accessToken);
  write(REFRESH_TOKEN_KEY, tokens.refreshToken);
}

/**
 * Keeps a refreshed access token beside the refresh token, which stays the same for its whole life (docs/api.md Q3).
 */
export function saveAccessToken(accessToken: string): void {
  write(ACCESS_TOKEN_KEY, accessToken);
}

/** Forgets both tokens; only the end of a session does (session-end.ts). */
export function dropTokens(): void {
  remove(ACCESS_TOKEN_KEY);
  remove(REFRESH_TOKEN_KEY);
}
