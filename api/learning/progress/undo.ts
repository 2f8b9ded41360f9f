import { and, asc, eq, sql } from 'drizzle-orm';
import { HISTORY_ERRORS, type HistoryEntry } from '#contract/history.ts';
import type { Database } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { findChange } from '../history.ts';
import { type ChangeFacts, replay, revertFacets, toChangeFacts } from './change-facts.ts';
import { type ProgressDeps, writeChange } from './change-progress.ts';
import type { ProgressState } from './decide.ts';
import { appendEvent, type ProgressEvent } from './events.ts';
import { lockPlace, type Place } from './lock-place.ts';

/**
 * Appends a new event; fields changed again since then keep their value. Throws CHANGE_NOT_FOUND, CHANGED_SINCE,
 * RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function undoChange(
  { db, config }: ProgressDeps,
  { actor, requestInfo, changeId }: ActorAndRequest & { changeId: string },
): Promise<{ entry: HistoryEntry }> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const event = await findEvent(tx, actor.id, changeId);
    if (!event) throw new ApiError(HISTORY_ERRORS.CHANGE_NOT_FOUND);
    const { resourceId } = event;
    const tracked = resourceId ? { resourceId } : { sectionId: event.sectionId };
    const place = await lockPlace(tx, actor, tracked);
    const events = await listEventsLike(tx, event);
    const facts = toChangeFacts(events).get(event.id);
    if (!facts || facts.undo === 'superseded') throw new ApiError(HISTORY_ERRORS.CHANGED_SINCE);
    if (facts.undo === 'possible') {
      const restored = revertFacets(facts, replay(events));
      if (resourceId) {
        // Only the stored reply keeps the key.
        const by = { ...requestInfo, idempotencyKey: null };
        const write = { userId: actor.id, tracked, place, requestInfo: by, config };
        await writeChange(tx, write, { kind: 'RESTORED', restored, undoesId: event.id });
      } else {
        await restoreSection(tx, event, place, { facts, restored });
      }
    }
    const entry = await findChange(tx, actor.id, changeId);
    if (!entry) throw new ApiError(HISTORY_ERRORS.CHANGE_NOT_FOUND);
    return { entry };
  });
}

async function findEvent(tx: Database, userId: string, changeId: string): Promise<ProgressEvent | null> {
  if (!/^\d{1,15}$/.test(changeId)) return null;
  const [event] = await tx
    .select()
    .from(progressEvents)
    .where(and(eq(progressEvents.id, Number(changeId)), eq(progressEvents.userId, userId)));
  return event ?? null;
}

function listEventsLike(tx: Database, { userId, resourceId, sectionId }: ProgressEvent) {
  return tx
    .select()
    .from(progressEvents)
    .where(
      and(
        eq(progressEvents.userId, userId),
        resourceId
          ? eq(progressEvents.resourceId, resourceId)
          : and(sql`${progressEvents.resourceId} is null`, eq(progressEvents.sectionId, sectionId)),
      ),
    )
    .orderBy(asc(progressEvents.id));
}

// A section event changes either the note or the mark.
async function restoreSection(
  tx: Database,
  { id, userId, kind }: ProgressEvent,
  { sectionId, leagueId, at }: Place,
  { restored }: { facts: ChangeFacts; restored: ProgressState },
): Promise<void> {
  const isNote = kind === 'SECTION_NOTED';
  const markedAt = restored.markedForRevisionAt;
  const event = {
    ...{ userId, sectionId, leagueId, undoesId: id, occurredAt: at },
    kind: isNote ? 'SECTION_NOTED' : markedAt ? 'SECTION_MARKED' : 'SECTION_UNMARKED',
    personalNote: isNote ? restored.personalNote : null,
    restoredMarkedAt: isNote ? null : markedAt,
  };
  await appendEvent(tx, event);
  await tx.execute(sql`
    update section_progress set personal_note = ${restored.personalNote}, updated_at = now(),
      marked_for_revision_at = ${markedAt?.toISOString() ?? null}::timestamptz
    where user_id = ${userId} and section_id = ${sectionId}`);
}
