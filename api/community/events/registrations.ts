import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNull, max, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DOOR_CODE_LENGTH, EVENT_ERRORS } from '#contract/events.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations } from '../../platform/db/schema/community.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { createId } from '../../platform/process/secrets.ts';
import { type Event, lockEvent, requireComing, requireOpen } from './offers.ts';

const r = eventRegistrations;

type Guest = { name: string; email: string };
type Person = { actor: Actor } | { guest: Guest };

/** A second registration is the first one. Throws the errors of `requireOpen` and EVENT_AUDIENCE_REFUSED. */
export async function register(tx: Database, eventId: string, person: Person): Promise<string> {
  const event = await lockEvent(tx, eventId);
  const before = await findRegistration(tx, eventId, person);
  if (before && before.state !== 'CANCELLED') return before.id;
  requireOpen(event);
  await requireAudience(tx, event, person);
  const [last] = await tx
    .select({ arrival: max(r.arrival) })
    .from(r)
    .where(eq(r.eventId, eventId));
  const waiting = { state: 'WAITING', arrival: (last?.arrival ?? 0) + 1, mailedSequence: event.sequence };
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
  await moveUp(tx, event, id);
  return id;
}

/** Gives a place back; a second time changes nothing. Throws REGISTRATION_(NOT_FOUND|CHECKED_IN), EVENT_(CANCELLED|OVER). */
export async function cancelRegistration(tx: Database, where: SQL | undefined): Promise<string> {
  const [found] = await tx.select({ id: r.id, eventId: r.eventId }).from(r).where(where);
  if (!found) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  const { id } = found;
  const event = await lockEvent(tx, found.eventId);
  requireComing(event);
  const [cancelled] = await tx
    .update(r)
    .set({ state: 'CANCELLED', updatedAt: sql`now()` })
    .where(and(eq(r.id, id), ne(r.state, 'CANCELLED'), isNull(r.checkedInAt)))
    .returning({ id: r.id });
  if (cancelled) {
    await moveUp(tx, event);
    return id;
  }
  const [row] = await tx.select({ checkedInAt: r.checkedInAt }).from(r).where(eq(r.id, id));
  if (row?.checkedInAt) throw new ApiError(EVENT_ERRORS.REGISTRATION_CHECKED_IN);
  return id;
}

/** Of one transaction, so that it stays short. */
const MOVED_MAX = 100;

/**
 * Gives free places to the waiting list in the order of arrival; once the event has begun, to the newcomer alone. Needs
 * the lock of the event.
 */
export async function moveUp(tx: Database, event: Event, newcomerId?: string): Promise<number> {
  if (event.cancelledAt) return 0;
  const onlyId = event.startsAt <= new Date() ? (newcomerId ?? null) : undefined;
  if (onlyId === null) return 0;
  const confirmed = await tx.$count(r, and(eq(r.eventId, event.id), eq(r.state, 'CONFIRMED')));
  const free = Math.min(event.places - confirmed, MOVED_MAX);
  if (free <= 0) return 0;
  const first = tx
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, event.id), eq(r.state, 'WAITING'), onlyId ? eq(r.id, onlyId) : undefined))
    .orderBy(r.arrival)
    .limit(free);
  const moved = await tx
    .update(r)
    .set({ state: 'CONFIRMED', updatedAt: sql`now()` })
    .where(inArray(r.id, first))
    .returning({ id: r.id });
  return moved.length;
}

const toColumns = (person: Person) =>
  'actor' in person
    ? { userId: person.actor.id }
    : { guestName: person.guest.name, guestEmail: person.guest.email };

// One mailbox has one place, as a guest or by its account.
async function findRegistration(tx: Database, eventId: string, person: Person) {
  if ('actor' in person && person.actor.emailVerified) await adoptGuest(tx, eventId, person.actor);
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
