import { atom, type ReadableAtom } from 'nanostores';
import { listCohorts } from '#contract/cohorts.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createQuery } from '../../shared/query/query.ts';
import { leagueList } from './catalogue.ts';
import { ENROLLMENT_EXPIRED } from './expiry.ts';
import { perform, SYNCS_LATER } from './outbox-actions.ts';

const ENROLLMENT_DONE = 'Enrollment successful! Welcome to your learning journey!';
// Sent when no cohort is known; the API then uses the caller's own (docs/api.md 1.6).
const DEFAULT_COHORT_ID = 'default';

export const cohortList = createQuery('cohorts', async () => (await callApi(listCohorts)).cohorts);

const $enrollingId = atom<string | null>(null);
export const $enrolling: ReadableAtom<string | null> = $enrollingId;

const $enrolledIds = atom<ReadonlySet<string>>(new Set());
/** Leagues joined on this page and still missing from the loaded data. */
export const $enrolledHere: ReadableAtom<ReadonlySet<string>> = $enrolledIds;

export function pickCohortId(cohorts: readonly { id: string }[] | null): string {
  return cohorts?.[0]?.id ?? DEFAULT_COHORT_ID;
}

function toEnrollmentFailure(message: string): string {
  return `Enrollment failed: ${message}. Please try again.`;
}

const ENROLLMENT_QUEUED = `Your enrollment is saved on this device. ${SYNCS_LATER}`;

export type EnrollmentOutcome = { kind: 'enrolled' | 'queued' | 'refused'; text: string };

export function toLeagueQueueKey(leagueId: string): string {
  return `league:${leagueId}`;
}

/** Returns null while another enrollment runs or for a repeated one. Never throws. */
export async function enroll(league: {
  id: string;
  name?: string;
  isExpired: boolean;
}): Promise<EnrollmentOutcome | null> {
  if (league.isExpired) return { kind: 'refused', text: ENROLLMENT_EXPIRED };
  if ($enrollingId.get() !== null || $enrolledIds.get().has(league.id)) return null;
  $enrollingId.set(league.id);
  try {
    await cohortList.ensure();
    const { data, error } = cohortList.$state.get();
    if (error && !(error instanceof ApiFailure && error.kind === 'network')) throw error;
    const outcome = await perform({
      lane: toLeagueQueueKey(league.id),
      call: 'enrollInLeague',
      params: {},
      body: { cohortId: pickCohortId(data), leagueId: league.id },
      leagueId: league.id,
      title: league.name ?? '',
    });
    if (outcome.kind === 'refused') throw outcome.failure;
    if (outcome.kind === 'queued') return { kind: 'queued', text: ENROLLMENT_QUEUED };
    $enrolledIds.set(new Set([...$enrolledIds.get(), league.id]));
    leagueList.invalidate();
    return { kind: 'enrolled', text: ENROLLMENT_DONE };
  } catch (error) {
    return { kind: 'refused', text: toEnrollmentFailure(withoutEnding(toMessage(error, REQUEST_FAILED))) };
  } finally {
    $enrollingId.set(null);
  }
}

function withoutEnding(message: string): string {
  return message.replace(/\s*Please try again\.?$/, '').replace(/\.$/, '');
}
