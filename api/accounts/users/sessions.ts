import { ADMIN_USER_ERRORS } from '#contract/admin-users.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { inSelfLockingTransaction } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { toSessionsEndedMessage } from '../../platform/mail/messages/sessions-ended.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { endSessions } from '../auth/sessions.ts';
import { lockTarget } from './service.ts';

/** Mails the reason to the person. Returns the number of live sessions. Throws USER_NOT_FOUND, OWN_SESSIONS. */
export async function endUserSessions(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: ActorAndRequest,
  userId: string,
  reason: string,
): Promise<{ endedCount: number }> {
  return inSelfLockingTransaction(db, async (tx) => {
    const target = await lockTarget(tx, actor, userId, 'grand');
    if (target.id === actor.id) throw new ApiError(ADMIN_USER_ERRORS.OWN_SESSIONS);
    const endedCount = await endSessions(tx, userId);
    const message = toSessionsEndedMessage({ name: target.name, by: actor.name, reason });
    await queueMail({ db: tx, secret }, 'SESSIONS_ENDED', target, message);
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: userId,
      action: 'USER_SESSIONS_ENDED',
      description: `${target.name} was signed out everywhere`,
      metadata: { endedCount, reason },
      requestInfo,
    });
    return { endedCount };
  });
}
