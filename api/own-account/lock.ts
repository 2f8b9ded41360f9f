import { eq } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import type { Role, Status } from '#contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/guard.ts';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';

export interface LockedAccount {
  name: string;
  email: string;
  role: Role;
  status: Status;
}

/**
 * Locks the caller's account and asks again what was true before the transaction: that it exists, is not suspended and,
 * where a password was proved, that this is still the password. Throws as the guard does, or PASSWORD_WRONG.
 */
export async function lockOwnAccount(
  tx: Database,
  actor: Actor,
  provenHash: string | null,
): Promise<LockedAccount> {
  const [row] = await tx
    .select({
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (!row) throw new ApiError(ERRORS.TOKEN_INVALID);
  const role = row.role as Role;
  requireAccess({ ...actor, role, status: row.status as Status }, { access: 'any' });
  if (provenHash !== null && row.passwordHash !== provenHash) {
    throw new ApiError(OWN_ACCOUNT_ERRORS.PASSWORD_WRONG);
  }
  return { name: row.name, email: row.email, role, status: row.status as Status };
}
