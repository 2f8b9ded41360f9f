import { sql } from 'drizzle-orm';
import { type Database, momentPlaceholder, prepareQuery } from '../../platform/db/client.ts';
import { progressEvents, resourceProgress } from '../../platform/db/schema/learning.ts';
import type { ProgressChange } from './decide.ts';
import type { ProgressRecord } from './lock-place.ts';

export type ProgressEvent = typeof progressEvents.$inferSelect;
type NewEvent = Omit<typeof progressEvents.$inferInsert, 'id'> & { occurredAt: Date };

const NOTHING_SAID = {
  resourceId: null,
  personalNote: null,
  timeSpentSeconds: null,
  restoredCompletedAt: null,
  restoredMarkedAt: null,
  undoesId: null,
  idempotencyKey: null,
};

const value = sql.placeholder;

const insertEvent = prepareQuery((db) => {
  return db.insert(progressEvents).values({
    userId: value('userId'),
    resourceId: value('resourceId'),
    sectionId: value('sectionId'),
    leagueId: value('leagueId'),
    kind: value('kind'),
    personalNote: value('personalNote'),
    timeSpentSeconds: value('timeSpentSeconds'),
    restoredCompletedAt: momentPlaceholder('restoredCompletedAt'),
    restoredMarkedAt: momentPlaceholder('restoredMarkedAt'),
    undoesId: value('undoesId'),
    idempotencyKey: value('idempotencyKey'),
    occurredAt: momentPlaceholder('occurredAt'),
  });
});

/** Needs the lock of the learner's sums. The only insert of single events. */
export async function appendEvent(tx: Database, event: NewEvent): Promise<void> {
  await insertEvent(tx, { ...NOTHING_SAID, ...event });
}

export const saveRecord: (tx: Database, record: ProgressRecord) => Promise<unknown> = prepareQuery((db) =>
  db
    .insert(resourceProgress)
    .values({
      id: value('id'),
      userId: value('userId'),
      resourceId: value('resourceId'),
      completedAt: momentPlaceholder('completedAt'),
      markedForRevisionAt: momentPlaceholder('markedForRevisionAt'),
      personalNote: value('personalNote'),
      timeSpentSeconds: value('timeSpentSeconds'),
      createdAt: momentPlaceholder('createdAt'),
      updatedAt: momentPlaceholder('updatedAt'),
    })
    .onConflictDoUpdate({
      target: [resourceProgress.userId, resourceProgress.resourceId],
      set: {
        completedAt: sql`excluded.completed_at`,
        markedForRevisionAt: sql`excluded.marked_for_revision_at`,
        personalNote: sql`excluded.personal_note`,
        timeSpentSeconds: sql`excluded.time_spent_seconds`,
        updatedAt: sql`excluded.updated_at`,
      },
    }),
);

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
