import { eq, sql } from 'drizzle-orm';
import { isAdmin, type Role } from '#contract/roles.ts';
import { users } from '../db/schema/accounts.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { removePasskeys } from '../passkeys/reset.ts';

/**
 * Marks the address as proven by a mailed code or link; true for the first such proof. That one removes the passkeys and
 * recovery codes of an account that somebody else may have opened. Staff keep theirs (docs/security.md P58).
 */
export async function proveMailbox(
  deps: Deps,
  person: Parameters<typeof removePasskeys>[1],
  requestInfo: RequestInfo,
): Promise<boolean> {
  const tx = deps.db;
  // The lock keeps a passkey from being added meanwhile.
  const [account] = await tx
    .select({ provenAt: users.mailboxProvenAt, role: users.role })
    .from(users)
    .where(eq(users.id, person.id))
    .for('no key update');
  await tx
    .update(users)
    .set({
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      mailboxProvenAt: sql`coalesce(${users.mailboxProvenAt}, now())`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, person.id));
  if (!account || account.provenAt !== null) return false;
  if (!isAdmin(account.role as Role)) await removePasskeys(deps, person, { actorId: person.id, requestInfo });
  return true;
}
