import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import * as calls from '#contract/events.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { addGuest, mailGuestCode } from './guests.ts';
import { readRegistrationToken } from './link.ts';
import { presentEvent, readRegistration, selectEvents, selectRegistrations } from './offers.ts';
import { cancelRegistration, register, turns } from './registrations.ts';

const r = eventRegistrations;

export function eventRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const isOwn = (userId: string, eventId: string) => and(eq(r.userId, userId), eq(r.eventId, eventId));
  const isBehind = (token: string) => eq(r.id, readRegistrationToken(deps.secret, token));

  const cancel = async (isIt: SQL | undefined) => {
    await inTransaction(db, (tx) => cancelRegistration({ ...deps, db: tx }, isIt));
    return readRegistration(db, isIt);
  };

  router.servePublic(calls.getEvent, async ({ params }) => {
    const [event] = await selectEvents(db).where(eq(events.id, params.eventId));
    return { event: event ? presentEvent(event) : null };
  });

  router.serve(calls.getOwnRegistration, async ({ actor, params }) => {
    const [row] = await selectRegistrations(db).where(isOwn(actor.id, params.eventId));
    return { registration: row?.own ?? null };
  });

  router.serve(calls.registerForEvent, async ({ actor, params }) => {
    const id = await turns.take(params.eventId, () =>
      inTransaction(db, (tx) => register({ ...deps, db: tx }, params.eventId, { actor })),
    );
    return readRegistration(db, eq(r.id, id));
  });

  router.serve(calls.cancelOwnRegistration, ({ actor, params }) => cancel(isOwn(actor.id, params.eventId)));

  router.servePublic(calls.sendGuestCode, ({ params, body, requestInfo }) =>
    mailGuestCode(deps, params.eventId, body, requestInfo),
  );

  router.servePublic(calls.registerGuest, ({ params, body, requestInfo }) =>
    addGuest(deps, params.eventId, body, requestInfo),
  );

  router.servePublic(calls.getRegistrationByLink, ({ params }) =>
    readRegistration(db, isBehind(params.token)),
  );

  router.servePublic(calls.cancelRegistrationByLink, ({ params }) => cancel(isBehind(params.token)));

  router.serve(calls.listOwnEvents, async ({ actor }) => {
    const rows = await selectRegistrations(db)
      .where(and(eq(r.userId, actor.id), isNotNull(r.checkedInAt)))
      .orderBy(desc(events.startsAt));
    return { events: rows.map(({ event, league }) => presentEvent({ ...event, league })) };
  });
}
