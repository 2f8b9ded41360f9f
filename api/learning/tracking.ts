import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { type Database, queryTogether } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';

/** Where a learner's progress is kept: a resource, or a section as a whole. */
export type Tracked = { resourceId: string } | { sectionId: string };

export interface Place {
  sectionId: string;
  leagueId: string;
}

/** How an account stands to a league. */
export interface Standing {
  isEnrolled: boolean;
  hasScope: boolean;
}

const isEnrolled = (userId: PgColumn | string) =>
  sql`exists (select 1 from enrollments e where e.user_id = ${userId} and e.league_id = w.league_id)`;
const hasScope = (userId: PgColumn | string) =>
  sql`exists (select 1 from pathfinder_scopes p where p.pathfinder_id = ${userId} and p.league_id = w.league_id)`;

/**
 * Refuses who may not keep progress there: learners need enrollment in the league, staff a scope for it, GRAND
 * neither (docs/api.md 1.7). For a call's guard, which is given what `ownStanding` reads with the session; the write
 * itself asks again with `lockPlace`.
 * Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function requireTracking(
  actor: Actor,
  tracked: Tracked,
  standing: Standing | null,
): Promise<void> {
  if (!standing) throw notFound(tracked);
  refuseStranger(actor.role, standing);
}

/** How the caller stands to the league of the resource or section that the path names; null where there is none. */
export const ownStanding =
  (names: 'resourceId' | 'sectionId') =>
  (userId: PgColumn): SQL<Standing | null> =>
    sql<Standing | null>`(
      select json_build_object('isEnrolled', ${isEnrolled(userId)}, 'hasScope', ${hasScope(userId)})
      from ${placeTables({ [names]: sql.placeholder(names) } as Named)})`;

/**
 * Locks the league of a resource or section FOR SHARE, so that no curriculum write passes in between, and asks there
 * what `requireTracking` asked. The actor is as the lock of the account found them in this transaction.
 * Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function lockPlace(tx: Database, actor: Actor, tracked: Tracked): Promise<Place> {
  return readPlace(actor, tracked, await queryTogether(tx, placeLocks(actor, tracked)));
}

/**
 * The statements of `lockPlace`, to be sent together with others. Two, because a statement that waited for a lock still
 * sees other tables as they were before it.
 */
export function placeLocks({ id }: Actor, tracked: Tracked): SQL[] {
  return [
    sql`select id from leagues where id = (select w.league_id from ${placeTables(tracked)}) for share`,
    sql`select s.id as "sectionId", w.league_id as "leagueId", ${isEnrolled(id)} as "isEnrolled",
      ${hasScope(id)} as "hasScope" from ${placeTables(tracked)}`,
  ];
}

/** What `lockPlace` answers with and throws, from the rows of `placeLocks`. */
export function readPlace(actor: Actor, tracked: Tracked, [leagues = [], places = []]: unknown[][]): Place {
  const [locked] = leagues as { id: string }[];
  const [found] = places as (Place & Standing)[];
  if (!found) throw notFound(tracked);
  const { sectionId, leagueId } = found;
  if (leagueId !== locked?.id) throw new PlaceMoved();
  refuseStranger(actor.role, found);
  return { sectionId, leagueId };
}

/**
 * Moved to another league while this one was waited for. `inTransaction` takes it for a serialization failure and begins
 * again: locks taken since would stand before that of the other league.
 */
class PlaceMoved extends Error {
  readonly code = '40001';
}

type Named = { resourceId: string | Placeholder } | { sectionId: string | Placeholder };

function placeTables(tracked: Named) {
  return 'resourceId' in tracked
    ? sql`resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
          where r.id = ${tracked.resourceId}`
    : sql`sections s join weeks w on w.id = s.week_id where s.id = ${tracked.sectionId}`;
}

function refuseStranger(role: Role, { isEnrolled, hasScope }: Standing): void {
  if (isEnrolled || role === 'GRAND_PATHFINDER' || (isAdmin(role) && hasScope)) return;
  throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
}

function notFound(tracked: Tracked): ApiError {
  return new ApiError(
    'resourceId' in tracked ? LEARNING_ERRORS.RESOURCE_NOT_FOUND : LEARNING_ERRORS.SECTION_NOT_FOUND,
  );
}
