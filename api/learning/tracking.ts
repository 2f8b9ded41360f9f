import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { type Database, queryTogether } from '../db/client.ts';
import { weeks } from '../db/schema/curriculum.ts';
import { resourceProgress } from '../db/schema/learning.ts';
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

/** True where an account may still keep progress in a league, by enrollment or role: a learner may have left. */
export const mayTrack = (userId: SQLWrapper, leagueId: SQLWrapper) => sql`(
  exists (select 1 from enrollments e where e.user_id = ${userId} and e.league_id = ${leagueId})
  or exists (select 1 from users a where a.id = ${userId} and a.role not in ('PIONEER', 'LUMINARY')))`;
/** The same of a record of `resource_progress` in the league of its week. */
export const isTracked = mayTrack(resourceProgress.userId, weeks.leagueId);

/**
 * Refuses who may not keep progress there: learners need enrollment in the league, staff a scope for it, GRAND
 * neither (docs/api.md 1.7). For a call's guard, which is given what `ownStanding` reads with the session; the write
 * itself asks again with `lockPlace` or in `change_progress`.
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
 * what `requireTracking` asked. The actor is as the lock of the account found them in this transaction. Two statements,
 * because one that waited for a lock still sees other tables as they were before it.
 * Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function lockPlace(tx: Database, { id, role }: Actor, tracked: Tracked): Promise<Place> {
  const [leagues = [], places = []] = (await queryTogether(tx, [
    sql`select id from leagues where id = (select w.league_id from ${placeTables(tracked)}) for share`,
    sql`select s.id as "sectionId", w.league_id as "leagueId", ${isEnrolled(id)} as "isEnrolled",
      ${hasScope(id)} as "hasScope" from ${placeTables(tracked)}`,
  ])) as [{ id: string }[], (Place & Standing)[]];
  const [found] = places;
  if (!found) throw notFound(tracked);
  const { sectionId, leagueId } = found;
  if (leagueId !== leagues[0]?.id) throw new PlaceMoved();
  refuseStranger(role, found);
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

/** Who keeps progress in a league without being enrolled there: everybody of the role, or those with a scope for it. */
export function admits(role: Role): { everybody: boolean; byScope: boolean } {
  return { everybody: role === 'GRAND_PATHFINDER', byScope: isAdmin(role) };
}

function refuseStranger(role: Role, { isEnrolled, hasScope }: Standing): void {
  const { everybody, byScope } = admits(role);
  if (isEnrolled || everybody || (byScope && hasScope)) return;
  throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
}

function notFound(tracked: Tracked): ApiError {
  return new ApiError(
    'resourceId' in tracked ? LEARNING_ERRORS.RESOURCE_NOT_FOUND : LEARNING_ERRORS.SECTION_NOT_FOUND,
  );
}
