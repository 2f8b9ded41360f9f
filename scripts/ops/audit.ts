// Exits 1 if the audit log does not match its seals. `--head` takes a head of an earlier run or the server's log.

import { sql } from 'drizzle-orm';
import type { SealHead } from '#api/platform/audit/seal.ts';
import { type AuditCheck, verifyAuditLog } from '#api/platform/audit/verify.ts';
import { type Database, inTransaction } from '#api/platform/db/client.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

const { values } = readArguments('npm run ops -- audit [--head <number>:<digest>]', {
  options: { head: { type: 'string' } },
});

await withDatabase(async ({ db }) => {
  const { seals, entries, waiting, head, problems } = await verifyOneMoment(db, readHead(values.head));
  for (const problem of problems) console.log(problem);
  console.log(`${entries} entries, ${seals} seals, ${waiting} not sealed yet, ${problems.length} problems`);
  if (head) console.log(`head ${head.number}:${head.digest}`);
  if (problems.length > 0) process.exitCode = 1;
});

function verifyOneMoment(db: Database, kept?: SealHead): Promise<AuditCheck> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`set local statement_timeout = 0`);
    return verifyAuditLog(tx, kept);
  });
}

function readHead(text: string | undefined): SealHead | undefined {
  if (text === undefined) return undefined;
  const [, number, digest] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !digest) throw new StartError('--head wants what was printed as head: <number>:<digest>.');
  return { number: Number(number), digest };
}
