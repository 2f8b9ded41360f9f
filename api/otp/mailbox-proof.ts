import { eq, sql } from 'drizzle-orm';
import { isAdmin, type Role } from '#contract/roles.ts';
import { recordAudit } from '../audit/record.ts';
import { passkeys, recoveryCodes, users } from '../db/schema/accounts.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { toPasskeysChangedMessage } from '../mail/messages/passkeys-changed.ts';
import { queueMail } from '../mail/outbox.ts';

/**
 * Marks the address as proven by a mailed code or link; true for the first such proof. That one removes the passkeys and
 * recovery codes of an account that somebody else may have opened. Staff keep theirs (docs/security.md P58).
 */
export async function proveMailbox(
  deps: Deps,
  { id, name, email }: { id: string; name: string; email: string },
  requestInfo: RequestInfo,
): Promise<boolean> {
  const tx = deps.db;
  // The lock keeps a passkey from being added meanwhile.
  const [account] = await tx
    .select({ provenAt: users.mailboxProvenAt, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  await tx
    .update(users)
    .set({
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      mailboxProvenAt: sql`coalesce(${users.mailboxProvenAt}, now())`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, id));
  if (!account || account.provenAt !== null) return false;
  if (isAdmin(account.role as Role)) return true;
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  if (removed.length === 0) return true;
  await queueMail(deps, {
    kind: 'PASSKEYS_CHANGED',
    userId: id,
    to: email,
    message: toPasskeysChangedMessage({ name, change: 'reset' }),
  });
  await recordAudit(tx, {
    actorId: id,
    targetUserId: id,
    action: 'PASSKEYS_RESET',
    metadata: { removedCount: removed.length },
    requestInfo,
  });
  return true;
}
