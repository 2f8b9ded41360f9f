import { reloadUser } from '../../shared/session/session.ts';
import { announce, warn } from '../../shared/toast/notices.ts';
import type { CatalogueLeague } from '../data/catalogue.ts';
import { enroll } from '../data/enroll.ts';
import { leagueOf } from '../data/league.ts';

/** Long enough to read the welcome before the page loads again. */
const ENROLLED_RELOAD_MS = 2000;

type Enrollable = Pick<CatalogueLeague, 'id' | 'name' | 'standing'>;

/** Enrolls and tells how it went (LEAGUES-11, 15, 16); true when the learner is enrolled now. */
async function enrollAndTell({ id, name, standing }: Enrollable): Promise<boolean> {
  const outcome = await enroll({ id, name, isExpired: standing === 'expired' });
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

/** Enrolls, and asks again for the page of the league, which could not be shown before. */
export async function enrollAndOpen(league: Enrollable): Promise<void> {
  if (await enrollAndTell(league)) leagueOf(league.id).invalidate();
}

/**
 * Enrolls, and loads the page again after a success (LEAGUES-15), unless the learner has gone on to another screen by
 * then.
 */
export async function enrollAndReload(
  league: Enrollable,
  reload: () => void = () => location.reload(),
): Promise<void> {
  if (!(await enrollAndTell(league))) return;
  const { pathname } = location;
  setTimeout(() => {
    if (location.pathname === pathname) reload();
  }, ENROLLED_RELOAD_MS);
}
