import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { EVENT_ERRORS, type EventOffer, type RegistrationState } from '#contract/events.ts';
import { type Database, isoOf, toIso } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

const countOf = (condition: SQL) =>
  sql`(select count(*) from ${eventRegistrations} counted
    where counted.event_id = ${events.id} and ${condition})`.mapWith(Number);

const EVENT_FIELDS = {
  ...getTableColumns(events),
  confirmed: countOf(sql`counted.state = 'CONFIRMED'`),
  waiting: countOf(sql`counted.state = 'WAITING'`),
  checkedIn: countOf(sql`counted.checked_in_at is not null`),
};

const league = { id: leagues.id, name: leagues.name };

export const selectEvents = (db: Database) =>
  db
    .select({ ...EVENT_FIELDS, league })
    .from(events)
    .leftJoin(leagues, eq(leagues.id, events.leagueId));
export type FoundEvent = Awaited<ReturnType<typeof selectEvents>>[number];

/** Throws EVENT_NOT_FOUND. */
export async function findEvent(db: Database, id: string): Promise<FoundEvent> {
  const [event] = await selectEvents(db).where(eq(events.id, id));
  if (!event) throw new ApiError(EVENT_ERRORS.EVENT_NOT_FOUND);
  return event;
}

export type Event = typeof events.$inferSelect;

/** Throws EVENT_NOT_FOUND. */
export async function lockEvent(tx: Database, id: string): Promise<Event> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update');
  if (!event) throw new ApiError(EVENT_ERRORS.EVENT_NOT_FOUND);
  return event;
}

function stateOf({ cancelledAt, opensAt, closesAt, endsAt }: Event, now = new Date()): EventOffer['state'] {
  if (cancelledAt) return 'CANCELLED';
  if (endsAt <= now) return 'OVER';
  if (closesAt <= now) return 'CLOSED';
  return opensAt <= now ? 'OPEN' : 'SOON';
}

/** Throws EVENT_CANCELLED, EVENT_OVER. */
export function requireComing(event: Event): void {
  const state = stateOf(event);
  if (state === 'CANCELLED') throw new ApiError(EVENT_ERRORS.EVENT_CANCELLED);
  if (state === 'OVER') throw new ApiError(EVENT_ERRORS.EVENT_OVER);
}

/** Throws EVENT_NOT_OPEN and the errors of `requireComing`. */
export function requireOpen(event: Event): void {
  requireComing(event);
  if (stateOf(event) !== 'OPEN') throw new ApiError(EVENT_ERRORS.EVENT_NOT_OPEN);
}

export function presentEvent(event: FoundEvent): EventOffer {
  const { id, title, place, opensAt, closesAt, startsAt, endsAt, places, confirmed, waiting } = event;
  return {
    ...{ eventId: id, title, place, state: stateOf(event) },
    opensAt: toIso(opensAt),
    closesAt: toIso(closesAt),
    startsAt: toIso(startsAt),
    endsAt: toIso(endsAt),
    places,
    placesLeft: Math.max(0, places - confirmed),
    waiting,
    audience: event.audience as EventOffer['audience'],
    league: event.league,
  };
}

const r = eventRegistrations;

const position = sql`case when ${r.state} = 'WAITING' then (
  select count(*) from ${r} earlier where earlier.event_id = ${r.eventId} and earlier.state = 'WAITING'
    and earlier.arrival <= ${r.arrival}) end`.mapWith(Number) as SQL<number | null>;

/** Name and address of the account, or of the guest. Needs `users`, joined from the left. */
export const person = {
  name: sql<string>`coalesce(${users.name}, ${r.guestName})`,
  email: sql<string>`coalesce(${users.email}, ${r.guestEmail})`,
};

export const REGISTRATION_FIELDS = {
  id: r.id,
  state: sql<RegistrationState>`${r.state}`,
  position,
  doorCode: sql<string | null>`case when ${r.state} = 'CONFIRMED' then ${r.doorCode} end`,
  registeredAt: isoOf(r.createdAt),
  checkedInAt: isoOf(r.checkedInAt),
};

export const selectRegistrations = (db: Database) =>
  db
    .select({ event: EVENT_FIELDS, league, own: REGISTRATION_FIELDS, name: person.name })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .leftJoin(leagues, eq(leagues.id, events.leagueId))
    .leftJoin(users, eq(users.id, r.userId));

/** Throws REGISTRATION_NOT_FOUND. */
export async function readRegistration(db: Database, where: SQL | undefined) {
  const [row] = await selectRegistrations(db).where(where);
  if (!row) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  const { event, league, own, name } = row;
  return { event: presentEvent({ ...event, league }), registration: own, name };
}
