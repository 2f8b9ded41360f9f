import type { Actor } from '../auth/actor.ts';
import { listScopes } from '../auth/actor.ts';
import { ERRORS } from '../contract/errors.ts';
import type { Database } from '../db/client.ts';
import { ApiError } from '../errors.ts';

/** Refuses a CHIEF_PATHFINDER who has Manage Users on no league (design section 3). */
export async function requireUserManager(db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<void> {
  if (actor.role === 'GRAND_PATHFINDER') return;
  const scopes = await listScopes(db, actor);
  if (scopes.some((scope) => scope.canManageUsers)) return;
  throw new ApiError(ERRORS.PERMISSION_MISSING, { extras: { permission: 'canManageUsers' } });
}
