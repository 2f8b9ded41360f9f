import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from '#api/db/client.ts';
import { type MovedTable, readTables } from '#api/db/move.ts';
import { runCommand } from '../../run/operator-command.ts';
import { expectNote, type Load, readNote } from './load.ts';
import type { Finding } from './step.ts';

/** Counts everything anew and follows the audit log's chain, by the commands an operator would type. */
export async function verifyCopy(settings: Record<string, string>): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-verify-'));
  const findings: Finding[] = [];
  for (const [asked, script] of [
    ['numbers worked out anew', 'db-verify.ts'],
    ['chain of the audit log', 'audit-verify.ts'],
  ] as const) {
    const { code, output } = await runCommand(script, [], { DATA_DIR: folder, ...settings });
    const told = output.split('\n').filter((line) => /^drift |problems$/.test(line));
    findings.push({ asked, found: told.at(-1) ?? output.slice(-300), isGood: code === 0 });
  }
  await rm(folder, { recursive: true, force: true });
  return findings;
}

/** Compares every table with what the database held when it was copied, row for row. */
export async function compareTables(db: Database, before: readonly MovedTable[]): Promise<Finding> {
  const after = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return readTables(tx);
  });
  const differing = before.filter(({ name, rows, checksum }) => {
    const copy = after.find((table) => table.name === name);
    return copy?.rows !== rows || copy.checksum !== checksum;
  });
  const rows = before.reduce((sum, table) => sum + table.rows, 0);
  return {
    asked: 'every row of every table',
    found:
      differing.length === 0
        ? `${rows} rows of ${before.length} tables are the same`
        : `differing: ${differing.map(({ name }) => name).join(', ')}`,
    isGood: differing.length === 0 && rows > 0,
  };
}

/** Looks every note up that was written: none that was acknowledged before the moment is missing, none written after it is there. */
export async function compareNotes(db: Database, load: Load, moment: number): Promise<Finding> {
  const rows = await queryRows<{ person: string; resource: string; note: string | null }>(
    db,
    sql`select user_id as person, resource_id as resource, personal_note as note
      from resource_progress where personal_note like 'drill %'`,
  );
  const found = new Map(rows.map(({ person, resource, note }) => [`${person} ${resource}`, readNote(note)]));
  let missing = 0;
  let early = 0;
  for (const note of load.notes) {
    const number = found.get(`bench-user-${note.person + 1} ${note.resource}`) ?? 0;
    const { from, to } = expectNote(note, moment);
    if (number < from) missing++;
    if (number > to) early++;
  }
  const acknowledged = load.notes.reduce(
    (sum, note) => sum + note.acknowledgedAt.filter((at) => at !== undefined && at < moment).length,
    0,
  );
  return {
    asked: 'notes acknowledged before the moment, and none from after it',
    found: `${acknowledged} acknowledged, ${missing} missing; ${early} from after it`,
    isGood: missing === 0 && early === 0 && acknowledged > 0,
  };
}
