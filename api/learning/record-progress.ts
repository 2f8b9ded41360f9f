import { and, eq, inArray, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type ProgressRow, RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { cleanProse } from '#contract/text.ts';
import { recordAudit } from '../audit/record.ts';
import { grantAwards } from '../awards/award.ts';
import { type Database, queryRows } from '../db/client.ts';
import { learnerStats, progressEvents, resourceProgress } from '../db/schema/learning.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { createId, type SecretKey } from '../process/secrets.ts';
import { only, recountLeagues, recountSections, sumUpLearners } from './learner-counters.ts';
import {
  applyChange,
  isSameState,
  type ProgressChange,
  type ProgressState,
  toProgressRow,
  UNTOUCHED,
} from './progress-state.ts';
import type { Place } from './tracking.ts';

export type ProgressEvent = typeof progressEvents.$inferSelect;

export interface ProgressEntry {
  userId: string;
  resourceId: string;
  change: ProgressChange;
  /** The note the writer last saw, null for none; any other one that stands there now is not overwritten. */
  expectedNote?: string | null | undefined;
  /** Where the resource stands, by `lockPlace`. */
  place: Place;
  requestInfo?: Pick<RequestInfo, 'address' | 'requestId' | 'idempotencyKey'>;
  /** Encrypts the mail about what was earned. */
  secret: SecretKey;
}

/**
 * The one way progress is written: appends the event and derives the record, the section, the league, the learner's
 * sums and the awards from it, in the transaction of the caller. A change that changes nothing leaves no event. A key
 * that an earlier event carries changes nothing either and is answered with the record as it is by now: an event
 * outlives the answer that `runIdempotent` keeps.
 * Locks learner_stats. Throws NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export async function recordProgress(tx: Database, entry: ProgressEntry): Promise<ProgressRow> {
  const before = await lockRecords(tx, entry.userId, [entry.resourceId]);
  const { row, isCompletionChanged, earlier } = await appendEvent(tx, entry, before);
  if (earlier) requireRepeat(earlier, entry.change, earlier.resourceId === entry.resourceId);
  if (isCompletionChanged) await deriveSums(tx, entry);
  return row;
}

/**
 * Completes every resource of a section that is not complete yet, as one change. The idempotency key rides on the
 * first event, where a repeat ends. Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function recordSectionComplete(
  tx: Database,
  {
    resourceIds,
    ...entry
  }: Pick<ProgressEntry, 'userId' | 'place' | 'requestInfo' | 'secret'> & { resourceIds: readonly string[] },
): Promise<void> {
  const before = await lockRecords(tx, entry.userId, resourceIds);
  const change: ProgressChange = { kind: 'COMPLETED' };
  let requestInfo = entry.requestInfo;
  let isAnyChanged = false;
  for (const resourceId of resourceIds) {
    const asked = { ...entry, resourceId, change, requestInfo };
    const { isCompletionChanged, earlier } = await appendEvent(tx, asked, before);
    if (earlier) {
      requireRepeat(earlier, change, earlier.sectionId === entry.place.sectionId);
      break;
    }
    if (!isCompletionChanged) continue;
    isAnyChanged = true;
    requestInfo = requestInfo && { ...requestInfo, idempotencyKey: null };
  }
  if (isAnyChanged) await deriveSums(tx, { ...entry, change });
}

/** Locks the learner's sums; one learner's writes happen one after another. A missing row is made. */
export async function lockLearner(tx: Database, userId: string): Promise<void> {
  const lock = () =>
    queryRows(tx, sql`select user_id from learner_stats where user_id = ${userId} for update`);
  if ((await lock()).length > 0) return;
  await setRanked(tx, userId);
  await lock();
}

type Records = ReadonlyMap<string, typeof resourceProgress.$inferSelect>;

/**
 * The same, and reads the learner's records on some resources, by their ids. One statement is enough: the account is
 * locked since before it, so nobody writes them while it waits for a recount of the sums.
 */
async function lockRecords(tx: Database, userId: string, resourceIds: readonly string[]): Promise<Records> {
  const rows = await tx
    .select({ record: resourceProgress })
    .from(learnerStats)
    .leftJoin(
      resourceProgress,
      and(
        eq(resourceProgress.userId, learnerStats.userId),
        inArray(resourceProgress.resourceId, [...resourceIds]),
      ),
    )
    .where(eq(learnerStats.userId, userId))
    .for('update', { of: learnerStats });
  if (rows.length > 0) {
    return new Map(rows.flatMap(({ record }) => (record ? [[record.resourceId, record]] : [])));
  }
  await lockLearner(tx, userId);
  return lockRecords(tx, userId, resourceIds);
}

/** Refuses a key whose event recorded another change: that one was never made. */
function requireRepeat(earlier: ProgressEvent, change: ProgressChange, isAboutTheSame: boolean): void {
  const asked = toEventColumns(change);
  const isRepeat =
    isAboutTheSame &&
    earlier.kind === change.kind &&
    earlier.personalNote === asked.personalNote &&
    earlier.timeSpentSeconds === asked.timeSpentSeconds;
  if (!isRepeat) throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
}

async function findKeyed(tx: Database, userId: string, key: string): Promise<ProgressEvent | undefined> {
  const [event] = await tx
    .select()
    .from(progressEvents)
    .where(and(eq(progressEvents.userId, userId), eq(progressEvents.idempotencyKey, key)));
  return event;
}

interface Appended {
  row: ProgressRow;
  isCompletionChanged: boolean;
  /** The event that carries the key already; then nothing was written. */
  earlier?: ProgressEvent | undefined;
}

/** Appends the event, if it changes anything, and brings the record on the resource into line. */
async function appendEvent(
  tx: Database,
  { userId, resourceId, change, expectedNote, place, requestInfo }: ProgressEntry,
  records: Records,
): Promise<Appended> {
  const keys = { userId, resourceId };
  const idempotencyKey = requestInfo?.idempotencyKey ?? null;
  const before = records.get(resourceId) ?? null;
  const state = before ?? UNTOUCHED;
  const unchanged = { row: toProgressRow(keys, state, before), isCompletionChanged: false };
  if (isSameState(applyChange(state, change, new Date(0)), state)) return unchanged;
  const [event] = await tx
    .insert(progressEvents)
    .values({
      ...keys,
      ...place,
      kind: change.kind,
      ...toEventColumns(change),
      idempotencyKey,
      // Taken after the lock, so that moments stand in the order of the events.
      occurredAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing({ target: [progressEvents.userId, progressEvents.idempotencyKey] })
    .returning({ occurredAt: progressEvents.occurredAt });
  if (!event) return { ...unchanged, earlier: await findKeyed(tx, userId, idempotencyKey ?? '') };
  // After the event, because a repeat is no conflict; a refusal takes the event back with the transaction.
  requireExpectedNote(state.personalNote, change, expectedNote);
  const at = event.occurredAt;
  const next = { ...toStateColumns(applyChange(state, change, at)), updatedAt: at };
  const [row] = await tx
    .insert(resourceProgress)
    .values({ id: createId(), ...keys, ...next, createdAt: at })
    .onConflictDoUpdate({ target: [resourceProgress.userId, resourceProgress.resourceId], set: next })
    .returning();

  const action = AUDITED[change.kind];
  if (action) {
    await recordAudit(tx, {
      actorId: userId,
      targetUserId: userId,
      action,
      metadata: { resourceId, leagueId: place.leagueId },
      requestInfo,
    });
  }
  return {
    row: toProgressRow(keys, next, row ?? null),
    isCompletionChanged: (state.completedAt === null) !== (next.completedAt === null),
  };
}

/** What was written elsewhere meanwhile is never overwritten unseen; the very same words are no conflict. */
function requireExpectedNote(
  currentNote: string | null,
  change: ProgressChange,
  expectedNote: string | null | undefined,
): void {
  if (expectedNote === undefined || !('personalNote' in change)) return;
  const seen = expectedNote === null ? null : cleanProse(expectedNote);
  if (currentNote === null || currentNote === seen || currentNote === change.personalNote) return;
  throw new ApiError(RESOURCE_PROGRESS_ERRORS.NOTE_CHANGED, { extras: { currentNote } });
}

const AUDITED: Partial<Record<ProgressChange['kind'], string>> = {
  COMPLETED: 'RESOURCE_COMPLETED',
  MARKED_FOR_REVISION: 'RESOURCE_MARKED_FOR_REVISION',
};

function toEventColumns(change: ProgressChange) {
  if (change.kind === 'RESTORED') {
    const { completedAt, markedForRevisionAt, ...words } = change.restored;
    return {
      ...words,
      restoredCompletedAt: completedAt,
      restoredMarkedAt: markedForRevisionAt,
      undoesId: change.undoesId,
    };
  }
  return {
    personalNote: ('personalNote' in change ? change.personalNote : null) ?? null,
    timeSpentSeconds: ('timeSpentSeconds' in change ? change.timeSpentSeconds : null) ?? null,
  };
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

function toStateColumns({ completedAt, markedForRevisionAt, personalNote, timeSpentSeconds }: ProgressState) {
  return { completedAt, markedForRevisionAt, personalNote, timeSpentSeconds };
}

/** Works out section, league and learner anew from the records below; never by adding one. */
async function deriveSums(
  tx: Database,
  { userId, place, change, requestInfo, secret }: Omit<ProgressEntry, 'resourceId'>,
): Promise<void> {
  const { sectionId, leagueId } = place;
  const learners = only(userId);
  const [section] = await queryRows<{ isCompleted: boolean }>(
    tx,
    sql`${recountSections({ sections: only(sectionId), learners })} returning completed_at is not null as "isCompleted"`,
  );
  await tx.execute(recountLeagues({ leagues: only(leagueId), learners }));
  await sumUpLearners(tx, sql`select ${userId}::text as user_id`);

  if (change.kind !== 'COMPLETED' && change.kind !== 'RESTORED') return;
  if (section?.isCompleted) {
    await recordAudit(tx, {
      actorId: userId,
      targetUserId: userId,
      action: 'SECTION_COMPLETED',
      metadata: { sectionId, leagueId },
      requestInfo,
    });
    await grantAwards(tx, { userId, leagueId }, { requestInfo, secret });
  }
}
