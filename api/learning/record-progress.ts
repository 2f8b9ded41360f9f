import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type ProgressRow, RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { cleanProse } from '#contract/text.ts';
import { auditStatement, recordAudit } from '../audit/record.ts';
import { grantAwards } from '../awards/award.ts';
import { type Database, queryRows, queryTogether } from '../db/client.ts';
import { learnerStats, progressEvents, resourceProgress } from '../db/schema/learning.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { createId, type SecretKey } from '../process/secrets.ts';
import { only, recountLeagues, recountSections, sumLearners } from './learner-counters.ts';
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
 * Locks learner_stats, unless `locked` are the rows of `recordLocks`, sent before.
 * Throws NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export async function recordProgress(
  tx: Database,
  entry: ProgressEntry,
  locked?: unknown[],
): Promise<ProgressRow> {
  const { records, earlier } = readLocked(locked) ?? (await lockRecords(tx, entry, [entry.resourceId]));
  const step = toStep(tx, entry, records);
  if (step.isUnchanged) return step.row;
  if (earlier) {
    requireRepeat(earlier, entry.change, earlier.resourceId === entry.resourceId);
    return step.row;
  }
  requireExpectedNote(step.state.personalNote, entry.change, entry.expectedNote);
  const sums = step.isCompletionChanged ? sumStatements(entry) : [];
  const [written = [], ...rest] = await queryTogether(tx, [...step.statements, ...sums]);
  if (step.isCompletionChanged) await rewardSection(tx, entry, rest.at(-sums.length));
  return toWrittenRow(entry, written);
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
  const { records, earlier } = await lockRecords(tx, entry, resourceIds);
  const change: ProgressChange = { kind: 'COMPLETED' };
  const statements: SQL[] = [];
  let requestInfo = entry.requestInfo;
  for (const resourceId of resourceIds) {
    const step = toStep(tx, { ...entry, resourceId, change, requestInfo }, records);
    if (step.isUnchanged) continue;
    if (earlier) {
      requireRepeat(earlier, change, earlier.sectionId === entry.place.sectionId);
      return;
    }
    statements.push(...step.statements);
    requestInfo = requestInfo && { ...requestInfo, idempotencyKey: null };
  }
  if (statements.length === 0) return;
  const sums = sumStatements(entry);
  const results = await queryTogether(tx, [...statements, ...sums]);
  await rewardSection(tx, { ...entry, change }, results.at(-sums.length));
}

/** Locks the learner's sums; one learner's writes happen one after another. A missing row is made. */
export async function lockLearner(tx: Database, userId: string): Promise<void> {
  const lock = () =>
    queryRows(tx, sql`select user_id from learner_stats where user_id = ${userId} for update`);
  if ((await lock()).length > 0) return;
  await setRanked(tx, userId);
  await lock();
}

type Records = ReadonlyMap<string, ProgressState & { id: string; createdAt: Date; updatedAt: Date }>;

type KeyedEvent = Pick<
  ProgressEvent,
  'kind' | 'resourceId' | 'sectionId' | 'personalNote' | 'timeSpentSeconds'
>;

interface Locked {
  records: Records;
  /** The event that carries the key already. */
  earlier: KeyedEvent | null;
}

/** A row of `recordLocks`. */
interface LockedRow {
  record: (WrittenRow & { resource_id: string }) | null;
  earlier: KeyedEvent | null;
}

/**
 * The statement that locks the learner's sums and reads the learner's records on some resources, by their ids, and the event that carries the key. One
 * statement is enough: the account is locked since before it, so nobody writes them while it waits for a recount of the
 * sums.
 */
export function recordLocks(
  { userId, requestInfo }: Pick<ProgressEntry, 'userId' | 'requestInfo'>,
  resourceIds: readonly string[],
): SQL {
  const isRecord = and(
    eq(resourceProgress.userId, learnerStats.userId),
    inArray(resourceProgress.resourceId, [...resourceIds]),
  );
  const hasKey = and(
    eq(progressEvents.userId, learnerStats.userId),
    // Without a key it is equal to none.
    sql`${progressEvents.idempotencyKey} = ${requestInfo?.idempotencyKey ?? null}`,
  );
  return sql`
    select case when resource_progress.id is not null then to_json(resource_progress) end as record,
      case when progress_events.id is not null then json_build_object('kind', progress_events.kind,
        'resourceId', progress_events.resource_id, 'sectionId', progress_events.section_id,
        'personalNote', progress_events.personal_note,
        'timeSpentSeconds', progress_events.time_spent_seconds) end as earlier
    from learner_stats left join resource_progress on ${isRecord} left join progress_events on ${hasKey}
    where ${eq(learnerStats.userId, userId)} for update of learner_stats`;
}

/** What the statement of `recordLocks` found; null when the learner has no sums yet. */
function readLocked(rows: unknown[] = []): Locked | null {
  const found = rows as LockedRow[];
  if (found.length === 0) return null;
  const records = found.flatMap(({ record }) =>
    record ? [[record.resource_id, toStoredRow(record)] as const] : [],
  );
  return { records: new Map(records), earlier: found[0]?.earlier ?? null };
}

async function lockRecords(
  tx: Database,
  entry: Pick<ProgressEntry, 'userId' | 'requestInfo'>,
  resourceIds: readonly string[],
): Promise<Locked> {
  const locked = readLocked(await queryRows(tx, recordLocks(entry, resourceIds)));
  if (locked) return locked;
  await lockLearner(tx, entry.userId);
  return lockRecords(tx, entry, resourceIds);
}

