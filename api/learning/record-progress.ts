import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type ProgressRow, RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { cleanText } from '#contract/shared.ts';
import { recordAudit } from '../audit.ts';
import { grantAwards } from '../awards/award.ts';
import { type Database, queryRows } from '../db/client.ts';
import { progressEvents, resourceProgress } from '../db/schema/learning.ts';
import type { Caller } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { setRanked } from '../leaderboard/ranked.ts';
import { createId, type SecretKey } from '../secrets.ts';
import {
  applyChange,
  isSameState,
  type ProgressChange,
  type ProgressState,
  toProgressRow,
  UNTOUCHED,
} from './progress-state.ts';
import { lockPlace, type Place } from './tracking.ts';

export interface ProgressEntry {
  userId: string;
  resourceId: string;
  change: ProgressChange;
  /** The note the writer last saw, null for none; any other one that stands there now is not overwritten. */
  expectedNote?: string | null | undefined;
  /** Where the resource stands, when `lockPlace` was asked already. */
  place?: Place;
  caller?: Pick<Caller, 'address' | 'requestId' | 'idempotencyKey'>;
  /** Seals the mail about what was earned. */
  secret: SecretKey;
}

/**
 * The one way progress is written: appends the event and derives the record, the section, the league, the learner's
 * sums and the awards from it, in the transaction of the caller. A change that changes nothing leaves no event; a
 * repeated idempotency key is answered as the first time.
 * Locks league (FOR SHARE), then learner_stats. Throws RESOURCE_NOT_FOUND, NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export async function recordProgress(tx: Database, entry: ProgressEntry): Promise<ProgressRow> {
  const place = entry.place ?? (await lockPlace(tx, { resourceId: entry.resourceId }));
  await lockLearner(tx, entry.userId);
  const earlier = await findEarlier(tx, entry);
  if (earlier) return earlier;
  const { row, isCompletionChanged } = await appendEvent(tx, entry, place);
  if (isCompletionChanged) await deriveSums(tx, { ...entry, ...place });
  return row;
}

/**
 * Completes every resource of a section that is not complete yet, as one change. The idempotency key rides on the
 * first event. Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function recordSectionComplete(
  tx: Database,
  entry: Pick<ProgressEntry, 'userId' | 'caller' | 'secret'> & {
    place: Place;
    resourceIds: readonly string[];
  },
): Promise<void> {
  await lockLearner(tx, entry.userId);
  const known = await findKeyed(tx, entry.userId, entry.caller?.idempotencyKey);
  if (known) {
    if (known.sectionId === entry.place.sectionId && known.kind === 'COMPLETED') return;
    throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
  }
  let caller = entry.caller;
  let isAnyChanged = false;
  for (const resourceId of entry.resourceIds) {
    const change: ProgressChange = { kind: 'COMPLETED' };
    const { isCompletionChanged } = await appendEvent(
      tx,
      { userId: entry.userId, resourceId, change, caller, secret: entry.secret },
      entry.place,
    );
    if (!isCompletionChanged) continue;
    isAnyChanged = true;
    caller = caller && { ...caller, idempotencyKey: null };
  }
  if (isAnyChanged) await deriveSums(tx, { ...entry, ...entry.place, change: { kind: 'COMPLETED' } });
}

/** Locks the learner's sums; one learner's writes happen one after another. A missing row is made. */
export async function lockLearner(tx: Database, userId: string): Promise<void> {
  const lock = () =>
    queryRows(tx, sql`select user_id from learner_stats where user_id = ${userId} for update`);
  if ((await lock()).length > 0) return;
  await setRanked(tx, userId);
  await lock();
}

async function findKeyed(tx: Database, userId: string, key: string | null | undefined) {
  if (!key) return null;
  const [event] = await tx
    .select()
    .from(progressEvents)
    .where(and(eq(progressEvents.userId, userId), eq(progressEvents.idempotencyKey, key)));
  return event ?? null;
}

/** The answer that was given when this key came first, worked out again from the events up to that one. */
async function findEarlier(tx: Database, entry: ProgressEntry): Promise<ProgressRow | null> {
  const { userId, resourceId, change } = entry;
  const first = await findKeyed(tx, userId, entry.caller?.idempotencyKey);
  if (!first) return null;
  const asked = toEventColumns(change);
  const isSameRequest =
    first.resourceId === resourceId &&
    first.kind === change.kind &&
    first.personalNote === asked.personalNote &&
    first.timeSpentSeconds === asked.timeSpentSeconds;
  if (!isSameRequest) throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);

  const events = await tx
    .select()
    .from(progressEvents)
    .where(
      and(
        eq(progressEvents.userId, userId),
        eq(progressEvents.resourceId, resourceId),
        lte(progressEvents.id, first.id),
      ),
    )
    .orderBy(asc(progressEvents.id));
  const state = events.reduce<ProgressState>(
    (before, event) => applyChange(before, toChange(event), event.occurredAt),
    UNTOUCHED,
  );
  const stored = await findRow(tx, userId, resourceId);
  const createdAt = events[0]?.occurredAt ?? first.occurredAt;
  return toProgressRow(
    { userId, resourceId },
    state,
    stored && { id: stored.id, createdAt, updatedAt: first.occurredAt },
  );
}

