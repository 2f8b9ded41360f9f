import { eq } from 'drizzle-orm';
import { PASSKEY_ERRORS } from '#contract/passkeys.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { endSessions } from '../auth/sessions.ts';
import { removePasskeys } from '../otp/mailbox-proof.ts';

interface Reset {
  userId: string;
  /** Null for the operator. */
  actorId: string | null;
  reason?: string | null;
  requestInfo?: RequestInfo;
}

/** Throws OWN_PASSKEYS, USER_NOT_FOUND. */
export async function resetPasskeys(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
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
    const entry = { actorId, description: reason ?? undefined, requestInfo };
    const removedCount = await removePasskeys({ db: tx, secret }, { id: userId, ...account }, entry);
    if (removedCount > 0) await endSessions(tx, userId);
    return { removedCount };
  });
}
