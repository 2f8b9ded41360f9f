import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { outboxMessages } from '../db/schema/operations.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { createId, type SecretKey, WrongKeyError } from '../process/secrets.ts';
import { countCodeMail } from './daily-limit.ts';
import { toMessage } from './messages/messages.ts';

interface ResetRequest {
  code: string;
  token: string;
  from: Pick<RequestInfo, 'address' | 'requestId'>;
}

const KIND = 'PASSWORD_RESET';
const BATCH = 100;

/** Stores the same row whether or not the address has an account. */
export async function queueResetRequest(
  { db, secret }: { db: Database; secret: SecretKey },
  email: string,
  { code, token, from: { address, requestId } }: ResetRequest,
): Promise<void> {
  const request: ResetRequest = { code, token, from: { address, requestId } };
  await db.insert(outboxMessages).values({
    id: createId(),
    kind: KIND,
    userId: null,
    toAddress: email,
    sealedContent: secret.seal(JSON.stringify(request)),
  });
}

export async function processResetRequests(deps: Deps): Promise<void> {
  const { db, secret } = deps;
  await inTransaction(db, async (tx) => {
    const waiting = await queryRows<{
      id: string;
      email: string;
      sealed: string;
      user_id: string | null;
      name: string;
    }>(
      tx,
      sql`
        select m.id, m.to_address as email, m.sealed_content as sealed, u.id as user_id, u.name
        from outbox_messages m left join users u on u.email = m.to_address and u.status <> 'SUSPENDED'
        where m.kind = ${KIND} and m.user_id is null and m.sealed_content is not null
          and m.sent_at is null and m.failed_at is null
        order by m.created_at limit ${BATCH} for update of m skip locked`,
    );
    for (const { id, email, sealed, user_id: userId, name } of waiting) {
      const request = tryUnseal(secret, sealed);
      if (request === 'other key') continue;
      const isThis = eq(outboxMessages.id, id);
      if (userId !== null && request !== null) {
        const message = toMessage(KIND, { name, email, ...request });
        const sealedContent = secret.seal(JSON.stringify(message));
        await tx.update(outboxMessages).set({ userId, sealedContent }).where(isThis);
        await countCodeMail({ ...deps, db: tx });
      } else {
        await tx.delete(outboxMessages).where(isThis);
      }
      if (request === null) continue;
      await recordAudit(tx, {
        actorId: null,
        targetUserId: userId,
        action: 'PASSWORD_RESET_REQUESTED',
        requestInfo: request.from,
      });
    }
  });
}

function tryUnseal(secret: SecretKey, sealed: string): ResetRequest | 'other key' | null {
  try {
    return JSON.parse(secret.unseal(sealed)) as ResetRequest;
  } catch (error) {
    return error instanceof WrongKeyError ? 'other key' : null;
  }
}
