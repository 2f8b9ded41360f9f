const POLL_MS = 15_000;

/** Calls `ask` on reconnection, when the page becomes visible, and at intervals while visible. */
export function pollWhileVisible(ask: () => void, everyMs = POLL_MS): () => void {
  const askIfVisible = () => {
    if (document.visibilityState === 'visible') ask();
  };
  const timer = setInterval(askIfVisible, everyMs);
  addEventListener('online', askIfVisible);
  document.addEventListener('visibilitychange', askIfVisible);
  return () => {
    clearInterval(timer);
    removeEventListener('online', askIfVisible);
    document.removeEventListener('visibilitychange', askIfVisible);
  };
}
