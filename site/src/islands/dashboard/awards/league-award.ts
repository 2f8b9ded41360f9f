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

/**
 * Looks for what a league's last tick earned and shows it, on this page and in the celebration. Finds nothing while the
 * ticks wait on this device; the next visit shows it then. `isWanted` is asked before each try.
 */
export async function celebrateLeague(leagueId: string, isWanted: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < TRIES && isWanted(); attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    if (!isWanted()) return;
    dashboard.invalidate();
    await dashboard.refresh();
    const { data } = dashboard.$state.get();
    const certificate = data?.certificates?.find((held) => held.leagueId === leagueId);
    if (!data || !certificate) continue;
    leagueOf(leagueId).change((league) => (isMissing(league) ? league : { ...league, certificate }));
    $earned.set(toAwards(data).find((award) => award.certificate?.id === certificate.id) ?? null);
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
