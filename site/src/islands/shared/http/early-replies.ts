/** What the page asked for before its scripts were there (EarlyCalls.astro), by address. */
type Early = typeof globalThis & {
  earlyReplies?: Map<string, { token: string; askedAt: number; reply: Promise<Response> }>;
};

/** An older answer may have changed since. */
const FRESH_MS = 30_000;

/**
 * The answer to a call that the page's head made with the same token, once; null where it made none. Later on the page asks
 * anew.
 */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | null {
  const { earlyReplies } = globalThis as Early;
  const early = earlyReplies?.get(url);
  if (!early) return null;
  earlyReplies?.delete(url);
  return early.token === token && performance.now() - early.askedAt < FRESH_MS ? early.reply : null;
}
