const ASK_MS = 15_000;

/** Calls `ask` on reconnection, when the page becomes visible, and at intervals while visible. */
export function keepAsking(ask: () => void, everyMs = ASK_MS): () => void {
  const askIfSeen = () => {
    if (document.visibilityState === 'visible') ask();
  };
  const timer = setInterval(askIfSeen, everyMs);
  addEventListener('online', askIfSeen);
  document.addEventListener('visibilitychange', askIfSeen);
  return () => {
    clearInterval(timer);
    removeEventListener('online', askIfSeen);
    document.removeEventListener('visibilitychange', askIfSeen);
  };
}
