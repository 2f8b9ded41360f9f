import { atom, type ReadableAtom } from 'nanostores';
import type { AssignmentView } from '../data/assignment.ts';
import { dashboard } from '../data/dashboard.ts';
import { isMissing, leagueOf } from '../data/league.ts';
import { type Award, toAwards } from './awards.ts';

const $earned = atom<Award | null>(null);
/** Just earned, until the learner closes it. */
export const $justEarned: ReadableAtom<Award | null> = $earned;

/** Tries, while the server may still process the last tick. */
const TRIES = 5;
const BETWEEN_MS = 900;

/** Ends the celebration. */
export function closeCelebration(): void {
  $earned.set(null);
}

/** Kept in this tab from the last tick until the celebration. */
const toKey = (leagueId: string) => `celebrate:${leagueId}`;

/** True if a celebration was not shown: the last tick waited, or the page was left. */
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
 * Finds what the last tick earned and celebrates it. Finds nothing while ticks wait on this device. `isWanted` is asked
 * before each try; with `isPaper` it waits for the certificate.
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

/** What the assignment lacks for the certificate, or null. */
export function toMissingText({ assignment, submissions: [latest] }: AssignmentView): string | null {
  if (!assignment || latest?.status === 'APPROVED') return null;
  if (!latest) return 'Hand in your assignment. You get your certificate when it is approved.';
  return latest.status === 'NEEDS_REVISION'
    ? 'Your assignment needs another try. You get your certificate when it is approved.'
    : 'Your assignment is waiting for approval. You get your certificate then.';
}
