import { decideAccess } from '#contract/access.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { listScopes } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Throws for staff without Manage Users on any league (docs/api.md Q8). */
export async function requireUserManager(db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<void> {
  if (await managesUsers(db, actor)) return;
  throw new ApiError(ERRORS.PERMISSION_MISSING, { extras: { permission: 'canManageUsers' } });
}

export async function mayReadUsers(db: Database, actor: Actor): Promise<boolean> {
  return decideAccess(actor, 'chief').allowed && (await managesUsers(db, actor));
}

async function managesUsers(db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  if (actor.role === 'GRAND_PATHFINDER') return true;
  const scopes = await listScopes(db, actor);
  return scopes.some((scope) => scope.canManageUsers);
}
