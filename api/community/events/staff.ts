import { desc, eq, sql } from 'drizzle-orm';
import { decideEvent, rolesFor } from '#contract/access.ts';
import { parseMoment } from '#contract/assignments.ts';
import { ERRORS } from '#contract/errors.ts';
import * as calls from '#contract/events.ts';
import type { Permission } from '#contract/roles.ts';
import { isId } from '#contract/text.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { findLeague } from '../../platform/access/league-scope.ts';
import { listChanges, recordBy } from '../../platform/audit/record.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { events } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import {
  type FoundEvent,
  findEvent,
  lockEvent,
  presentEvent,
  requireComing,
  selectEvents,
} from './offers.ts';
import { moveUp } from './registrations.ts';

const { EVENT_ERRORS } = calls;

export function eventStaffRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const guardSave: Guard<{ eventId: string }> = async ({ actor, params, readRaw }) => {
    const [before] = await selectEvents(db).where(eq(events.id, params.eventId));
    if (before) await requireEvent(db, actor, before.leagueId, 'canCreateContent');
    const { audience } = await readRaw();
    await requireEvent(db, actor, isId(audience) ? toLeagueId(audience) : null, 'canCreateContent');
  };

  router.serve(calls.listEvents, async () => {
    const rows = await selectEvents(db).orderBy(desc(events.startsAt), events.id);
    return { events: rows.map(presentForStaff) };
  });

  router.serve(
    calls.saveEvent,
    async ({ params, body, ...by }) => {
      await inTransaction(db, (tx) => saveEvent({ ...deps, db: tx }, by, params.eventId, body));
      return presentForStaff(await findEvent(db, params.eventId));
    },
    guardSave,
  );

  router.serve(
    calls.cancelEvent,
    async ({ params, ...by }) => {
      await inTransaction(db, (tx) => cancelEvent(tx, by, params.eventId));
      return presentForStaff(await findEvent(db, params.eventId));
    },
    guardEvent(db, 'canCreateContent'),
  );
}

export const guardEvent =
  (db: Database, permission: Permission): Guard<{ eventId: string }> =>
  async ({ actor, params }) => {
    await findEventFor(db, actor, params.eventId, permission);
  };

/** Throws EVENT_NOT_FOUND and the errors of `requireEvent`. */
export async function findEventFor(db: Database, actor: Actor, id: string, permission: Permission) {
  const event = await findEvent(db, id);
  await requireEvent(db, actor, event.leagueId, permission);
  return event;
}

/** Throws ROLE_REFUSED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING. */
async function requireEvent(
  db: Database,
  actor: Actor,
  leagueId: string | null,
  permission: Permission,
): Promise<void> {
  if (leagueId !== null) return requireScope(db, actor, leagueId, permission);
  if (decideEvent(actor, [], null, permission).allowed) return;
  throw new ApiError(ERRORS.ROLE_REFUSED, { extras: { required: rolesFor('chief'), current: actor.role } });
}

const toLeagueId = (audience: string) =>
  calls.EVENT_AUDIENCES.some((known) => known === audience) ? null : audience;

/**
 * Opens registration, or changes it under the lock. Throws EVENT_NOT_FOUND for an impossible id, EVENT_TIMES,
 * EVENT_LEAGUE_NOT_FOUND, EVENT_CANCELLED and the errors of `requireEvent`.
 */
export async function saveEvent(
  mailing: Mailing,
  by: ActorAndRequest,
  id: string,
  body: calls.SaveEventBody,
): Promise<void> {
  const tx = mailing.db;
  if (!calls.isEventId(id)) throw new ApiError(EVENT_ERRORS.EVENT_NOT_FOUND);
  const { title, place, places } = body;
  const leagueId = toLeagueId(body.audience);
  await requireEvent(tx, by.actor, leagueId, 'canCreateContent');
  if (leagueId && !(await findLeague(tx, leagueId))) throw new ApiError(EVENT_ERRORS.EVENT_LEAGUE_NOT_FOUND);
  const row = {
    title,
    place,
    places,
    audience: leagueId ? 'LEAGUE' : body.audience,
    leagueId,
    ...toTimes(body),
  };
  const [opened] = await tx
    .insert(events)
    .values({ id, ...row })
    .onConflictDoNothing()
    .returning();
  if (opened) {
    await recordBy(tx, by, 'EVENT_OPENED', { metadata: { eventId: id, ...row } });
    return;
  }
  const before = await lockEvent(tx, id);
  await requireEvent(tx, by.actor, before.leagueId, 'canCreateContent');
  if (before.cancelledAt) throw new ApiError(EVENT_ERRORS.EVENT_CANCELLED);
  const changes = listChanges(before, row);
  if (Object.keys(changes).length === 0) return;
  const isToldByMail = 'place' in changes || 'startsAt' in changes || 'endsAt' in changes;
  const [after = before] = await tx
    .update(events)
    .set({ ...row, sequence: before.sequence + (isToldByMail ? 1 : 0), updatedAt: sql`now()` })
    .where(eq(events.id, id))
    .returning();
  await recordBy(tx, by, 'EVENT_UPDATED', { metadata: { eventId: id, title, leagueId, changes } });
  await moveUp(mailing, after);
}

/** Throws EVENT_NOT_FOUND and the errors of `requireComing` and `requireEvent`. */
async function cancelEvent(tx: Database, by: ActorAndRequest, id: string): Promise<void> {
  const before = await lockEvent(tx, id);
  await requireEvent(tx, by.actor, before.leagueId, 'canCreateContent');
  requireComing(before);
  await tx
    .update(events)
    .set({ cancelledAt: sql`now()`, sequence: before.sequence + 1, updatedAt: sql`now()` })
    .where(eq(events.id, id));
  const { title, leagueId } = before;
  await recordBy(tx, by, 'EVENT_CANCELLED', { metadata: { eventId: id, title, leagueId } });
}

/** Throws EVENT_TIMES. */
function toTimes(body: calls.SaveEventBody) {
  const read = (text: string) => parseMoment(text) as Date;
  const [opensAt, closesAt] = [read(body.opensAt), read(body.closesAt)];
  const [startsAt, endsAt] = [read(body.startsAt), read(body.endsAt)];
  const isInOrder = opensAt < closesAt && startsAt < endsAt && closesAt <= endsAt;
  if (!isInOrder) throw new ApiError(EVENT_ERRORS.EVENT_TIMES);
  return { opensAt, closesAt, startsAt, endsAt };
}

export const presentForStaff = (event: FoundEvent): calls.StaffEvent => ({
  ...presentEvent(event),
  confirmed: event.confirmed,
  checkedIn: event.checkedIn,
});
