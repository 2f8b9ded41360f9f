import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HASH_TOO_SLOW } from '#api/move-in/accounts.ts';
import type { MoveReport } from '#api/move-in/move-in.ts';
import { makePrivate, writePrivately } from '#api/platform/process/private-files.ts';
import { CSV_MARK, type CsvValue, toCsvLine } from '#contract/csv.ts';

const FINDING = ['table', 'id', 'about', 'field', 'before', 'after', 'reason'] as const;
const STAFF = ['email', 'name', 'role', 'status', 'isVerified', 'isJoined'] as const;
const JOINED = ['id', 'email', 'name', 'intoId', 'intoEmail', 'intoName', 'reason'] as const;
const EARNED = ['kind', 'name', 'person', 'email'] as const;

export async function writeMoveFiles(folder: string, { findings, staff, earned }: MoveReport): Promise<void> {
  writePrivately();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeCsv(join(folder, 'mended.csv'), FINDING, findings.changes);
  await writeCsv(join(folder, 'not-taken.csv'), FINDING, findings.notTaken);
  await writeCsv(join(folder, 'joined.csv'), JOINED, findings.joined);
  await writeCsv(join(folder, 'staff.csv'), STAFF, staff);
  await writeCsv(join(folder, 'earned.csv'), EARNED, earned);
}

async function writeCsv<Column extends string>(
  file: string,
  columns: readonly Column[],
  rows: readonly Record<Column, CsvValue>[],
): Promise<void> {
  const lines = rows.map((row) => toCsvLine(columns.map((column) => row[column])));
  await Bun.write(file, `${CSV_MARK}${toCsvLine(columns)}${lines.join('')}`);
  makePrivate(file);
}

export function toMoveLines(
  { findings, staff, earned, leftBehind }: MoveReport,
  { isDryRun, folder }: { isDryRun: boolean; folder: string },
): string[] {
  const counts = [...findings.tallies].map(([table, { read, came, here, notTaken }]) =>
    [table.padEnd(24), ...[read, came, here, notTaken].map((n) => String(n).padStart(9))].join(' '),
  );
  const tooDear = findings.changes.filter(({ reason }) => reason === HASH_TOO_SLOW).length;
  const head = ['', 'read', 'came', 'here', 'not taken'];
  return [
    head.map((word, index) => (index === 0 ? word.padEnd(24) : word.padStart(9))).join(' '),
    ...counts,
    ...leftBehind.map(({ table, rows, why }) => `${table}: ${rows} rows stay behind: ${why}.`),
    `${findings.changes.length} values were mended, ${findings.notTaken.length} lines tell what was not taken.`,
    `${tooDear} passwords have a bcrypt hash above cost 12: their owners set a new one by mail.`,
    `${staff.length} accounts have a staff role; look through staff.csv.`,
    ...(findings.joined.length > 0
      ? [`Accounts joined with another one: ${findings.joined.length}; joined.csv names both of each.`]
      : []),
    ...(earned.length > 0 ? [`${earned.length} awards were earned and never given: earned.csv.`] : []),
    `Row by row in ${folder}: it holds personal data.`,
    isDryRun
      ? 'This was a dry run: nothing was changed.'
      : 'Done. npm run ops -- verify counts everything once more.',
  ];
}
