import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decideAccess } from '#contract/access.ts';
import type { Call, ParamsOf } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Actor } from '../platform/access/actor.ts';
import type { Guard } from '../platform/access/guard.ts';
import { weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { ApiRouter, SignedInContext } from '../platform/http/router.ts';

export type Tracked = { resourceId: string } | { sectionId: string };

export interface LeagueAccess {
  isEnrolled: boolean;
  hasScope: boolean;
}

export const isEnrolled = (userId: PgColumn | Placeholder) =>
  sql`exists (select 1 from enrollments e where e.user_id = ${userId} and e.league_id = w.league_id)`;
export const hasScope = (userId: PgColumn | Placeholder) =>
  sql`exists (select 1 from pathfinder_scopes p where p.pathfinder_id = ${userId} and p.league_id = w.league_id)`;

/** True if enrolled or staff; a learner may have left the league. */
export const mayTrack = (userId: SQLWrapper, leagueId: SQLWrapper) => sql`(
  exists (select 1 from enrollments e where e.user_id = ${userId} and e.league_id = ${leagueId})
  or exists (select 1 from users a where a.id = ${userId} and a.role not in ('PIONEER', 'LUMINARY')))`;
export const isTracked = mayTrack(resourceProgress.userId, weeks.leagueId);

/**
 * Serves a write on the resource or section of the path. Learners need enrollment, staff a scope, GRAND_PATHFINDER
 * neither (docs/api.md 1.7); `lockPlace` checks again. Throws RESOURCE_NOT_FOUND, SECTION_NOT_FOUND,
 * ENROLLMENT_REQUIRED.
 */
export function serveTracked<Body, Query, Path extends string>(
  router: ApiRouter,
  call: Call<Body, Query, unknown, Path>,
  handler: (context: SignedInContext<Body, Query, Path>) => Promise<unknown>,
): void {
  const place = call.path.includes(':resourceId') ? PLACE_OF_RESOURCE : PLACE_OF_SECTION;
  const access = (userId: PgColumn) => sql<LeagueAccess | null>`(
    select json_build_object('isEnrolled', ${isEnrolled(userId)}, 'hasScope', ${hasScope(userId)}) from ${place})`;
  const guard: Guard<ParamsOf<Path>, LeagueAccess | null> = async ({ actor, params, own }) => {
    if (!own) throw notFound(params);
    requireTrackingAccess(actor.role, own);
  };
  router.serve(call, handler, guard, access);
}

const PLACE_OF_RESOURCE = sql`resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
  where r.id = ${sql.placeholder('resourceId')}`;
const PLACE_OF_SECTION = sql`sections s join weeks w on w.id = s.week_id where s.id = ${sql.placeholder('sectionId')}`;

export function requireTrackingAccess(role: Role, { isEnrolled, hasScope }: LeagueAccess): void {
  if (isEnrolled || role === 'GRAND_PATHFINDER' || (isAdmin(role) && hasScope)) return;
  throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
}

export function notFound(tracked: object): ApiError {
  return new ApiError(
    'resourceId' in tracked ? LEARNING_ERRORS.RESOURCE_NOT_FOUND : LEARNING_ERRORS.SECTION_NOT_FOUND,
  );
}

/** With `viewerId` show only leagues of the viewer's scopes. */
interface Viewing {
  userId: string;
  viewerId: string | null;
}

/** Another account only for staff (docs/api.md 1.6). Throws PROGRESS_OF_OTHERS_REFUSED. */
export function decideViewing(actor: Actor, userId: string | undefined): Viewing {
  if (!userId || userId === actor.id) return { userId: actor.id, viewerId: null };
  if (!decideAccess(actor, 'staff').allowed) throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
  return { userId, viewerId: actor.role === 'GRAND_PATHFINDER' ? null : actor.id };
}

export function isViewableLeague(leagueId: SQLWrapper, viewerId: SQL): SQL {
  return sql`exists (
    select 1 from pathfinder_scopes p
    where p.pathfinder_id = ${viewerId} and p.league_id = ${leagueId}
      and (p.can_view_analytics or p.can_manage_users))`;
}
