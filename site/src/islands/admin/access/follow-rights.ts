import { reloadUser } from '#site/islands/shared/session/session.ts';
import { $router } from '../areas/router.ts';

/** How long the account counts as just heard, in milliseconds. */
const HEARD_MS = 20_000;

/**
 * Hears the account again whenever another screen is opened or somebody comes back to the tab: lists are kept for five
 * minutes, and would be shown that long to whoever lost the role meanwhile. Returns the way to stop.
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
