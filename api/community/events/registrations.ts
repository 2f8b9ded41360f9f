import { randomInt } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { DOOR_CODE_LENGTH, EVENT_ERRORS, GUEST_DAYS } from '#contract/events.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import { createId } from '../../platform/process/secrets.ts';
import { type Mailing, notify, notifyRegistered } from './mails.ts';
import { type Event, lockEvent, requireComing, requireOpen } from './offers.ts';

const r = eventRegistrations;

type Guest = { name: string; email: string };
type Person = { actor: Actor } | { guest: Guest };

/** Registrations of an event in turn, so that a rush does not hold every connection while it waits for the lock. */
export const turns = new SubjectQueue(1);

/** A second registration is the first one. Throws the errors of `requireOpen` and EVENT_AUDIENCE_REFUSED. */
export async function register(mailing: Mailing, eventId: string, who: Person): Promise<string> {
  const tx = mailing.db;
  const event = await lockEvent(tx, eventId);
  const [before, { confirmed, isWaitedFor, last }] = await Promise.all([
    findRegistration(tx, eventId, who),
    readStanding(tx, eventId),
  ]);
  if (before && before.state !== 'CANCELLED') return before.id;
  requireOpen(event);
  await requireAudience(tx, event, who);
  const hasPlace = confirmed < event.places && (!isWaitedFor || hasBegun(event));
  const taken = {
    state: hasPlace ? 'CONFIRMED' : 'WAITING',
    arrival: last + 1,
    mailedSequence: event.sequence,
  };
  const row = before
    ? await bringBack(tx, before.id, taken)
    : await addRegistration(tx, { eventId, ...toColumns(who), ...taken });
  await notify(mailing, event, hasPlace ? 'PLACE' : 'WAITING', [{ ...row, ...toReader(who) }]);
  return row.id;
}

const STORED = { id: r.id, userId: r.userId, state: r.state, doorCode: r.doorCode };

/** At the end of the waiting list, as if the person came for the first time. */
async function bringBack(tx: Database, id: string, taken: Partial<typeof r.$inferInsert>) {
  const [row] = await tx
    .update(r)
    .set({ ...taken, createdAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(r.id, id))
    .returning(STORED);
  return row as NonNullable<typeof row>;
}

async function addRegistration(tx: Database, row: Omit<typeof r.$inferInsert, 'id' | 'doorCode'>) {
  for (;;) {
    const [added] = await tx
      .insert(r)
      .values({ id: createId(), doorCode: createDoorCode(), ...row })
      .onConflictDoNothing({ target: [r.eventId, r.doorCode] })
      .returning(STORED);
    if (added) return added;
  }
}

const hasBegun = ({ startsAt }: Event) => startsAt <= new Date();

// Reads indexes alone, up to the number of places.
async function readStanding(tx: Database, eventId: string) {
  const [standing] = await tx
    .select({
      last: sql`coalesce(max(${r.arrival}), 0)`.mapWith(Number),
      confirmed: sql`(select count(*) ${isIn(eventId, 'CONFIRMED')})`.mapWith(Number),
      isWaitedFor: sql<boolean>`exists (select ${isIn(eventId, 'WAITING')})`,
    })
    .from(r)
    .where(eq(r.eventId, eventId));
  return standing as NonNullable<typeof standing>;
}

const isIn = (eventId: string, state: string) =>
  sql`from ${r} s where s.event_id = ${eventId} and s.state = ${state}`;

/** Gives a place back; a second time changes nothing. Throws REGISTRATION_(NOT_FOUND|CHECKED_IN), EVENT_(CANCELLED|OVER). */
export async function cancelRegistration(mailing: Mailing, where: SQL | undefined): Promise<string> {
  const tx = mailing.db;
  const [found] = await tx.select({ id: r.id, eventId: r.eventId }).from(r).where(where);
  if (!found) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  const event = await lockEvent(tx, found.eventId);
  requireComing(event);
  const isIt = eq(r.id, found.id);
  const [before] = await tx
    .select({ state: r.state, checkedInAt: r.checkedInAt })
    .from(r)
    .where(isIt)
    .for('update');
  if (before?.checkedInAt) throw new ApiError(EVENT_ERRORS.REGISTRATION_CHECKED_IN);
  if (!before || before.state === 'CANCELLED') return found.id;
  await tx.update(r).set({ state: 'CANCELLED', updatedAt: sql`now()` }).where(isIt);
  const occasion = before.state === 'CONFIRMED' ? 'GIVEN_BACK' : 'LEFT_LIST';
  await notifyRegistered(mailing, event, occasion, [found.id]);
  await moveUp(mailing, event);
  return found.id;
}

/** Of one transaction, so that it stays short. */
const MOVED_MAX = 100;

/**
 * Gives free places to the waiting list in the order of arrival, until the event begins. Needs the lock of the event.
 * Returns how many moved.
 */
export async function moveUp(mailing: Mailing, event: Event): Promise<number> {
  const tx = mailing.db;
  if (event.cancelledAt || hasBegun(event)) return 0;
  const confirmed = await tx.$count(r, and(eq(r.eventId, event.id), eq(r.state, 'CONFIRMED')));
  const free = Math.min(event.places - confirmed, MOVED_MAX);
  if (free <= 0) return 0;
  const first = tx
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, event.id), eq(r.state, 'WAITING')))
    .orderBy(r.arrival)
    .limit(free);
  const moved = await tx
    .update(r)
    .set({ state: 'CONFIRMED', mailedSequence: event.sequence, updatedAt: sql`now()` })
    .where(inArray(r.id, first))
    .returning({ id: r.id });
  await notifyRegistered(
    mailing,
    event,
    'MOVED_UP',
    moved.map(({ id }) => id),
  );
  return moved.length;
}

