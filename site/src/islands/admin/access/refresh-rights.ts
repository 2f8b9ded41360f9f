import { reloadUser } from '#site/islands/shared/session/session.ts';
import { $router } from '../areas/router.ts';

/** A profile younger than this is not fetched again. */
const HEARD_MS = 20_000;

/**
 * Reloads the account on screen changes and tab returns, because cached lists would outlive a lost role. Returns the
 * function that stops it.
 */
export function followRights(now: () => number = Date.now): () => void {
  let heardAt = now();
  const hear = () => {
    if (document.visibilityState !== 'visible' || now() - heardAt < HEARD_MS) return;
    heardAt = now();
    void reloadUser();
  };
  const leaveRouter = $router.listen(hear);
  document.addEventListener('visibilitychange', hear);
  return () => {
    leaveRouter();
    document.removeEventListener('visibilitychange', hear);
  };
}
