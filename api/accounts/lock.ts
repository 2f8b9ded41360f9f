import { asc, eq, inArray } from 'drizzle-orm';
import type { UserState } from '#contract/admin-users.ts';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Role, Status } from '#contract/roles.ts';
import type { Actor } from '../platform/access/actor.ts';
import { requireAccess } from '../platform/access/guard.ts';
import type { Database } from '../platform/db/client.ts';
import { sessions, users } from '../platform/db/schema/accounts.ts';
import { ApiError } from '../platform/errors/api-error.ts';

export const stateColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  status: users.status,
};

/**
 * Locks the caller and another account in id order, and checks again that the caller's session and role still allow
 * `access`. `other` is null if the account does not exist.
 */
export async function lockWithActor(
  tx: Database,
  actor: Actor,
  userId: string,
  access: Call['access'],
): Promise<{ self: UserState; other: UserState | null }> {
  const rows = await tx
    .select(stateColumns)
    .from(users)
    .where(inArray(users.id, [actor.id, userId]))
    .orderBy(asc(users.id))
    .for('no key update');
  const now = rows.find((row) => row.id === actor.id);
  const [session] = await tx
    .select({ revokedAt: sessions.revokedAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .for('share');
  if (!now || !session || session.revokedAt) throw new ApiError(ERRORS.TOKEN_INVALID);
  const self = toState(now);
  requireAccess({ ...actor, role: self.role, status: self.status }, { access });
  const other = rows.find((row) => row.id === userId);
  return { self, other: other ? toState(other) : null };
}

export function toState(
  row: Omit<UserState, 'role' | 'status'> & { role: string; status: string },
): UserState {
  return { ...row, role: row.role as Role, status: row.status as Status };
}
