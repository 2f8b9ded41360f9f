import { atom, type ReadableAtom } from 'nanostores';
import { readStored, removeStored, writeStored } from '#site/islands/shared/offline/storage.ts';
import type { AssignmentView } from '../data/assignment.ts';
import { dashboard } from '../data/dashboard.ts';
import { isMissing, leagueOf } from '../data/league.ts';
import { type Award, toAwards } from './awards.ts';

const $earned = atom<Award | null>(null);
export const $justEarned: ReadableAtom<Award | null> = $earned;

// The server may still be processing the last tick, so it is polled this many times.
const TRIES = 5;
const BETWEEN_MS = 900;

export function closeCelebration(): void {
  $earned.set(null);
}

const toKey = (leagueId: string) => `celebrate:${leagueId}`;

/** True after leaving the page before its celebration. */
export function isCelebrationDue(leagueId: string): boolean {
  return readStored('session', toKey(leagueId)) !== null;
}

/** Polls for the award of the last tick. With `needsCertificateOnly`, only the certificate counts, not the badge. */
export async function celebrateLeague(
  leagueId: string,
  needsCertificateOnly: boolean,
  isWanted: () => boolean,
): Promise<void> {
  if (!needsCertificateOnly) writeStored('session', toKey(leagueId), '');
  for (let attempt = 0; attempt < TRIES && isWanted(); attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    if (!isWanted()) return;
    dashboard.invalidate();
    await dashboard.refresh();
    const { data } = dashboard.$state.get();
    const certificate = data?.certificates?.find((held) => held.leagueId === leagueId);
    const badge = needsCertificateOnly
      ? undefined
      : data?.badges.find(({ league }) => league.id === leagueId);
    if (!data || !(certificate ?? badge)) continue;
    leagueOf(leagueId).change((league) =>
      isMissing(league) ? league : { ...league, hasOpenBadge: false, certificate: certificate ?? null },
    );
    const isIt = (award: Award) =>
      certificate ? award.certificate?.id === certificate.id : award.badgeId === badge?.id;
    $earned.set(toAwards(data).find(isIt) ?? null);
    removeStored('session', toKey(leagueId));
    return;
  }
}

export function toMissingText({ assignment, submissions: [latest] }: AssignmentView): string | null {
  if (!assignment || latest?.status === 'APPROVED') return null;
  if (!latest) return 'Hand in your assignment. You get your certificate when it is approved.';
  return latest.status === 'NEEDS_REVISION'
    ? 'Your assignment needs another try. You get your certificate when it is approved.'
    : 'Your assignment is waiting for approval. You get your certificate then.';
}
