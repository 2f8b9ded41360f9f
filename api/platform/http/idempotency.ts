import { createHash } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { answeredRequests } from '../db/schema/operations.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestInfo } from './request-info.ts';

// Progress events keep their keys forever (docs/security.md P41).
const REPEAT_DAYS = 7;

/**
 * Runs a write once per account and Idempotency-Key; a repeat, even a concurrent one, gets the first reply, which must
 * survive JSON. A refused write frees its key. Throws IDEMPOTENCY_KEY_REUSED for a different request with the same key.
 */
export async function runIdempotent<Result>(
  db: Database,
  userId: string,
  { idempotencyKey, requestHash }: Pick<RequestInfo, 'idempotencyKey' | 'requestHash'>,
  work: (tx: Database) => Promise<Result>,
  options: { accounts?: readonly string[] } = {},
): Promise<Result> {
  if (!idempotencyKey) return inTransaction(db, work, options);
  const keys = { userId, idempotencyKey };
  const once = async (tx: Database, [claimed = []]: unknown[][]): Promise<Result> => {
    if (claimed.length === 0) return readReply<Result>(tx, keys, requestHash);
    const result = await work(tx);
    await tx
      .update(answeredRequests)
      .set({ reply: JSON.stringify(result) })
      .where(isRequest(keys));
    return result;
  };
  return inTransaction(db, once, { ...options, opening: [claimKey(keys, requestHash)] });
}

// Returns no row for a used key. The actor lock handles a deleted account.
function claimKey({ userId, idempotencyKey }: Keys, requestHash: string): SQL {
  return sql`
    insert into answered_requests (user_id, idempotency_key, request_hash)
    select id, ${idempotencyKey}::text, ${requestHash}::text from users where id = ${userId}
    on conflict do nothing returning user_id`;
}

interface Keys {
  userId: string;
  idempotencyKey: string;
}

const isRequest = ({ userId, idempotencyKey }: Keys) =>
  sql`${eq(answeredRequests.userId, userId)} and ${eq(answeredRequests.idempotencyKey, idempotencyKey)}`;

async function readReply<Result>(tx: Database, keys: Keys, requestHash: string): Promise<Result> {
  const [first] = await tx.select().from(answeredRequests).where(isRequest(keys));
  // The sweep deleted the key between the two statements.
  if (!first?.reply) throw new ApiError(ERRORS.CONFLICT);
  if (first.requestHash !== requestHash) throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
  return JSON.parse(first.reply) as Result;
}

export function hashRequest(call: string, params: Record<string, string>, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, params, body ?? null]))
    .digest('base64url');
}

export async function sweepAnsweredRequests(db: Database): Promise<void> {
  await queryRows(
    db,
    sql`delete from answered_requests where answered_at < now() - make_interval(days => ${REPEAT_DAYS}::int)`,
  );
}
