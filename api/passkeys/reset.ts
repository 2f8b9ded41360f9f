import { eq } from 'drizzle-orm';
import { PASSKEY_ERRORS } from '#contract/passkeys.ts';
import { recordAudit } from '../audit/record.ts';
import { endSessions } from '../auth/sessions.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { passkeys, users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { toPasskeysChangedMessage } from '../mail/messages/passkeys-changed.ts';
import { queueMail } from '../mail/outbox.ts';
import type { SecretKey } from '../process/secrets.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

interface Reset {
  userId: string;
  /** Null for whoever runs the installation. */
  actorId: string | null;
  reason?: string | null;
  requestInfo?: RequestInfo;
}

/**
 * Removes every passkey and recovery code of an account whose person lost them all: another Grand Pathfinder does it, or
 * whoever runs the installation. Its sessions end and its person is told; a password then signs in, to add a new passkey.
 * Answers how many passkeys there were. Throws OWN_PASSKEYS, USER_NOT_FOUND.
 */
export async function resetPasskeys(
  { db, secret }: { db: Database; secret: SecretKey },
  { userId, actorId, reason, requestInfo }: Reset,
): Promise<{ removedCount: number }> {
  if (userId === actorId) throw new ApiError(PASSKEY_ERRORS.OWN_PASSKEYS);
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (!account) throw new ApiError(PASSKEY_ERRORS.USER_NOT_FOUND);
    const removed = await tx
      .delete(passkeys)
      .where(eq(passkeys.userId, userId))
      .returning({ id: passkeys.id });
    await dropRecoveryCodes(tx, userId);
    if (removed.length === 0) return { removedCount: 0 };
    await endSessions(tx, userId);
    await queueMail(
      { db: tx, secret },
      {
        kind: 'PASSKEYS_CHANGED',
        userId,
        to: account.email,
        message: toPasskeysChangedMessage({ name: account.name, change: 'reset' }),
      },
    );
    await recordAudit(tx, {
      actorId,
      targetUserId: userId,
      action: 'PASSKEYS_RESET',
      description: reason ?? undefined,
      metadata: { removedCount: removed.length },
      requestInfo,
    });
    return { removedCount: removed.length };
  });
}
