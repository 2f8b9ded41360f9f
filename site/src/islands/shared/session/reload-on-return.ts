import { reloadUser } from './session.ts';

/** A profile younger than this is not fetched again. */
const FRESH_MS = 20_000;

/**
 * Reloads the account when the tab comes back, because rights and the count of unread news may have changed. `listen`
 * adds further occasions. Returns the function that stops it.
 */
export function reloadUserOnReturn(
  listen: (reload: () => void) => () => void = () => () => {},
  now: () => number = Date.now,
): () => void {
  let reloadedAt = now();
  const reload = () => {
    if (document.visibilityState !== 'visible' || now() - reloadedAt < FRESH_MS) return;
    reloadedAt = now();
    void reloadUser();
  };
  const stop = listen(reload);
  document.addEventListener('visibilitychange', reload);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', reload);
  };
}
