// Compares the audit log with its chain of seals and prints what was changed, added or taken away by hand; exits 1 then.
// Usage: bun scripts/audit-verify.ts [--head <number>:<digest>]   (a head that an earlier run or the server's log named)
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { verifyAuditLog } from '#api/audit/verify.ts';
import { inTransaction } from '#api/db/client.ts';
import { StartError } from '#api/process/start-error.ts';
import { withDatabase } from './operator/database.ts';

await withDatabase(async ({ db }) => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const kept = readHead(values.head);
  const { seals, entries, waiting, head, problems } = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`set local statement_timeout = 0`);
    return verifyAuditLog(tx, kept);
  });
  for (const problem of problems) console.log(problem);
  console.log(`${entries} entries, ${seals} seals, ${waiting} not sealed yet, ${problems.length} problems`);
  if (head) console.log(`head ${head.number}:${head.digest}`);
  if (problems.length > 0) process.exitCode = 1;
});

function readHead(text: string | undefined): { number: number; digest: string } | undefined {
  if (text === undefined) return undefined;
  const [, number, digest] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !digest) throw new StartError('--head wants what was printed as head: <number>:<digest>.');
  return { number: Number(number), digest };
}
