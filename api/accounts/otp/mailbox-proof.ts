import { eq, sql } from 'drizzle-orm';
import { isAdmin, type Role } from '#contract/roles.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { passkeys, recoveryCodes, users } from '../../platform/db/schema/accounts.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';

/**
 * Returns true for the first proof, which removes passkeys and recovery codes: a stranger may have opened the account.
 * Staff keep theirs (docs/security.md P58).
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

export async function removePasskeys(
  deps: Pick<Deps, 'db' | 'secret'>,
  person: { id: string; name: string; email: string },
  entry: Pick<Parameters<typeof recordAudit>[1], 'actorId' | 'description' | 'requestInfo'>,
): Promise<number> {
  const tx = deps.db;
  const { id, name } = person;
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  if (removed.length === 0) return 0;
  await queueMail(deps, 'PASSKEYS_CHANGED', person, { name, change: 'reset' });
  await recordAudit(tx, {
    ...entry,
    targetUserId: id,
    action: 'PASSKEYS_RESET',
    metadata: { removedCount: removed.length },
  });
  return removed.length;
}
