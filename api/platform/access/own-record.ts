import { and, eq, exists, inArray, ne, or } from 'drizzle-orm';
import type { ErrorDefinition } from '#contract/errors.ts';
import type { Permission, Role } from '#contract/roles.ts';
import type { Database } from '../db/client.ts';
import { pathfinderScopes, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Actor } from './actor.ts';

/** Roles and permission that a staff act needs; GRAND_PATHFINDER may always. */
interface Rights {
  roles: readonly Role[];
  permission: Permission;
  /** Null for something of no league, which only Grand Pathfinders decide on. */
  leagueId: string | null;
}

/**
 * Refuses staff who would judge their own record (docs/security.md P54). Where no other ACTIVE account could do it, the
 * only Grand Pathfinder may; spread the result into the audit entry's metadata.
 */
export async function requireOthersRecord(
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
