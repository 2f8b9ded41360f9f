import { atom, type ReadableAtom } from 'nanostores';
import type { AssignmentView } from '../data/assignment.ts';
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

/** Kept in this tab from the last tick of a league until its celebration was shown. */
const toKey = (leagueId: string) => `celebrate:${leagueId}`;

/** Whether a celebration was due and not shown: the last tick waited on this device, or the page was left. */
export function isCelebrationDue(leagueId: string): boolean {
  try {
    return sessionStorage.getItem(toKey(leagueId)) !== null;
  } catch {
    return false;
  }
}

function setCelebrationDue(leagueId: string, isDue: boolean): void {
  try {
    if (isDue) sessionStorage.setItem(toKey(leagueId), '');
    else sessionStorage.removeItem(toKey(leagueId));
  } catch {
    // A reload then forgets it.
  }
}

/**
 * Looks for what a league's last tick earned and shows it, on this page and in the celebration. Finds nothing while the
 * ticks wait on this device; the next visit shows it then. `isWanted` is asked before each try. With `isPaper` it waits
 * for the certificate, since no badge is to be earned.
 */
export async function celebrateLeague(
  leagueId: string,
  isPaper: boolean,
  isWanted: () => boolean,
): Promise<void> {
  if (!isPaper) setCelebrationDue(leagueId, true);
  for (let attempt = 0; attempt < TRIES && isWanted(); attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    if (!isWanted()) return;
    dashboard.invalidate();
    await dashboard.refresh();
    const { data } = dashboard.$state.get();
    const certificate = data?.certificates?.find((held) => held.leagueId === leagueId);
    const badge = isPaper ? undefined : data?.badges.find(({ league }) => league.id === leagueId);
    if (!data || !(certificate ?? badge)) continue;
    leagueOf(leagueId).change((league) =>
      isMissing(league) ? league : { ...league, hasOpenBadge: false, certificate: certificate ?? null },
    );
    const isIt = (award: Award) =>
      certificate ? award.certificate?.id === certificate.id : award.badgeId === badge?.id;
    $earned.set(toAwards(data).find(isIt) ?? null);
    setCelebrationDue(leagueId, false);
    return;
  }
}

/** What the assignment of a completed league still lacks for the certificate, in words; null where it lacks nothing. */
export function toMissingText({ assignment, submissions: [latest] }: AssignmentView): string | null {
  if (!assignment || latest?.status === 'APPROVED') return null;
  if (!latest) return 'Hand in your assignment. You get your certificate when it is approved.';
  return latest.status === 'NEEDS_REVISION'
    ? 'Your assignment needs another try. You get your certificate when it is approved.'
    : 'Your assignment is waiting for approval. You get your certificate then.';
}
