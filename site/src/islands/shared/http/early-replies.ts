/** Calls made by the page before its scripts arrived (EarlyCalls.astro), by address. */
type Early = typeof globalThis & {
  earlyReplies?: Map<string, { token: string; askedAt: number; reply: Promise<Response> }>;
};

/** An older answer may have changed since. */
const FRESH_MS = 30_000;

/** Answer to such a call with the same token, once; else null. */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | null {
  const { earlyReplies } = globalThis as Early;
  const early = earlyReplies?.get(url);
  if (!early) return null;
  earlyReplies?.delete(url);
  return early.token === token && performance.now() - early.askedAt < FRESH_MS ? early.reply : null;
}
