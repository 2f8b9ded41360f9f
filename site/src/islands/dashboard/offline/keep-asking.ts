const ASK_MS = 15_000;

/**
 * Asks when the connection returns and now and then, as long as somebody can see the page, and at once when it is looked at
 * again; returns how to stop.
 */
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
