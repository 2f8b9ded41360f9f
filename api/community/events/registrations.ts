import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { DOOR_CODE_LENGTH, EVENT_ERRORS, GUEST_DAYS, type RegistrationState } from '#contract/events.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { CODE_SIGNS, createId, randomText } from '../../platform/process/secrets.ts';
import { mailChange, notifyRegistered } from './mails.ts';
import { type Event, lockEvent, person, requireComing, requireOpen } from './offers.ts';

const r = eventRegistrations;

/** An account, or a guest with a proven address. */
type Person = { actor: Actor; guest?: never } | { actor?: never; guest: { name: string; email: string } };

/** Registrations of an event in turn, so that a rush does not hold every connection while it waits for the lock. */
export const turns = new SubjectQueue(1);

/** A second registration is the first one. Throws the errors of `requireOpen` and EVENT_AUDIENCE_REFUSED. */
export async function register(mailing: Mailing, eventId: string, who: Person): Promise<string> {
  const tx = mailing.db;
  const event = await lockEvent(tx, eventId);
  const before = await findRegistration(tx, eventId, who);
  if (before && before.state !== 'CANCELLED') {
    if (who.actor && !before.userId) await giveToAccount(tx, before.id, who.actor.id);
    return before.id;
  }
  requireOpen(event);
  await requireAudience(tx, event, who.actor);
  if (before) await tx.delete(r).where(eq(r.id, before.id));
  const isFree = (await countIn(tx, eventId, 'CONFIRMED')) < event.places;
  const hasPlace = isFree && (hasBegun(event) || (await countIn(tx, eventId, 'WAITING')) === 0);
  const id = await addRegistration(tx, {
    eventId,
    ...(who.actor ? { userId: who.actor.id } : { guestName: who.guest.name, guestEmail: who.guest.email }),
    state: hasPlace ? 'CONFIRMED' : 'WAITING',
    mailedSequence: event.sequence,
  });
  await notifyRegistered(mailing, event, hasPlace ? 'PLACE' : 'WAITING', [id]);
  return id;
}

// One mailbox has one place, as a guest or by its account.
async function findRegistration(tx: Database, eventId: string, { actor, guest }: Person) {
  const isTheirs =
    actor && !actor.emailVerified ? eq(r.userId, actor.id) : sql`${person.email} = ${(actor ?? guest).email}`;
  const [found] = await tx
    .select({ id: r.id, state: r.state, userId: r.userId })
    .from(r)
    .leftJoin(users, eq(users.id, r.userId))
    .where(and(eq(r.eventId, eventId), isTheirs))
    .orderBy(sql`${r.state} = 'CANCELLED'`);
  return found;
}

const giveToAccount = (tx: Database, id: string, userId: string) =>
  tx.update(r).set({ userId, guestName: null, guestEmail: null }).where(eq(r.id, id));

const countIn = (tx: Database, eventId: string, state: RegistrationState) =>
  tx.$count(r, and(eq(r.eventId, eventId), eq(r.state, state)));

/** Throws EVENT_AUDIENCE_REFUSED. */
async function requireAudience(tx: Database, { audience, leagueId }: Event, actor?: Actor): Promise<void> {
  if (audience === 'EVERYONE') return;
  const isIn = (userId: string, league: string) =>
    tx.$count(enrollments, and(eq(enrollments.userId, userId), eq(enrollments.leagueId, league)));
  if (actor?.status === 'ACTIVE' && (!leagueId || (await isIn(actor.id, leagueId)) > 0)) return;
  throw new ApiError(EVENT_ERRORS.EVENT_AUDIENCE_REFUSED);
}

type NewRegistration = Omit<typeof r.$inferInsert, 'id' | 'arrival' | 'doorCode'>;

async function addRegistration(tx: Database, row: NewRegistration): Promise<string> {
  const arrival = sql`(select coalesce(max(arrival), 0) + 1 from ${r} where event_id = ${row.eventId})`;
  for (;;) {
    const [added] = await tx
      .insert(r)
      .values({ id: createId(), arrival, doorCode: randomText(CODE_SIGNS, DOOR_CODE_LENGTH), ...row })
      .onConflictDoNothing({ target: [r.eventId, r.doorCode] })
      .returning({ id: r.id });
    if (added) return added.id;
  }
}

const hasBegun = ({ startsAt }: Event) => startsAt <= new Date();

/** Gives a place back; a second time changes nothing. Throws REGISTRATION_(NOT_FOUND|CHECKED_IN), EVENT_(CANCELLED|OVER). */
export async function cancelRegistration(mailing: Mailing, where: SQL | undefined): Promise<void> {
  const tx = mailing.db;
  const [found] = await tx.select({ id: r.id, eventId: r.eventId }).from(r).where(where);
  if (!found) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  const event = await lockEvent(tx, found.eventId);
  requireComing(event);
  const isIt = eq(r.id, found.id);
  const [before] = await tx.select().from(r).where(isIt).for('update');
  if (before?.checkedInAt) throw new ApiError(EVENT_ERRORS.REGISTRATION_CHECKED_IN);
  if (!before || before.state === 'CANCELLED') return;
  await tx.update(r).set({ state: 'CANCELLED', updatedAt: sql`now()` }).where(isIt);
  if (before.state === 'CONFIRMED') await notifyRegistered(mailing, event, 'GIVEN_BACK', [found.id]);
  await moveUp(mailing, event);
}

/** Of one transaction, so that it stays short. */
const MOVED_MAX = 100;

/** Gives free places to the waiting list in the order of arrival, until the event begins. Needs the lock of the event. */
export async function moveUp(mailing: Mailing, event: Event): Promise<void> {
  const tx = mailing.db;
  if (event.cancelledAt || hasBegun(event)) return;
  const free = Math.min(event.places - (await countIn(tx, event.id, 'CONFIRMED')), MOVED_MAX);
  if (free <= 0) return;
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
  const ids = moved.map(({ id }) => id);
  await notifyRegistered(mailing, event, 'MOVED_UP', ids);
}

const PAUSE_MS = 60;

/** Also moves up after places that were not given back, such as those of erased accounts. */
export async function tendEvents(deps: Mailing, isStopping: () => boolean): Promise<void> {
  const coming = await deps.db.select().from(events).where(gt(events.endsAt, sql`now()`));
  for (const event of coming) {
    if (isStopping()) return;
    await inTransaction(deps.db, async (tx) => moveUp({ ...deps, db: tx }, await lockEvent(tx, event.id)));
    while (!isStopping() && (await mailChange(deps, event))) await Bun.sleep(PAUSE_MS);
  }
}

export async function sweepGuests(db: Database): Promise<void> {
  const past = db
    .select({ id: events.id })
    .from(events)
    .where(lt(events.endsAt, sql`now() - ${GUEST_DAYS} * interval '1 day'`));
  await db.delete(r).where(and(isNotNull(r.guestEmail), inArray(r.eventId, past)));
}
