import { and, asc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BodyOf, DataOf } from '#contract/call.ts';
import { normalizeCode } from '#contract/certificate-code.ts';
import * as calls from '#contract/events.ts';
import { readPage } from '#contract/shared.ts';
import { recordBy } from '../../platform/audit/record.ts';
import { accountContains, toPeopleTerms } from '../../platform/db/account-search.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { alphabetical, isOneOf, type Listing, readRows } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations } from '../../platform/db/schema/community.ts';
import { containsFolded, foldedText } from '../../platform/db/text-search.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { findEvent, person, presentRegistration, REGISTRATION_FIELDS } from './offers.ts';
import { guardEvent, readForStaff, requireEvent } from './staff.ts';

const r = eventRegistrations;
const { EVENT_ERRORS } = calls;

export function eventDoorRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guard = guardEvent(db, 'canManageUsers');

  router.serve(
    calls.listRegistrations,
    async ({ actor, params, query }) => {
      const where = toFilter(params.eventId, query);
      const { rows, pagination } = await readRows(
        selectRows(db)
          .where(where)
          .orderBy(...ORDER),
        readPage(query, calls.REGISTRATIONS_PAGE_SIZE),
        () => countRows(db, where),
      );
      const event = await readForStaff(db, actor, params.eventId);
      return { event, registrations: rows.map(present), pagination };
    },
    guard,
  );

  router.serve(
    calls.checkIn,
    ({ params, body, ...by }) => inTransaction(db, (tx) => checkIn(tx, by, params.eventId, body)),
    guard,
  );

  router.serve(
    calls.undoCheckIn,
    ({ params, ...by }) => inTransaction(db, (tx) => undoCheckIn(tx, by, params.eventId, params.id)),
    ({ params: { eventId }, ...asked }) => guard({ ...asked, params: { eventId } }),
  );
}

/** Registrations for an export. */
export async function findRegistrations(
  db: Database,
  eventId: string,
  query: { search?: string; state?: string },
): Promise<Listing<calls.RegistrationRow>> {
  const rows = await selectIds(db)
    .where(toFilter(eventId, query))
    .orderBy(...ORDER);
  return {
    ids: rows.map(({ id }) => id),
    read: async (ids) => (await selectRows(db).where(isOneOf(r.id, ids))).map(present),
  };
}

const ORDER = [
  sql`array_position(array['CONFIRMED','WAITING'], ${r.state})`,
  sql`case when ${r.state} = 'WAITING' then ${r.arrival} end`,
  alphabetical(person.name),
  asc(r.id),
];

const selectIds = (db: Database) => db.select({ id: r.id }).from(r).leftJoin(users, eq(users.id, r.userId));

const selectRows = (db: Database) =>
  db
    .select({ ...REGISTRATION_FIELDS, userId: r.userId, ...person })
    .from(r)
    .leftJoin(users, eq(users.id, r.userId));
type FoundRow = Awaited<ReturnType<typeof selectRows>>[number];

const present = ({ userId, name, email, ...row }: FoundRow): calls.RegistrationRow => ({
  ...presentRegistration(row),
  ...{ userId, name, email },
});

async function countRows(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(r)
    .leftJoin(users, eq(users.id, r.userId))
    .where(where);
  return row?.count ?? 0;
}

// Cancelled ones only where the filter asks for them.
function toFilter(eventId: string, { search, state }: { search?: string; state?: string }): SQL | undefined {
  const terms = toPeopleTerms(search);
  const guest = foldedText(sql`(${r.guestName} || ' ' || ${r.guestEmail})`);
  return and(
    eq(r.eventId, eventId),
    isKnown(state) ? eq(r.state, state) : ne(r.state, 'CANCELLED'),
    terms.length === 0
      ? undefined
      : or(accountContains(terms), and(...terms.map((term) => containsFolded(guest, term)))),
  );
}

const isKnown = (state: string | undefined): state is calls.RegistrationState =>
  calls.REGISTRATION_STATES.some((known) => known === state);

/**
 * A second time changes nothing. Throws REGISTRATION_NOT_FOUND, REGISTRATION_WITHOUT_PLACE, EVENT_CANCELLED and the
 * errors of `requireEvent`.
 */
async function checkIn(
  tx: Database,
  by: ActorAndRequest,
  eventId: string,
  body: BodyOf<typeof calls.checkIn>,
): Promise<DataOf<typeof calls.checkIn>> {
  const event = await requireDoor(tx, by, eventId);
  if (event.cancelledAt) throw new ApiError(EVENT_ERRORS.EVENT_CANCELLED);
  const isIt =
    'doorCode' in body ? eq(r.doorCode, normalizeCode(body.doorCode)) : eq(r.id, body.registrationId);
  const change = { checkedInAt: sql`now()`, checkedInById: by.actor.id };
  const isDue = and(eq(r.state, 'CONFIRMED'), isNull(r.checkedInAt));
  const checked = await changeDoor(tx, by, 'CHECKED_IN', { eventId, isIt, isDue, change });
  if (checked.registration.state !== 'CONFIRMED') throw new ApiError(EVENT_ERRORS.REGISTRATION_WITHOUT_PLACE);
  return checked;
}

async function undoCheckIn(
  tx: Database,
  by: ActorAndRequest,
  eventId: string,
  id: string,
): Promise<DataOf<typeof calls.undoCheckIn>> {
  await requireDoor(tx, by, eventId);
  const change = { checkedInAt: null, checkedInById: null };
  const isIt = eq(r.id, id);
  return changeDoor(tx, by, 'CHECK_IN_UNDONE', { eventId, isIt, isDue: isNotNull(r.checkedInAt), change });
}

async function requireDoor(tx: Database, { actor }: ActorAndRequest, eventId: string) {
  const event = await findEvent(tx, eventId);
  await requireEvent(tx, actor, event.leagueId, 'canManageUsers');
  return event;
}

/** Throws REGISTRATION_NOT_FOUND. */
async function changeDoor(
  tx: Database,
  by: ActorAndRequest,
  action: 'CHECKED_IN' | 'CHECK_IN_UNDONE',
  { eventId, isIt, isDue, change }: { eventId: string; isIt: SQL; isDue: SQL | undefined; change: object },
) {
  const isHere = and(eq(r.eventId, eventId), isIt);
  const [changed] = await tx
    .update(r)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(isHere, isDue))
    .returning({ id: r.id });
  const [row] = await selectRows(tx).where(isHere);
  if (!row) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  if (changed) {
    const metadata = { eventId, registrationId: row.id };
    await recordBy(tx, by, action, { targetUserId: row.userId, metadata });
  }
  return { registration: present(row), isRepeated: !changed };
}
