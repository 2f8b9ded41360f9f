import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '#contract/constants.ts';
import { readStored, removeStored, writeStored } from '../offline/storage.ts';

export const EXPIRY_KEY = 'session-expiry';

/** Used only by session.ts, session-end.ts and api.ts. */
export interface TokenPair {
  accessToken: string | null;
  refreshToken: string | null;
}

// Fallback when storage is blocked, as in private windows.
const memory = new Map<string, string>();

export function read(key: string): string | null {
  return readStored('local', key) ?? memory.get(key) ?? null;
}

export function write(key: string, value: string): void {
  memory.delete(key);
  if (!writeStored('local', key, value)) memory.set(key, value);
}

export function remove(key: string): void {
  memory.delete(key);
  removeStored('local', key);
}

export function readTokens(): TokenPair {
  return { accessToken: read(ACCESS_TOKEN_KEY), refreshToken: read(REFRESH_TOKEN_KEY) };
}

/** `expiresAt` in milliseconds since 1970. */
export function saveTokens(tokens: { accessToken: string; refreshToken: string }, expiresAt: number): void {
  write(EXPIRY_KEY, String(expiresAt));
  write(ACCESS_TOKEN_KEY, tokens.accessToken);
  write(REFRESH_TOKEN_KEY, tokens.refreshToken);
}

/** The refresh token stays the same for its lifetime (docs/api.md Q3). */
export function saveAccessToken(accessToken: string): void {
  write(ACCESS_TOKEN_KEY, accessToken);
}

export function isPastExpiry(): boolean {
  return Date.now() > Number(read(EXPIRY_KEY) ?? Number.NaN);
}

export function dropTokens(): void {
  remove(ACCESS_TOKEN_KEY);
  remove(REFRESH_TOKEN_KEY);
  remove(EXPIRY_KEY);
}
