import { atom, type ReadableAtom } from 'nanostores';
import { dashboard } from '../data/dashboard.ts';
import { isMissing, leagueOf } from '../data/league.ts';
import { type Award, toAwards } from './awards.ts';

const $earned = atom<Award | null>(null);
/** What the learner has just earned with a last tick, until they close it. */
export const $justEarned: ReadableAtom<Award | null> = $earned;

/** The server may still be at the last tick when the page shows it already; asked this often, this far apart. */
const TRIES = 5;
const BETWEEN_MS = 900;

/** Ends the celebration. */
export function closeCelebration(): void {
  $earned.set(null);
}

/**
 * Looks for what a league's last tick earned and shows it, on this page and in the celebration. Finds nothing while the
 * ticks wait on this device; the next visit shows it then. `isWanted` is asked before each try. True where the server
 * was asked to the end and has issued none: staff look at it first.
 */
export async function celebrateLeague(leagueId: string, isWanted: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES && isWanted(); attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    if (!isWanted()) return false;
    dashboard.invalidate();
    await dashboard.refresh();
    const { data } = dashboard.$state.get();
    const certificate = data?.certificates?.find((held) => held.leagueId === leagueId);
    if (!data || !certificate) continue;
    leagueOf(leagueId).change((league) => (isMissing(league) ? league : { ...league, certificate }));
    $earned.set(toAwards(data).find((award) => award.certificate?.id === certificate.id) ?? null);
    return false;
  }
  return isWanted() && dashboard.$state.get().error === null;
}
