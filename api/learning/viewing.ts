import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import type { Actor } from '../platform/access/actor.ts';
import { ApiError } from '../platform/errors/api-error.ts';

/** With `viewerId` show only leagues of the viewer's scopes. */
export interface Viewing {
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
