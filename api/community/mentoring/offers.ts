import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { decideMentor } from '#contract/access.ts';
import { ERRORS } from '#contract/errors.ts';
import type { BookedSlot } from '#contract/mentoring.ts';
import type { Role } from '#contract/roles.ts';
import { isHttpUrl } from '#contract/text.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, toIso } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { mentorNotes, mentorSessions, mentorSlots, mentors } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

const HOUR_MS = 3_600_000;

const learner = alias(users, 'learner');
const mentor = alias(users, 'mentor');

const toPerson = <Table extends typeof learner | typeof mentor>(account: Table) => ({
  id: account.id as Table['id'],
  name: account.name as Table['name'],
  email: account.email as Table['email'],
  role: account.role as Table['role'],
  status: account.status as Table['status'],
  emailVerifiedAt: account.emailVerifiedAt as Table['emailVerifiedAt'],
});

/** Times with the session in them, the reader's own note, and the two people if they are left. */
export const selectSlots = (db: Database, readerId: string | null = null) =>
  db
    .select({
      slot: mentorSlots,
      session: mentorSessions,
      mentor: toPerson(mentor),
      learner: toPerson(learner),
      isNamed: sql<boolean>`${mentors.userId} is not null`,
      note: mentorNotes.text,
    })
    .from(mentorSlots)
    .leftJoin(mentorSessions, eq(mentorSessions.slotId, mentorSlots.id))
    .leftJoin(mentor, eq(mentor.id, mentorSlots.mentorId))
    .leftJoin(mentors, eq(mentors.userId, mentorSlots.mentorId))
    .leftJoin(learner, eq(learner.id, mentorSessions.learnerId))
    .leftJoin(
      mentorNotes,
      and(eq(mentorNotes.sessionId, mentorSessions.id), sql`${mentorNotes.authorId} = ${readerId}`),
    );

export type FoundSlot = Awaited<ReturnType<typeof selectSlots>>[number];
export type Taken = FoundSlot & { session: NonNullable<FoundSlot['session']> };
export type Slot = FoundSlot['slot'];

export const isTaken = (row: FoundSlot): row is Taken => row.session !== null;

export function isOffered({ mentor, isNamed }: Pick<FoundSlot, 'mentor' | 'isNamed'>): boolean {
  return mentor?.status === 'ACTIVE' && decideMentor({ role: mentor.role as Role }, isNamed).allowed;
}

export const overlaps = ({ startsAt, endsAt }: Pick<Slot, 'startsAt' | 'endsAt'>) =>
  and(lt(mentorSlots.startsAt, endsAt), gt(mentorSlots.endsAt, startsAt));

export const isChangeable = (slot: Slot, now: Date) => now < changeableUntil(slot);

const changeableUntil = ({ startsAt, noticeHours }: Slot) =>
  new Date(startsAt.getTime() - noticeHours * HOUR_MS);

export const presentSlot = ({ slot }: FoundSlot) => ({
  ...{ id: slot.id, mentorId: slot.mentorId, topics: slot.topics, place: slot.place, session: null },
  ...{ startsAt: toIso(slot.startsAt), endsAt: toIso(slot.endsAt), isOnline: isHttpUrl(slot.place) },
  changeableUntil: toIso(changeableUntil(slot)),
});

export function presentBooked(row: Taken, readerId: string): BookedSlot {
  const { id, question } = row.session;
  const other = row.slot.mentorId === readerId ? row.learner : row.mentor;
  const session = { id, otherName: other?.name ?? null, question, note: row.note };
  return { ...presentSlot(row), session };
}

export async function isMentoring(db: Database, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  return decideMentor({ role }, (await db.$count(mentors, eq(mentors.userId, id))) > 0).allowed;
}

/** Throws MENTOR_REFUSED. */
export async function requireMentor(db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<void> {
  if (!(await isMentoring(db, actor))) throw new ApiError(ERRORS.MENTOR_REFUSED);
}
