import { and, eq, gt, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { isOneOf } from '../../platform/db/paging.ts';
import { mentorSessions, mentorSlots } from '../../platform/db/schema/community.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { notifyBoth } from './mails.ts';
import { isOffered, isTaken, selectSlots } from './offers.ts';
import { endSessions } from './sessions.ts';
import { takeBack } from './slots.ts';

const isToCome = gt(mentorSlots.startsAt, sql`now()`);

/** Mails both people once, within the last day before a session. */
export function mailReminders(deps: Mailing): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const isSoon = lt(mentorSlots.startsAt, sql`now() + interval '1 day'`);
    const soon = tx.select({ id: mentorSlots.id }).from(mentorSlots).where(and(isToCome, isSoon));
    const due = await tx
      .update(mentorSessions)
      .set({ remindedAt: sql`now()` })
      .where(and(isNull(mentorSessions.remindedAt), inArray(mentorSessions.slotId, soon)))
      .returning({ id: mentorSessions.id });
    const ids = due.map(({ id }) => id);
    const rows = await selectSlots(tx).where(isOneOf(mentorSessions.id, ids));
    await notifyBoth({ ...deps, db: tx }, rows.filter(isTaken), 'REMINDER', null);
  });
}

/** Cancels what is to come of accounts that are gone, not active, or no mentors any longer. */
export function cancelOfGone(mailing: Mailing): Promise<void> {
  return inTransaction(mailing.db, async (tx) => {
    const inTx = { ...mailing, db: tx };
    const rows = await selectSlots(tx).where(isToCome);
    const lost = rows.filter((row) => !isOffered(row)).map(({ slot }) => slot.id);
    await takeBack(inTx, isOneOf(mentorSlots.id, lost), null);
    const ended = rows.filter(({ learner, slot }) => learner?.status !== 'ACTIVE' && !lost.includes(slot.id));
    await endSessions(inTx, ended, null);
  });
}

/** Deletes past times without a session, and sessions whose two people are gone. */
export async function sweepSlots(db: Database): Promise<void> {
  const isKept = db
    .select({ id: mentorSessions.id })
    .from(mentorSessions)
    .where(
      and(
        eq(mentorSessions.slotId, mentorSlots.id),
        sql`coalesce(${mentorSlots.mentorId}, ${mentorSessions.learnerId}) is not null`,
      ),
    );
  await db.delete(mentorSlots).where(and(lt(mentorSlots.startsAt, sql`now()`), notExists(isKept)));
}
