import { announce, warn } from '#site/islands/shared/toast/toast.ts';
import { reloadUser } from '../../shared/session/session.ts';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { enroll } from '../data/enroll.ts';
import { leagueOf } from '../data/league.ts';

// Leaves time to read the welcome before the page reloads.
const ENROLLED_RELOAD_MS = 2000;

type Enrollable = Pick<CatalogueLeague, 'id' | 'name' | 'availability'>;

async function enrollAndReport({ id, name, availability }: Enrollable): Promise<boolean> {
  const outcome = await enroll({ id, name, isExpired: availability === 'expired' });
  if (!outcome) return false;
  if (outcome.kind === 'refused') {
    warn(outcome.text);
    return false;
  }
  announce(outcome.text);
  if (outcome.kind !== 'enrolled') return false;
  void reloadUser();
  return true;
}

export async function enrollAndOpen(league: Enrollable): Promise<void> {
  if (await enrollAndReport(league)) leagueOf(league.id).invalidate();
}

/** Does not reload if the learner left the screen meanwhile. */
export async function enrollAndReload(
  league: Enrollable,
  reload: () => void = () => location.reload(),
): Promise<void> {
  if (!(await enrollAndReport(league))) return;
  const { pathname } = location;
  setTimeout(() => {
    if (location.pathname === pathname) reload();
  }, ENROLLED_RELOAD_MS);
}
