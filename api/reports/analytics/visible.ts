import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { ERRORS, type ErrorDefinition } from '#contract/errors.ts';
import { type Actor, listScopes } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Null means all leagues. */
export type VisibleLeagues = string[] | null;

export function isVisibleLeague(visible: VisibleLeagues, column: SQLWrapper): SQL {
  return visible === null ? sql`true` : inArray(column, visible);
}

/** A specialization is visible when one of its leagues is. */
export function isVisibleSpecialization(visible: VisibleLeagues, id: SQLWrapper): SQL {
  if (visible === null) return sql`true`;
  return sql`exists (select 1 from specialization_leagues l
    where l.specialization_id = ${id} and ${isVisibleLeague(visible, sql`l.league_id`)})`;
}

/** Leagues where the caller has View Analytics. Throws PERMISSION_MISSING without any. */
export async function requireAnalytics(db: Database, actor: Actor): Promise<VisibleLeagues> {
  if (actor.role === 'GRAND_PATHFINDER') return null;
  const visible = await listAnalyticsLeagues(db, actor);
  if (visible.length === 0) {
    throw new ApiError(ERRORS.PERMISSION_MISSING, { extras: { permission: 'canViewAnalytics' } });
  }
  return visible;
}

/**
 * Leagues in which the caller may see an account: all for oneself and GRAND, else the shared leagues with View
 * Analytics. Throws `refused`, or `missing` when GRAND names an unknown account.
 */
export async function requireVisible(
  db: Database,
  actor: Actor,
  userId: string,
  { refused, missing }: { refused: ErrorDefinition; missing: ErrorDefinition },
): Promise<VisibleLeagues> {
  if (userId === actor.id) return null;
  if (!decideAccess(actor, 'staff').allowed) throw new ApiError(refused);
  if (actor.role === 'GRAND_PATHFINDER') {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new ApiError(missing);
    return null;
  }
  const visible = await listAnalyticsLeagues(db, actor);
  if (visible.length === 0) throw new ApiError(refused);
  const shared = await db
    .selectDistinct({ leagueId: enrollments.leagueId })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), inArray(enrollments.leagueId, visible)));
  if (shared.length === 0) throw new ApiError(refused);
  return shared.map((row) => row.leagueId);
}

async function listAnalyticsLeagues(db: Database, actor: Actor): Promise<string[]> {
  const scopes = await listScopes(db, actor);
  return scopes.filter((scope) => scope.canViewAnalytics).map((scope) => scope.leagueId);
}
