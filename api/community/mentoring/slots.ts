import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/call.ts';
import { type AddSlotsBody, MENTORING_ERRORS, type reportAbsence } from '#contract/mentoring.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/db/client.ts';
import { insertRows } from '../../platform/db/insert-rows.ts';
import { isOneOf } from '../../platform/db/paging.ts';
import { mentorSlots } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { createId } from '../../platform/process/secrets.ts';
import { overlaps, requireMentor, selectSlots } from './offers.ts';
import { endSessions } from './sessions.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 366;

type Mentor = Pick<Actor, 'id' | 'role'>;

/**
 * Needs the lock of the mentor. Throws MENTOR_REFUSED, SLOT_PAST, SLOT_REPEAT, SLOT_OVERLAPS.
 * @param now A moment of the past, for the demo.
 */
export async function offerTimes(
  tx: Database,
  by: Mentor,
  { day, time, timeZone, minutes, until, ...offer }: AddSlotsBody,
  now = new Date(),
): Promise<{ added: number }> {
  await requireMentor(tx, by);
  const last = until ?? day;
  const first = Temporal.PlainDate.from(day);
  const start = toMoment(first, timeZone, time);
  const yearAhead = new Date(now.getTime() + YEAR_DAYS * DAY_MS);
  if (start <= now || start > yearAhead) throw new ApiError(MENTORING_ERRORS.SLOT_PAST);
  if (last < day || new Date(last) > yearAhead) throw new ApiError(MENTORING_ERRORS.SLOT_REPEAT);
  const slots = [];
  for (let date = first; date.toString() <= last; date = date.add({ weeks: 1 })) {
    const startsAt = toMoment(date, timeZone, time);
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
    slots.push({ id: createId(), mentorId: by.id, ...offer, startsAt, endsAt });
  }
  const isOverlapping = and(eq(mentorSlots.mentorId, by.id), or(...slots.map(overlaps)));
  if (await tx.$count(mentorSlots, isOverlapping)) throw new ApiError(MENTORING_ERRORS.SLOT_OVERLAPS);
  await insertRows(tx, mentorSlots, slots);
  return { added: slots.length };
}

/** Throws ABSENCE_DAYS. */
export async function takeDaysBack(
  mailing: Mailing,
  { id }: Mentor,
  { from, to, timeZone }: BodyOf<typeof reportAbsence>,
): Promise<void> {
  if (to < from) throw new ApiError(MENTORING_ERRORS.ABSENCE_DAYS);
  const days = {
    startsAt: toMoment(Temporal.PlainDate.from(from), timeZone),
    endsAt: toMoment(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone),
  };
  await takeBack(mailing, and(eq(mentorSlots.mentorId, id), overlaps(days)), id);
}

/** Those that have not begun. Tells both people of a session, but not `byId` by news. Returns how many. */
export async function takeBack(mailing: Mailing, where: SQL | undefined, byId: string | null) {
  const tx = mailing.db;
  // Waits for a booking, and keeps others out.
  const locked = await tx
    .select({ id: mentorSlots.id })
    .from(mentorSlots)
    .where(and(where, gt(mentorSlots.startsAt, sql`now()`)))
    .for('update');
  const ids = locked.map(({ id }) => id);
  const isLocked = isOneOf(mentorSlots.id, ids);
  await endSessions(mailing, await selectSlots(tx).where(isLocked), byId);
  await tx.delete(mentorSlots).where(isLocked);
  return ids.length;
}

const toMoment = (date: Temporal.PlainDate, timeZone: string, plainTime?: string) =>
  new Date(date.toZonedDateTime({ timeZone, ...(plainTime && { plainTime }) }).epochMilliseconds);