/** Gives places that nobody gave back, such as those of erased accounts, to the waiting lists. */
export async function fillPlaces(deps: Mailing, isStopping: () => boolean): Promise<void> {
  const isWaitedFor = exists(
    deps.db
      .select({ id: r.id })
      .from(r)
      .where(and(eq(r.eventId, events.id), eq(r.state, 'WAITING'))),
  );
  const due = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(and(gt(events.startsAt, sql`now()`), isNull(events.cancelledAt), isWaitedFor));
  for (const { id } of due) {
    const fill = (tx: Database) => lockEvent(tx, id).then((event) => moveUp({ ...deps, db: tx }, event));
    while (!isStopping() && (await inTransaction(deps.db, fill)) === MOVED_MAX);
  }
}

/** Deletes guests GUEST_DAYS after the end of their event. */
export async function sweepGuests(db: Database): Promise<void> {
  const past = db
    .select({ id: events.id })
    .from(events)
    .where(lt(events.endsAt, sql`now() - ${GUEST_DAYS} * interval '1 day'`));
  await db.delete(r).where(and(isNotNull(r.guestEmail), inArray(r.eventId, past)));
}

const toColumns = (who: Person) =>
  'actor' in who ? { userId: who.actor.id } : { guestName: who.guest.name, guestEmail: who.guest.email };

const toReader = (who: Person) =>
  'actor' in who
    ? { name: who.actor.name, email: who.actor.email, isProven: who.actor.emailVerified }
    : { ...who.guest, isProven: true };

// One mailbox has one place, as a guest or by its account.
async function findRegistration(tx: Database, eventId: string, who: Person) {
  const { email, isProven } = toReader(who);
  const userId =
    'actor' in who ? who.actor.id : tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  const rows = await tx
    .select({ id: r.id, state: r.state, userId: r.userId })
    .from(r)
    .where(
      and(
        eq(r.eventId, eventId),
        or(sql`${r.userId} = ${userId}`, isProven ? eq(r.guestEmail, email) : undefined),
      ),
    )
    .orderBy(sql`${r.state} = 'CANCELLED'`, r.userId);
  const [own] = rows;
  if (own && 'actor' in who && rows.every((row) => row.userId === null)) {
    await tx
      .update(r)
      .set({ userId: who.actor.id, guestName: null, guestEmail: null })
      .where(eq(r.id, own.id));
  }
  return own;
}

/** Throws EVENT_AUDIENCE_REFUSED. */
async function requireAudience(tx: Database, { audience, leagueId }: Event, who: Person): Promise<void> {
  if (audience === 'EVERYONE') return;
  const isMember = 'actor' in who && who.actor.status === 'ACTIVE';
  const isIn =
    isMember &&
    (leagueId === null ||
      (await tx.$count(
        enrollments,
        and(eq(enrollments.userId, who.actor.id), eq(enrollments.leagueId, leagueId)),
      )) > 0);
  if (!isIn) throw new ApiError(EVENT_ERRORS.EVENT_AUDIENCE_REFUSED);
}

// Crockford base32, as in codes of certificates.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function createDoorCode(): string {
  return Array.from({ length: DOOR_CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
