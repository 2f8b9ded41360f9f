import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { grantAwards } from '../awards/award.ts';
import { type Database, queryRows } from '../db/client.ts';
import type { progressEvents } from '../db/schema/learning.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { createId, type SecretKey } from '../process/secrets.ts';
import type { ProgressChange, ProgressState } from './progress-state.ts';
import type { Place } from './tracking.ts';

// Writes of progress beside those of change-progress.ts, by the same functions of the database (`record_change`,
// `sum_up_progress`, `complete_section` of the migrations): they append the event and derive record, section, league and
// sums from it.

export type ProgressEvent = typeof progressEvents.$inferSelect;

interface ProgressWrite {
  userId: string;
  /** Where it stands, by `lockPlace`. */
  place: Place;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId' | 'idempotencyKey'>;
  /** Encrypts the mail about what was earned. */
  secret: SecretKey;
}

/** Makes a record what it was before an event, by another event. The learner's sums are locked. */
export async function restoreProgress(
  tx: Database,
  write: ProgressWrite & { resourceId: string; restored: ProgressState; undoesId: number },
): Promise<void> {
  const { userId, place, requestInfo, resourceId, restored, undoesId } = write;
  const { sectionId, leagueId } = place;
  const { address, requestId } = requestInfo;
  const moment = (at: Date | null) => sql`${at?.toISOString() ?? null}::timestamptz`;
  const [change] = await queryRows<{ isCompletionChanged: boolean }>(
    tx,
    sql`select outcome = 'WRITTEN' and is_completion_changed as "isCompletionChanged" from record_change(
      of_user => ${userId}::text, on_resource => ${resourceId}::text, in_section => ${sectionId}::text,
      in_league => ${leagueId}::text, change_kind => 'RESTORED', new_note => ${restored.personalNote}::text,
      new_seconds => ${restored.timeSpentSeconds}::integer, restored_completed => ${moment(restored.completedAt)},
      restored_marked => ${moment(restored.markedForRevisionAt)}, undone_event => ${undoesId}::bigint,
      event_key => null, covers_section => false, checks_note => false, seen_note => null,
      new_id => ${createId()}::text, from_address => ${address}::text, from_request => ${requestId}::text)`,
  );
  if (!change?.isCompletionChanged) return;
  const [sums] = await queryRows<{ isLeagueComplete: boolean }>(
    tx,
    sql`select is_league_complete as "isLeagueComplete" from sum_up_progress(
      of_user => ${userId}::text, in_section => ${sectionId}::text, in_league => ${leagueId}::text, rewards => true,
      from_address => ${address}::text, from_request => ${requestId}::text)`,
  );
  if (sums?.isLeagueComplete) await rewardLeague(tx, write);
}

/**
 * Completes every resource of a section that is not complete yet, as one change. The idempotency key rides on the
 * first event, where a repeat ends. The learner's sums are locked. Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function recordSectionComplete(tx: Database, write: ProgressWrite): Promise<void> {
  const { userId, place, requestInfo } = write;
  const { address, requestId, idempotencyKey } = requestInfo;
  const [done] = await queryRows<{ outcome: string; isLeagueComplete: boolean }>(
    tx,
    sql`select outcome, is_league_complete as "isLeagueComplete" from complete_section(
      of_user => ${userId}::text, in_section => ${place.sectionId}::text, in_league => ${place.leagueId}::text,
      event_key => ${idempotencyKey}::text, from_address => ${address}::text, from_request => ${requestId}::text)`,
  );
  if (done?.outcome === 'KEY_REUSED') throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
  if (done?.isLeagueComplete) await rewardLeague(tx, write);
}

/** Grants what a league that was just completed earns. */
function rewardLeague(tx: Database, { userId, place, requestInfo, secret }: ProgressWrite): Promise<void> {
  return grantAwards(tx, { userId, leagueId: place.leagueId }, { requestInfo, secret });
}

/** Locks the learner's sums; one learner's writes happen one after another. A missing row is made. */
export async function lockLearner(tx: Database, userId: string): Promise<void> {
  const lock = () =>
    queryRows(tx, sql`select user_id from learner_stats where user_id = ${userId} for update`);
  if ((await lock()).length > 0) return;
  await setRanked(tx, userId);
  await lock();
}

/** The change that an event about a resource recorded. */
export function toChange(event: ProgressEvent): ProgressChange {
  const { kind, personalNote, timeSpentSeconds } = event;
  if (kind === 'RESTORED') {
    const restored = {
      completedAt: event.restoredCompletedAt,
      markedForRevisionAt: event.restoredMarkedAt,
      personalNote,
      timeSpentSeconds,
    };
    return { kind, restored, undoesId: event.undoesId ?? 0 };
  }
  return {
    kind,
    personalNote: personalNote ?? undefined,
    timeSpentSeconds: timeSpentSeconds ?? undefined,
  } as ProgressChange;
}
