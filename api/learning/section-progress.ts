import { and, eq, sql } from 'drizzle-orm';
import { LEARNING_ERRORS, type SectionBody, type SectionProgress } from '#contract/learning.ts';
import type { Actor } from '../platform/access/actor.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { sectionProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { RequestInfo } from '../platform/http/request-info.ts';
import { type ProgressDeps, writeChange } from './progress/change-progress.ts';
import { appendEvent } from './progress/events.ts';
import { lockPlace, type Place } from './progress/lock-place.ts';

interface SectionWrite {
  actor: Actor;
  sectionId: string;
  body: SectionBody;
  requestInfo: RequestInfo;
}

/**
 * Completes every open resource (docs/api.md 4, Complete). Throws SECTION_NOT_FOUND, ENROLLMENT_REQUIRED,
 * SECTION_EMPTY, IDEMPOTENCY_KEY_REUSED.
 */
export async function completeSection(
  { db, config }: ProgressDeps,
  { actor, sectionId, body, requestInfo }: SectionWrite,
): Promise<{ progress: SectionProgress }> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const place = await lockPlace(tx, actor, { sectionId });
    if (place.resources.length === 0) throw new ApiError(LEARNING_ERRORS.SECTION_EMPTY);
    const write = { userId: actor.id, tracked: { sectionId }, place, requestInfo, config };
    await writeChange(tx, write, { kind: 'COMPLETED' });
    return { progress: await saveNotes(tx, actor.id, place, body) };
  });
}

/** Throws SECTION_NOT_FOUND, ENROLLMENT_REQUIRED, IDEMPOTENCY_KEY_REUSED. */
export async function updateSectionProgress(
  db: Database,
  { actor, sectionId, body, requestInfo }: SectionWrite,
): Promise<{ progress: SectionProgress }> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const place = await lockPlace(tx, actor, { sectionId });
    return { progress: await saveNotes(tx, actor.id, place, body) };
  });
}

async function saveNotes(
  tx: Database,
  userId: string,
  { sectionId, leagueId, at }: Place,
  { personalNote, markedForRevision }: SectionBody,
): Promise<SectionProgress> {
  const about = { userId, sectionId, leagueId, occurredAt: at };
  await appendSectionEvents(tx, about, { personalNote, markedForRevision });
  const marked = markedForRevision ? sql`coalesce(${sectionProgress.markedForRevisionAt}, now())` : null;
  const [row] = await tx
    .insert(sectionProgress)
    .values({
      userId,
      sectionId,
      personalNote,
      markedForRevisionAt: markedForRevision ? sql`now()` : null,
    })
    .onConflictDoUpdate({
      target: [sectionProgress.userId, sectionProgress.sectionId],
      set: {
        personalNote,
        ...(markedForRevision !== undefined && { markedForRevisionAt: marked }),
        updatedAt: sql`now()`,
      },
    })
    .returning();
  return {
    isCompleted: row?.completedAt != null,
    completedAt: toIso(row?.completedAt ?? null),
    personalNote: row?.personalNote ?? null,
    markedForRevision: row?.markedForRevisionAt != null,
  };
}

// One event per change, so that the history keeps every text.
async function appendSectionEvents(
  tx: Database,
  about: { userId: string; sectionId: string; leagueId: string; occurredAt: Date },
  { personalNote, markedForRevision }: SectionBody,
): Promise<void> {
  const { userId, sectionId } = about;
  const [before] = await tx
    .select({ note: sectionProgress.personalNote, markedAt: sectionProgress.markedForRevisionAt })
    .from(sectionProgress)
    .where(and(eq(sectionProgress.userId, userId), eq(sectionProgress.sectionId, sectionId)));
  const append = (kind: string, note: string | null = null) =>
    appendEvent(tx, { ...about, kind, personalNote: note });
  if (personalNote !== undefined && personalNote !== (before?.note ?? null)) {
    await append('SECTION_NOTED', personalNote);
  }
  if (markedForRevision !== undefined && markedForRevision !== (before?.markedAt != null)) {
    await append(markedForRevision ? 'SECTION_MARKED' : 'SECTION_UNMARKED');
  }
}
