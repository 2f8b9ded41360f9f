// Requests started by the page before its scripts loaded (EarlyCalls.astro), by URL.
type Early = typeof globalThis & {
  earlyReplies?: Map<string, { token: string; askedAt: number; reply: Promise<Response> }>;
};

const FRESH_MS = 30_000;

/** Takes the reply of an early request with the same token, once. */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | null {
  const { earlyReplies } = globalThis as Early;
  const early = earlyReplies?.get(url);
  if (!early) return null;
  earlyReplies?.delete(url);
  return early.token === token && performance.now() - early.askedAt < FRESH_MS ? early.reply : null;
}

/** Before a write, which the early replies do not know of. */
export function forgetEarlyReplies(): void {
  (globalThis as Early).earlyReplies?.clear();
}
