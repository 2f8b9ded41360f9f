import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import * as calls from '#contract/events.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { addGuest, sendCode } from './guests.ts';
import { readRegistrationToken } from './link.ts';
import {
  presentBoth,
  presentEvent,
  presentRegistration,
  readRegistration,
  selectEvents,
  selectRegistrations,
} from './offers.ts';
import { cancelRegistration, register, turns } from './registrations.ts';

const r = eventRegistrations;

export function eventRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const isOwn = (userId: string, eventId: string) => and(eq(r.userId, userId), eq(r.eventId, eventId));
  const isBehind = (token: string) => eq(r.id, readRegistrationToken(deps.secret, token));

  router.servePublic(calls.getEvent, async ({ params }) => {
    const [event] = await selectEvents(db).where(eq(events.id, params.eventId));
    return { event: event ? presentEvent(event) : null };
  });

  router.serve(calls.getOwnRegistration, async ({ actor, params }) => {
    const [row] = await selectRegistrations(db).where(isOwn(actor.id, params.eventId));
    return { registration: row ? presentRegistration(row.own) : null };
  });

  router.serve(calls.registerForEvent, async ({ actor, params }) => {
    const id = await turns.take(params.eventId, () =>
      inTransaction(db, (tx) => register({ ...deps, db: tx }, params.eventId, { actor })),
    );
    return withoutName(await readRegistration(db, eq(r.id, id)));
  });

  router.serve(calls.cancelOwnRegistration, async ({ actor, params }) => {
    const isMine = isOwn(actor.id, params.eventId);
    await inTransaction(db, (tx) => cancelRegistration({ ...deps, db: tx }, isMine));
    return withoutName(await readRegistration(db, isMine));
  });

  router.servePublic(calls.sendGuestCode, ({ params, body, requestInfo }) =>
    sendCode(deps, params.eventId, body, requestInfo),
  );

  router.servePublic(calls.registerGuest, ({ params, body, requestInfo }) =>
    addGuest(deps, params.eventId, body, requestInfo),
  );

  router.servePublic(calls.getRegistrationByLink, ({ params }) =>
    readRegistration(db, isBehind(params.token)),
  );

  router.servePublic(calls.cancelRegistrationByLink, async ({ params }) => {
    const isIt = isBehind(params.token);
    await inTransaction(db, (tx) => cancelRegistration({ ...deps, db: tx }, isIt));
    return readRegistration(db, isIt);
  });

  router.serve(calls.listOwnEvents, async ({ actor }) => {
    const isComing = sql<boolean>`${events.endsAt} > now()`;
    const rows = await selectRegistrations(db)
      .where(
        and(eq(r.userId, actor.id), or(isNotNull(r.checkedInAt), and(isComing, ne(r.state, 'CANCELLED')))),
      )
      .orderBy(
        desc(isComing),
        asc(sql`case when ${isComing} then ${events.startsAt} end`),
        desc(events.startsAt),
      );
    return { events: rows.map(presentBoth) };
  });
}

const withoutName = ({ event, registration }: Awaited<ReturnType<typeof readRegistration>>) => ({
  event,
  registration,
});
