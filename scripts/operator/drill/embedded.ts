import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction } from '#api/db/client.ts';
import { type MovedTable, readTables } from '#api/db/move.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { runCommand } from '../../run/operator-command.ts';
import type { Step } from './step.ts';
import { compareTables, verifyCopy } from './verify.ts';

/** Copies a stopped embedded database with the demo in it, brings it back into an empty folder and compares every row. */
export async function rehearseEmbedded(): Promise<Step> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'));
  const file = join(folder, 'copy.tar.gz');
  const [from, to] = [{ DATA_DIR: join(folder, 'from') }, { DATA_DIR: join(folder, 'to') }];
  try {
    await must('demo.ts', [], from);
    const before = await readAll(from);
    const startedAt = Date.now();
    await must('db-backup.ts', [file], from);
    const copied = (Date.now() - startedAt) / 1000;
    await must('db-restore.ts', [file], to);
    const seconds = (Date.now() - startedAt) / 1000;
    const database = await openDatabase(parseEnv(to));
    // A restore ends sessions and says so in the log; everything else is as it was.
    const kept = before.filter(({ name }) => !CHANGED_BY_RESTORE.has(name));
    const rows = await compareTables(database.db, kept).finally(() => database.close());
    return {
      name: 'embedded database, stopped, to a file and back',
      seconds,
      bytes: (await stat(file)).size,
      findings: [
        { asked: 'npm run db:backup', found: `${copied.toFixed(1)} s`, isGood: true },
        rows,
        ...(await verifyCopy(to)),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const CHANGED_BY_RESTORE = new Set([
  'sessions',
  'one_time_codes',
  'outbox_messages',
  'audit_log',
  'audit_seals',
]);

async function readAll(settings: Record<string, string>): Promise<MovedTable[]> {
  const database = await openDatabase(parseEnv(settings));
  return inTransaction(database.db, readTables).finally(() => database.close());
}

async function must(script: string, args: string[], settings: Record<string, string>): Promise<void> {
  const { code, output } = await runCommand(script, args, settings);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${output.slice(-1000)}`);
}
