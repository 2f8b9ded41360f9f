import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/call.ts';
import { type bookSession, MENTORING_ERRORS, OPEN_SESSIONS_MAX } from '#contract/mentoring.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/db/client.ts';
import { isOneOf } from '../../platform/db/paging.ts';
import { mentorNotes, mentorSessions, mentorSlots } from '../../platform/db/schema/community.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { createId } from '../../platform/process/secrets.ts';
import { notifyBoth } from './mails.ts';
import {
  type FoundSlot,
  isChangeable,
  isOffered,
  isTaken,
  overlaps,
  selectSlots,
  type Taken,
} from './offers.ts';

const DAY_MS = 86_400_000;

type Person = Pick<Actor, 'id'>;

/**
 * Needs the lock of the learner. Throws SESSIONS_FULL, SLOT_TAKEN and the errors of `requireFree`.
 * @param now A moment of the past, for the demo.
 */
export async function book(
  mailing: Mailing,
  { id: learnerId }: Person,
  { slotId, question }: BodyOf<typeof bookSession>,
  now = new Date(),
): Promise<string> {
  const tx = mailing.db;
  const { slot } = await requireFree(tx, learnerId, slotId, { now });
  const isToCome = and(eq(mentorSessions.learnerId, learnerId), gt(mentorSlots.endsAt, now));
  const coming = await selectSlots(tx).where(isToCome);
  if (coming.length >= OPEN_SESSIONS_MAX) throw new ApiError(MENTORING_ERRORS.SESSIONS_FULL);
  const id = createId();
  const session = { id, slotId, learnerId, question, remindedAt: toReminded(slot.startsAt, now) };
  await refuseTaken(() => tx.insert(mentorSessions).values(session));
  await notifyBoth(mailing, await selectTaken(tx, eq(mentorSessions.id, id)), 'BOOKED', learnerId);
  return id;
}

/** Throws SESSION_NOT_FOUND, SESSION_OTHER_MENTOR, SLOT_TAKEN, SLOT_TOO_LATE and the errors of `requireFree`. */
export async function move(mailing: Mailing, { id: learnerId }: Person, id: string, slotId: string) {
  const tx = mailing.db;
  const now = new Date();
  const before = await requireChangeable(tx, learnerId, id);
  if (before.slot.id === slotId) return;
  const { slot } = await requireFree(tx, learnerId, slotId, { now, moved: before });
  const change = { slotId, remindedAt: toReminded(slot.startsAt, now) };
  const isIt = eq(mentorSessions.id, id);
  await refuseTaken(() =>
    tx
      .update(mentorSessions)
      .set({ ...change, sequence: sql`${mentorSessions.sequence} + 1`, updatedAt: sql`now()` })
      .where(isIt),
  );
  const after = await selectTaken(tx, isIt);
  // Its mentor took the old time back meanwhile.
  if (after.length === 0) throw new ApiError(MENTORING_ERRORS.SESSION_NOT_FOUND);
  await notifyBoth(mailing, after, 'MOVED', learnerId);
}

/** Throws SESSION_NOT_FOUND, SLOT_TOO_LATE. */
export async function cancel(mailing: Mailing, { id: learnerId }: Person, id: string): Promise<void> {
  const before = await requireChangeable(mailing.db, learnerId, id);
  await endSessions(mailing, [before], learnerId);
}

/** Deletes sessions and tells both people, but not `byId` by news. */
export async function endSessions(mailing: Mailing, rows: readonly FoundSlot[], byId: string | null) {
  const taken = rows.filter(isTaken);
  const ids = taken.map(({ session }) => session.id);
  const isIt = isOneOf(mentorSessions.id, ids);
  const gone = await mailing.db.delete(mentorSessions).where(isIt).returning({ id: mentorSessions.id });
  const ended = taken.filter(({ session }) => gone.some(({ id }) => id === session.id));
  await notifyBoth(mailing, ended, 'CANCELLED', byId);
}

/** Throws SESSION_NOT_FOUND, SESSION_NOT_BEGUN. */
export async function saveNote(
  tx: Database,
  { id: authorId }: Person,
  sessionId: string,
  text: string | null | undefined,
): Promise<void> {
  const { slot } = await readSession(tx, authorId, sessionId);
  if (slot.startsAt > new Date()) throw new ApiError(MENTORING_ERRORS.SESSION_NOT_BEGUN);
  const isOwn = and(eq(mentorNotes.sessionId, sessionId), eq(mentorNotes.authorId, authorId));
  if (!text) {
    await tx.delete(mentorNotes).where(isOwn);
    return;
  }
  await tx
    .insert(mentorNotes)
    .values({ sessionId, authorId, text })
    .onConflictDoUpdate({
      target: [mentorNotes.sessionId, mentorNotes.authorId],
      set: { text, updatedAt: sql`now()` },
    });
}

/** Throws SESSION_NOT_FOUND. */
async function readSession(db: Database, readerId: string, id: string): Promise<Taken> {
  const isMine = or(eq(mentorSessions.learnerId, readerId), eq(mentorSlots.mentorId, readerId));
  const [row] = (await selectSlots(db).where(and(eq(mentorSessions.id, id), isMine))).filter(isTaken);
  if (!row) throw new ApiError(MENTORING_ERRORS.SESSION_NOT_FOUND);
  return row;
}

async function requireChangeable(tx: Database, learnerId: string, id: string): Promise<Taken> {
  const row = await readSession(tx, learnerId, id);
  if (row.session.learnerId !== learnerId) throw new ApiError(MENTORING_ERRORS.SESSION_NOT_FOUND);
  if (!isChangeable(row.slot, new Date())) throw new ApiError(MENTORING_ERRORS.SLOT_TOO_LATE);
  return row;
}

/** Throws SLOT_NOT_FOUND, SLOT_OWN, SLOT_TOO_LATE, SESSION_OTHER_MENTOR, SESSION_OVERLAPS. */
async function requireFree(
  tx: Database,
  learnerId: string,
  slotId: string,
  { now, moved }: { now: Date; moved?: Taken },
): Promise<FoundSlot> {
  const [row] = await selectSlots(tx).where(eq(mentorSlots.id, slotId));
  const isSame = !moved || row?.slot.mentorId === moved.slot.mentorId;
  if (!row || !isOffered(row) || !isSame || row.slot.mentorId === learnerId) {
    throw new ApiError(MENTORING_ERRORS.SLOT_NOT_FOUND);
  }
  const { slot } = row;
  if (!isChangeable(slot, now)) throw new ApiError(MENTORING_ERRORS.SLOT_TOO_LATE);
  const isMine = or(eq(mentorSessions.learnerId, learnerId), eq(mentorSlots.mentorId, learnerId));
  const isOther = moved && ne(mentorSessions.id, moved.session.id);
  const others = await selectSlots(tx).where(and(isMine, isOther, overlaps(slot)));
  if (others.some(isTaken)) throw new ApiError(MENTORING_ERRORS.SESSION_OVERLAPS);
  return row;
}

const refuseTaken = <Result>(write: () => Promise<Result>) =>
  refuseDuplicate('mentor_sessions_slot_unique', MENTORING_ERRORS.SLOT_TAKEN, write);

const selectTaken = async (tx: Database, where: SQL) => (await selectSlots(tx).where(where)).filter(isTaken);

// No reminder within the day before: the mail about the booking is one.
const toReminded = (startsAt: Date, now: Date) => (startsAt.getTime() - now.getTime() <= DAY_MS ? now : null);
