import { sql } from 'drizzle-orm';
import type { SealHead } from '#api/platform/audit/seal.ts';
import { type AuditCheck, verifyAuditLog } from '#api/platform/audit/verify.ts';
import { type Database, inTransaction } from '#api/platform/db/client.ts';
import { StartError } from '#api/platform/process/start-error.ts';

export function verifyOneMoment(db: Database, kept?: SealHead): Promise<AuditCheck> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`set local statement_timeout = 0`);
    return verifyAuditLog(tx, kept);
  });
}

export function readHead(text: string | undefined): SealHead | undefined {
  if (text === undefined) return undefined;
  const [, number, digest] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !digest) throw new StartError('--head wants what was printed as head: <number>:<digest>.');
  return { number: Number(number), digest };
}
