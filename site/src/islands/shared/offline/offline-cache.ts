import type { User } from '#contract/users.ts';
import { readStoredJson, removeStored, writeStored } from './storage.ts';

/**
 * Last replies for offline reading: one cache per account, deleted on log-out. A league is too large for localStorage.
 */
export const OFFLINE_CACHE_PREFIX = 'kept-replies:';
const REPLIES_MAX = 24;

const addressOf = (name: string) => `/kept-replies/${encodeURIComponent(name)}`;

interface CachedReply<Data> {
  data: Data;
  /** Time of the reply, in milliseconds since 1970. */
  at: number;
}

/** Does nothing in browsers without Cache Storage. */
export async function cacheReply(owner: string, name: string, data: unknown): Promise<void> {
  try {
    const cache = await caches.open(OFFLINE_CACHE_PREFIX + owner);
    // Deleted first to become the newest entry, since the oldest are evicted.
    await cache.delete(addressOf(name));
    await cache.put(addressOf(name), new Response(JSON.stringify({ at: Date.now(), data })));
    const known = await cache.keys();
    for (const old of known.slice(0, Math.max(0, known.length - REPLIES_MAX))) await cache.delete(old);
  } catch {
    // The reply is requested again instead.
  }
}

export async function readCachedReply<Data>(
  owner: string | null,
  name: string,
): Promise<CachedReply<Data> | null> {
  try {
    if (!owner || !(await caches.has(OFFLINE_CACHE_PREFIX + owner))) return null;
    const reply = await (await caches.open(OFFLINE_CACHE_PREFIX + owner)).match(addressOf(name));
    return reply ? ((await reply.json()) as CachedReply<Data>) : null;
  } catch {
    return null;
  }
}

export async function clearOfflineCache(exceptOwner?: string): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX));
    const unwanted = names.filter((name) => name !== OFFLINE_CACHE_PREFIX + exceptOwner);
    await Promise.all(unwanted.map((name) => caches.delete(name)));
  } catch {
    // Cache Storage is blocked.
  }
}

export const STORED_ACCOUNT_KEY = 'kept-account';

/** Lets the learner area open offline. Deleted together with the tokens. */
export function storeAccount(user: User): void {
  writeStored('local', STORED_ACCOUNT_KEY, JSON.stringify(user));
}

export function readStoredAccount(): User | null {
  const user = readStoredJson('local', STORED_ACCOUNT_KEY);
  return typeof user === 'object' && user !== null && 'id' in user ? (user as User) : null;
}

export function removeStoredAccount(): void {
  removeStored('local', STORED_ACCOUNT_KEY);
}
