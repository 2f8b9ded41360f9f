/**
 * The server's last answers, for reading offline: one cache per account, deleted on log-out. Not local storage, which
 * is too small for a league.
 */
export const KEPT_REPLIES = 'kept-replies:';
/** The oldest go first. */
const REPLIES_MAX = 24;

const addressOf = (name: string) => `/kept-replies/${encodeURIComponent(name)}`;

interface Kept<Data> {
  data: Data;
  /** When it was answered, in milliseconds since 1970. */
  at: number;
}

/** Replaces the earlier answer. Browsers without a cache work too. */
export async function cacheReply(owner: string, name: string, data: unknown): Promise<void> {
  try {
    const cache = await caches.open(KEPT_REPLIES + owner);
    // Deleted first, so that it becomes the newest entry.
    await cache.delete(addressOf(name));
    await cache.put(addressOf(name), new Response(JSON.stringify({ at: Date.now(), data })));
    const known = await cache.keys();
    for (const old of known.slice(0, Math.max(0, known.length - REPLIES_MAX))) await cache.delete(old);
  } catch {
    // It is then asked for again.
  }
}

/** What was kept for an account, or null. */
export async function readCachedReply<Data>(owner: string | null, name: string): Promise<Kept<Data> | null> {
  try {
    if (!owner || !(await caches.has(KEPT_REPLIES + owner))) return null;
    const reply = await (await caches.open(KEPT_REPLIES + owner)).match(addressOf(name));
    return reply ? ((await reply.json()) as Kept<Data>) : null;
  } catch {
    return null;
  }
}

/** Throws away what was kept for every account, bar one. */
export async function clearOfflineCache(exceptOwner?: string): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_REPLIES));
    const unwanted = names.filter((name) => name !== KEPT_REPLIES + exceptOwner);
    await Promise.all(unwanted.map((name) => caches.delete(name)));
  } catch {
    // Nothing was kept.
  }
}
