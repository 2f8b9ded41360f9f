import { and, eq, exists, inArray, ne, or } from 'drizzle-orm';
import type { ErrorDefinition } from '#contract/errors.ts';
import type { Permission, Role } from '#contract/roles.ts';
import type { Database } from '../db/client.ts';
import { pathfinderScopes, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

interface Rights {
  roles: readonly Role[];
  permission: Permission;
  /** Null for things without a league, which only GRAND_PATHFINDER decides. */
  leagueId: string | null;
}

/**
 * Refuses staff who judge their own record (docs/security.md P54). The only Grand Pathfinder may if no other ACTIVE
 * account could; spread the result into the audit metadata.
 */
export async function refuseOwnRecord(
  tx: Database,
  actor: Actor,
  subjectId: string | null,
  { roles, permission, leagueId }: Rights,
  refused: ErrorDefinition,
): Promise<{ onlyGrandPathfinder?: true }> {
  if (subjectId !== actor.id) return {};
  if (actor.role !== 'GRAND_PATHFINDER') throw new ApiError(refused);
  const scope = tx
    .select({ id: pathfinderScopes.id })
    .from(pathfinderScopes)
    .where(
      and(
        eq(pathfinderScopes.pathfinderId, users.id),
        eq(pathfinderScopes.leagueId, leagueId ?? ''),
        eq(pathfinderScopes[permission], true),
      ),
    );
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ne(users.id, actor.id),
        eq(users.status, 'ACTIVE'),
        or(eq(users.role, 'GRAND_PATHFINDER'), and(inArray(users.role, [...roles]), exists(scope))),
      ),
    )
    .limit(1);
  if (other) throw new ApiError(refused);
  return { onlyGrandPathfinder: true };
}
