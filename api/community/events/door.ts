import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
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
import { findEvent, person, REGISTRATION_FIELDS } from './offers.ts';
import { findEventFor, guardEvent, presentForStaff } from './staff.ts';

const r = eventRegistrations;
const { EVENT_ERRORS } = calls;

export function eventDoorRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guard = guardEvent(db, 'canManageUsers');

  router.serve(
    calls.listRegistrations,
    async ({ params, query }) => {
      const where = toFilter(params.eventId, query);
      const { rows, pagination } = await readRows(
        selectRows(db)
          .where(where)
          .orderBy(...ORDER),
        readPage(query, calls.REGISTRATIONS_PAGE_SIZE),
        () => db.$count(selectIds(db).where(where).as('found')),
      );
      const event = presentForStaff(await findEvent(db, params.eventId));
      return { event, registrations: rows, pagination };
    },
    guard,
  );

  router.serve(
    calls.checkIn,
    ({ params, body, ...by }) => inTransaction(db, (tx) => checkIn(tx, by, params.eventId, body.doorCode)),
    guard,
  );
}

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
    read: (ids) => selectRows(db).where(isOneOf(r.id, ids)),
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
// Cancelled ones only where the filter asks for them.
function toFilter(eventId: string, { search, state }: { search?: string; state?: string }): SQL | undefined {
  const terms = toPeopleTerms(search);
  const known = calls.REGISTRATION_STATES.find((one) => one === state);
  const guest = foldedText(sql`(${r.guestName} || ' ' || ${r.guestEmail})`);
  return and(
    eq(r.eventId, eventId),
    known ? eq(r.state, known) : ne(r.state, 'CANCELLED'),
    terms.length === 0
      ? undefined
      : or(accountContains(terms), and(...terms.map((term) => containsFolded(guest, term)))),
  );
}

/**
 * A second time changes nothing. Throws REGISTRATION_NOT_FOUND, REGISTRATION_WITHOUT_PLACE, EVENT_CANCELLED and the
 * errors of `requireEvent`.
 */
async function checkIn(
  tx: Database,
  by: ActorAndRequest,
  eventId: string,
  doorCode: string,
): Promise<DataOf<typeof calls.checkIn>> {
  const event = await findEventFor(tx, by.actor, eventId, 'canManageUsers');
  if (event.cancelledAt) throw new ApiError(EVENT_ERRORS.EVENT_CANCELLED);
  const isIt = and(eq(r.eventId, eventId), eq(r.doorCode, normalizeCode(doorCode)));
  const [checked] = await tx
    .update(r)
    .set({ checkedInAt: sql`now()`, checkedInById: by.actor.id, updatedAt: sql`now()` })
    .where(and(isIt, eq(r.state, 'CONFIRMED'), isNull(r.checkedInAt)))
    .returning({ id: r.id });
  const [row] = await selectRows(tx).where(isIt);
  if (!row) throw new ApiError(EVENT_ERRORS.REGISTRATION_NOT_FOUND);
  if (row.state !== 'CONFIRMED') throw new ApiError(EVENT_ERRORS.REGISTRATION_WITHOUT_PLACE);
  const metadata = { eventId, registrationId: row.id };
  if (checked) await recordBy(tx, by, 'CHECKED_IN', { targetUserId: row.userId, metadata });
  return { registration: row, isRepeated: !checked };
}