async function findRow(tx: Database, userId: string, resourceId: string) {
  const [row] = await tx
    .select()
    .from(resourceProgress)
    .where(and(eq(resourceProgress.userId, userId), eq(resourceProgress.resourceId, resourceId)));
  return row ?? null;
}

/** Appends the event, if it changes anything, and brings the record on the resource into line. */
async function appendEvent(
  tx: Database,
  { userId, resourceId, change, expectedNote, caller }: ProgressEntry,
  place: Place,
): Promise<{ row: ProgressRow; isCompletionChanged: boolean }> {
  const keys = { userId, resourceId };
  const before = await findRow(tx, userId, resourceId);
  const state = before ?? UNTOUCHED;
  requireExpectedNote(state.personalNote, change, expectedNote);
  if (isSameState(applyChange(state, change, new Date(0)), state)) {
    return { row: toProgressRow(keys, state, before), isCompletionChanged: false };
  }
  const [event] = await tx
    .insert(progressEvents)
    .values({
      ...keys,
      ...place,
      kind: change.kind,
      ...toEventColumns(change),
      idempotencyKey: caller?.idempotencyKey ?? null,
      // Taken after the lock, so that moments stand in the order of the events.
      occurredAt: sql`clock_timestamp()`,
    })
    .returning({ occurredAt: progressEvents.occurredAt });
  const at = (event as { occurredAt: Date }).occurredAt;
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
      metadata: { resourceId },
      caller,
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
  const seen = expectedNote === null ? null : cleanText(expectedNote);
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
export function toChange(event: typeof progressEvents.$inferSelect): ProgressChange {
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
  { userId, sectionId, leagueId, change, caller, secret }: Omit<ProgressEntry, 'resourceId'> & Place,
): Promise<void> {
  const [section] = await queryRows<{ isCompleted: boolean }>(
    tx,
    sql`insert into section_progress (user_id, section_id, completed_resources, completed_at)
      select ${userId}, ${sectionId}, count(rp.completed_at),
        case when count(r.id) > 0 and count(rp.completed_at) = count(r.id) then max(rp.completed_at) end
      from resources r
      left join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${userId}
      where r.section_id = ${sectionId}
      on conflict (user_id, section_id) do update set
        completed_resources = excluded.completed_resources, completed_at = excluded.completed_at,
        updated_at = now()
      returning completed_at is not null as "isCompleted"`,
  );
  await tx.execute(sql`
    insert into league_progress (user_id, league_id, completed_resources, completed_sections, completed_weeks)
    select ${userId}, ${leagueId}, coalesce(sum(resources), 0), coalesce(sum(sections), 0),
      count(*) filter (where sections = size)
    from (
      select count(s.id) as size, coalesce(sum(sp.completed_resources), 0) as resources,
        count(sp.completed_at) as sections
      from weeks w
      join sections s on s.week_id = w.id
      left join section_progress sp on sp.section_id = s.id and sp.user_id = ${userId}
      where w.league_id = ${leagueId}
      group by w.id
    ) by_week
    on conflict (user_id, league_id) do update set
      completed_resources = excluded.completed_resources, completed_sections = excluded.completed_sections,
      completed_weeks = excluded.completed_weeks, updated_at = now()`);
  await tx.execute(sql`
    update learner_stats ls set completed_resources = sums.n, last_completed_at = last.completed_at,
      last_completed_resource_id = last.resource_id
    from (
      select coalesce(sum(completed_resources), 0) as n from league_progress where user_id = ${userId}
    ) sums
    left join (
      select completed_at, resource_id from resource_progress
      where user_id = ${userId} and completed_at is not null
      order by completed_at desc, resource_id desc limit 1
    ) last on true
    where ls.user_id = ${userId}`);

  if (change.kind !== 'COMPLETED' && change.kind !== 'RESTORED') return;
  if (section?.isCompleted) {
    await recordAudit(tx, {
      actorId: userId,
      targetUserId: userId,
      action: 'SECTION_COMPLETED',
      metadata: { sectionId },
      caller,
    });
    await grantAwards(tx, { userId, leagueId }, { caller, secret });
  }
}
