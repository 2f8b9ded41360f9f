import { atom, type ReadableAtom } from 'nanostores';
import { listCohorts } from '#contract/cohorts.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createQuery } from '../../shared/query/query.ts';
import { leagueList } from './catalogue.ts';
import { ENROLLMENT_EXPIRED } from './expiry.ts';
import { perform, SYNCS_LATER } from './outbox-actions.ts';

const ENROLLMENT_DONE = 'Enrollment successful! Welcome to your learning journey!';
/** Sent without a known cohort; the API then takes the caller's (docs/api.md 1.6). */
const DEFAULT_COHORT_ID = 'default';

/** The cohorts, active ones first. */
export const cohortList = createQuery('cohorts', async () => (await callApi(listCohorts)).cohorts);

const $enrollingId = atom<string | null>(null);
/** The league whose enrollment is on its way. */
export const $enrolling: ReadableAtom<string | null> = $enrollingId;

const $enrolledIds = atom<ReadonlySet<string>>(new Set());
/** Leagues enrolled in on this page, which loaded data does not know yet. */
export const $enrolledHere: ReadableAtom<ReadonlySet<string>> = $enrolledIds;

/** The first cohort of the list, or 'default' (LEAGUES-13, 14). */
export function pickCohortId(cohorts: readonly { id: string }[] | null): string {
  return cohorts?.[0]?.id ?? DEFAULT_COHORT_ID;
}

/** What a failed enrollment says (LEAGUES-16). */
function toEnrollmentFailure(message: string): string {
  return `Enrollment failed: ${message}. Please try again.`;
}

/** Said where the server could not be reached. */
const ENROLLMENT_KEPT = `Your enrollment is saved on this device. ${SYNCS_LATER}`;

export type EnrollmentOutcome = { kind: 'enrolled' | 'kept' | 'refused'; text: string };

/** The queue key of an enrollment. */
export function toLeagueQueueKey(leagueId: string): string {
  return `league:${leagueId}`;
}

/**
 * Enrolls in one league at a time and each once; null while another enrollment runs or after this one. Never throws:
 * the outcome has the words. Expired leagues are refused without a call (LEAGUES-11).
 */
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
    if (outcome.kind === 'kept') return { kind: 'kept', text: ENROLLMENT_KEPT };
    $enrolledIds.set(new Set([...$enrolledIds.get(), league.id]));
    leagueList.invalidate();
    return { kind: 'enrolled', text: ENROLLMENT_DONE };
  } catch (error) {
    return { kind: 'refused', text: toEnrollmentFailure(withoutEnding(toMessage(error, REQUEST_FAILED))) };
  } finally {
    $enrollingId.set(null);
  }
}

/** The sentence around it brings its own ending. */
function withoutEnding(message: string): string {
  return message.replace(/\s*Please try again\.?$/, '').replace(/\.$/, '');
}