/** Refuses a key whose event recorded another change: that one was never made. */
function requireRepeat(earlier: KeyedEvent, change: ProgressChange, isAboutTheSame: boolean): void {
  const asked = toEventColumns(change);
  const isRepeat =
    isAboutTheSame &&
    earlier.kind === change.kind &&
    earlier.personalNote === asked.personalNote &&
    earlier.timeSpentSeconds === asked.timeSpentSeconds;
  if (!isRepeat) throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
}

interface Step {
  /** True for a change that changes nothing: there is nothing to write. */
  isUnchanged: boolean;
  /** The record as it stands. */
  row: ProgressRow;
  state: ProgressState;
  isCompletionChanged: boolean;
  /** Event and record, then the audit entry; the first answers with the record, as `toWrittenRow` reads it. */
  statements: SQL[];
}

/** Stands for the moment of the event, which the database gives. */
const THEN = new Date(0);

/** Works out what a change writes about one resource. */
function toStep(
  tx: Database,
  { userId, resourceId, change, place, requestInfo }: ProgressEntry,
  records: Records,
): Step {
  const keys = { userId, resourceId };
  const before = records.get(resourceId) ?? null;
  const state = before ?? UNTOUCHED;
  const next = applyChange(state, change, THEN);
  const statements = [writeRecord(tx, { ...keys, change, place, requestInfo }, next)];
  const action = AUDITED[change.kind];
  if (action) {
    const metadata = { resourceId, leagueId: place.leagueId };
    statements.push(auditStatement({ actorId: userId, targetUserId: userId, action, metadata, requestInfo }));
  }
  return {
    isUnchanged: isSameState(next, state),
    row: toProgressRow(keys, state, before),
    state,
    isCompletionChanged: (state.completedAt === null) !== (next.completedAt === null),
    statements,
  };
}

/** The statement that appends the event and brings the record on the resource into line. */
function writeRecord(
  tx: Database,
  { userId, resourceId, change, place, requestInfo }: Omit<ProgressEntry, 'expectedNote' | 'secret'>,
  next: ProgressState,
): SQL {
  const event = tx
    .insert(progressEvents)
    .values({
      userId,
      resourceId,
      ...place,
      kind: change.kind,
      ...toEventColumns(change),
      idempotencyKey: requestInfo?.idempotencyKey ?? null,
      // Taken after the lock, so that moments stand in the order of the events.
      occurredAt: sql`clock_timestamp()`,
    })
    .returning({ occurredAt: progressEvents.occurredAt })
    .getSQL();
  return sql`
    with event as (${event})
    insert into resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    select ${createId()}::text, ${userId}::text, ${resourceId}::text, ${momentOfStep(next.completedAt)},
      ${momentOfStep(next.markedForRevisionAt)}, ${next.personalNote}::text, ${next.timeSpentSeconds}::int,
      occurred_at, occurred_at
    from event
    on conflict (user_id, resource_id) do update set completed_at = excluded.completed_at,
      marked_for_revision_at = excluded.marked_for_revision_at, personal_note = excluded.personal_note,
      time_spent_seconds = excluded.time_spent_seconds, updated_at = excluded.updated_at
    returning id, completed_at, marked_for_revision_at, personal_note, time_spent_seconds, created_at, updated_at`;
}

/** One text for every value, so that it is prepared once. */
function momentOfStep(at: Date | null): SQL {
  const known = at === THEN ? null : (at?.toISOString() ?? null);
  return sql`case when ${at === THEN}::boolean then occurred_at else ${known}::timestamptz end`;
}

interface WrittenRow {
  id: string;
  completed_at: string | null;
  marked_for_revision_at: string | null;
  personal_note: string | null;
  time_spent_seconds: number | null;
  created_at: string;
  updated_at: string;
}

function toWrittenRow(keys: Pick<ProgressEntry, 'userId' | 'resourceId'>, rows: unknown[]): ProgressRow {
  const stored = toStoredRow(rows[0] as WrittenRow);
  const { userId, resourceId } = keys;
  return toProgressRow({ userId, resourceId }, stored, stored);
}

function toStoredRow(row: WrittenRow) {
  const toDate = (moment: string | null) => (moment === null ? null : new Date(moment));
  return {
    id: row.id,
    completedAt: toDate(row.completed_at),
    markedForRevisionAt: toDate(row.marked_for_revision_at),
    personalNote: row.personal_note,
    timeSpentSeconds: row.time_spent_seconds,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
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

/** The statements that work out section, league and learner anew from the records below; never by adding one. */
function sumStatements({ userId, place }: Pick<ProgressEntry, 'userId' | 'place'>): SQL[] {
  const { sectionId, leagueId } = place;
  const learners = only(userId);
  return [
    sql`${recountSections({ sections: only(sectionId), learners })} returning completed_at is not null as "isCompleted"`,
    recountLeagues({ leagues: only(leagueId), learners }),
    sumLearners(sql`select ${userId}::text as user_id`),
  ];
}

/** Grants what a section that was just completed earns; `sections` are the rows of the first of `sumStatements`. */
async function rewardSection(
  tx: Database,
  { userId, place, change, requestInfo, secret }: Omit<ProgressEntry, 'resourceId'>,
  sections: unknown[] = [],
): Promise<void> {
  if (change.kind !== 'COMPLETED' && change.kind !== 'RESTORED') return;
  const [section] = sections as { isCompleted: boolean }[];
  if (!section?.isCompleted) return;
  await recordAudit(tx, {
    actorId: userId,
    targetUserId: userId,
    action: 'SECTION_COMPLETED',
    metadata: { sectionId: place.sectionId, leagueId: place.leagueId },
    requestInfo,
  });
  await grantAwards(tx, { userId, leagueId: place.leagueId }, { requestInfo, secret });
}
