import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decideAccess } from '#contract/access.ts';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Actor } from '../platform/access/actor.ts';
import { weeks } from '../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';

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
 * Learners need enrollment, staff a scope, GRAND_PATHFINDER neither (docs/api.md 1.7); `lockPlace` checks again. Throws
 * RESOURCE_NOT_FOUND, SECTION_NOT_FOUND, ENROLLMENT_REQUIRED.
 */
export async function requireTracking(
  actor: Actor,
  tracked: Tracked,
  standing: LeagueAccess | null,
): Promise<void> {
  if (!standing) throw notFound(tracked);
  requireTrackingAccess(actor.role, standing);
}

export const ownLeagueAccess =
  (names: 'resourceId' | 'sectionId') =>
  (userId: PgColumn): SQL<LeagueAccess | null> =>
    sql<LeagueAccess | null>`(
      select json_build_object('isEnrolled', ${isEnrolled(userId)}, 'hasScope', ${hasScope(userId)})
      from ${placeTables({ [names]: sql.placeholder(names) } as Named)})`;

type Named = { resourceId: string | Placeholder } | { sectionId: string | Placeholder };

function placeTables(tracked: Named) {
  return 'resourceId' in tracked
    ? sql`resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
          where r.id = ${tracked.resourceId}`
    : sql`sections s join weeks w on w.id = s.week_id where s.id = ${tracked.sectionId}`;
}

export function requireTrackingAccess(role: Role, { isEnrolled, hasScope }: LeagueAccess): void {
  if (isEnrolled || role === 'GRAND_PATHFINDER' || (isAdmin(role) && hasScope)) return;
  throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
}

export function notFound(tracked: Tracked): ApiError {
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
