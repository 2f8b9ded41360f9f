import { reloadUser } from '../../shared/session/session.ts';
import { announce, warn } from '../../shared/toast/notices.ts';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { enroll } from '../data/enroll.ts';

/** Long enough to read the welcome before the page loads again. */
const ENROLLED_RELOAD_MS = 2000;

/**
 * Enrolls, tells how it went, and loads the page again after a success (LEAGUES-11, 15, 16), unless the learner has
 * gone on to another screen by then.
 */
export async function enrollAndReload(
  { id, name, standing }: Pick<CatalogueLeague, 'id' | 'name' | 'standing'>,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const outcome = await enroll({ id, name, isExpired: standing === 'expired' });
  if (!outcome) return;
  if (outcome.kind === 'refused') return warn(outcome.text);
  announce(outcome.text);
  if (outcome.kind !== 'enrolled') return;
  void reloadUser();
  const { pathname } = location;
  setTimeout(() => {
    if (location.pathname === pathname) reload();
  }, ENROLLED_RELOAD_MS);
}
