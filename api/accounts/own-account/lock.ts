import { eq } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import type { Role, Status } from '#contract/roles.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { requireAccess } from '../../platform/access/guard.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { verifyPassword } from '../auth/passwords.ts';

export interface LockedAccount {
  name: string;
  email: string;
  role: Role;
  status: Status;
  isVerified: boolean;
}

/**
 * Checks again that the account is not suspended and still has the proven password. Throws like the guard, or
 * PASSWORD_WRONG.
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
      emailVerifiedAt: users.emailVerifiedAt,
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
  return {
    name: row.name,
    email: row.email,
    role,
    status: row.status as Status,
    isVerified: row.emailVerifiedAt !== null,
  };
}

interface ProvenPassword {
  password: string;
  hash: string;
}

/**
 * If a sign-in renewed the hash meanwhile, compares the password again outside the lock and repeats the work. Throws
 * PASSWORD_WRONG.
 */
export async function inProvenTransaction<Result>(
  db: Database,
  actor: Actor,
  { password, hash }: ProvenPassword,
  work: (tx: Database, provenHash: string) => Promise<Result>,
  options: Parameters<typeof inTransaction>[2] = {},
): Promise<Result> {
  const attempt = (provenHash: string) => inTransaction(db, (tx) => work(tx, provenHash), options);
  try {
    return await attempt(hash);
  } catch (error) {
    const isOther = error instanceof ApiError && error.reason === OWN_ACCOUNT_ERRORS.PASSWORD_WRONG.reason;
    if (!isOther) throw error;
    const [own] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, actor.id));
    if (!own || !(await verifyPassword(password, own.hash, 'proven'))) throw error;
    return attempt(own.hash);
  }
}
