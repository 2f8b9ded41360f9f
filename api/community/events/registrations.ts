import { randomInt } from 'node:crypto';
import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DOOR_CODE_LENGTH, EVENT_ERRORS, GUEST_DAYS } from '#contract/events.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { createId } from '../../platform/process/secrets.ts';
import { type Mailing, notifyRegistered } from './mails.ts';
import { type Event, lockEvent, requireComing, requireOpen } from './offers.ts';

const r = eventRegistrations;

type Guest = { name: string; email: string };
type Person = { actor: Actor } | { guest: Guest };

/** A second registration is the first one. Throws the errors of `requireOpen` and EVENT_AUDIENCE_REFUSED. */
export async function register(mailing: Mailing, eventId: string, person: Person): Promise<string> {
  const tx = mailing.db;
  if ('actor' in person && person.actor.emailVerified) await adoptGuest(tx, eventId, person.actor);
  const event = await lockEvent(tx, eventId);
  const before = await findRegistration(tx, eventId, person);
  if (before && before.state !== 'CANCELLED') return before.id;
  requireOpen(event);
  await requireAudience(tx, event, person);
  const arrival = sql<number>`(
    select coalesce(max(last.arrival), 0) + 1 from ${r} last where last.event_id = ${eventId})`;
  const waiting = { state: 'WAITING', arrival, mailedSequence: event.sequence };
  let id = before?.id;
  if (id) {
    await tx
      .update(r)
      .set({ ...waiting, createdAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(r.id, id));
  }
  while (!id) {
    const added = await tx
      .insert(r)
      .values({ id: createId(), eventId, ...toColumns(person), ...waiting, doorCode: createDoorCode() })
      .onConflictDoNothing({ target: [r.eventId, r.doorCode] })
      .returning({ id: r.id });
    id = added[0]?.id;
  }
  const moved = await moveUp(mailing, event, id);
  if (!moved.includes(id)) await notifyRegistered(mailing, event, 'WAITING', [id]);
  return id;
}

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
 * Gives free places to the waiting list in the order of arrival; once the event has begun, to the newcomer alone. Needs
 * the lock of the event. Returns who moved.
 */
export async function moveUp(mailing: Mailing, event: Event, newcomerId?: string): Promise<string[]> {
  const tx = mailing.db;
  const hasBegun = event.startsAt <= new Date();
  if (event.cancelledAt || (hasBegun && !newcomerId)) return [];
  const confirmed = await tx.$count(r, and(eq(r.eventId, event.id), eq(r.state, 'CONFIRMED')));
  const free = Math.min(event.places - confirmed, MOVED_MAX);
  if (free <= 0) return [];
  const isNext = hasBegun && newcomerId ? eq(r.id, newcomerId) : undefined;
  const first = tx
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, event.id), eq(r.state, 'WAITING'), isNext))
    .orderBy(r.arrival)
    .limit(free);
  const moved = await tx
    .update(r)
    .set({ state: 'CONFIRMED', mailedSequence: event.sequence, updatedAt: sql`now()` })
    .where(inArray(r.id, first))
    .returning({ id: r.id });
  const ids = moved.map(({ id }) => id);
  await notifyRegistered(
    mailing,
    event,
    'MOVED_UP',
    ids.filter((id) => id !== newcomerId),
  );
  if (newcomerId && ids.includes(newcomerId)) await notifyRegistered(mailing, event, 'PLACE', [newcomerId]);
  return ids;
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
    while (!isStopping() && (await inTransaction(deps.db, fill)).length === MOVED_MAX);
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

const toColumns = (person: Person) =>
  'actor' in person
    ? { userId: person.actor.id }
    : { guestName: person.guest.name, guestEmail: person.guest.email };

// One mailbox has one place, as a guest or by its account.
async function findRegistration(tx: Database, eventId: string, person: Person) {
  const isOwn =
    'actor' in person
      ? eq(r.userId, person.actor.id)
      : or(
          eq(r.guestEmail, person.guest.email),
          inArray(
            r.userId,
            tx.select({ id: users.id }).from(users).where(eq(users.email, person.guest.email)),
          ),
        );
  const [own] = await tx
    .select({ id: r.id, state: r.state })
    .from(r)
    .where(and(eq(r.eventId, eventId), isOwn))
    .orderBy(sql`${r.userId} nulls last`);
  return own;
}

const account = alias(r, 'account');

async function adoptGuest(tx: Database, eventId: string, { id, email }: Actor): Promise<void> {
  const own = tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.eventId, eventId), eq(account.userId, id)));
  await tx
    .update(r)
    .set({ userId: id, guestName: null, guestEmail: null })
    .where(and(eq(r.eventId, eventId), eq(r.guestEmail, email), notExists(own)));
}

/** Throws EVENT_AUDIENCE_REFUSED. */
async function requireAudience(tx: Database, { audience, leagueId }: Event, person: Person): Promise<void> {
  if (audience === 'EVERYONE') return;
  const isMember = 'actor' in person && person.actor.status === 'ACTIVE';
  const isIn =
    isMember &&
    (leagueId === null ||
      (await tx.$count(
        enrollments,
        and(eq(enrollments.userId, person.actor.id), eq(enrollments.leagueId, leagueId)),
      )) > 0);
  if (!isIn) throw new ApiError(EVENT_ERRORS.EVENT_AUDIENCE_REFUSED);
}

// Crockford base32, as in codes of certificates.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function createDoorCode(): string {
  return Array.from({ length: DOOR_CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

/** Normalizes a typed code as `readCertificateCode` does. */
export function readDoorCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
