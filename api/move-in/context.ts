import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import type { Database } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { isOneOf } from '../platform/db/paging.ts';
import { type Cleaner, distinctName, type Subject } from './cleaner.ts';
import { type EarlierRows, type EarlierTable, readTable } from './earlier.ts';
import type { Findings } from './findings.ts';

export interface Move {
  source: Database;
  tx: Database;
  findings: Findings;
  cleaner: Cleaner;
  /** Maps table and earlier id to the id here; rows that were not taken are absent. */
  ids: Map<EarlierTable, Map<string, string>>;
  say: (line: string) => void;
  timeZone: string;
}

const BATCH = 2000;

export async function readCounted<Table extends EarlierTable>(
  { source, findings, say }: Move,
  table: Table,
): Promise<EarlierRows[Table][]> {
  const rows = await readTable(source, table);
  findings.tally(table).read += rows.length;
  if (rows.length > 0) say(`  ${table}: ${rows.length} rows`);
  return rows;
}

export function rememberId({ ids }: Move, table: EarlierTable, earlierId: string, id: string): void {
  const known = ids.get(table) ?? new Map<string, string>();
  ids.set(table, known.set(earlierId, id));
}

export function byAge(
  one: { id: string; createdAt: string },
  other: { id: string; createdAt: string },
): number {
  const [first, second] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  return first < second ? -1 : Number(first > second);
}

/** Returns null and records a finding when the parent row was not taken. */
export function requireId(
  { ids, findings }: Move,
  subject: Subject,
  table: EarlierTable,
  earlierId: string,
): string | null {
  const id = ids.get(table)?.get(earlierId) ?? null;
  if (id === null) {
    findings.refuse({ ...subject, before: earlierId, reason: `Its row of ${table} was not taken` });
  }
  return id;
}

/** Returns null for a row of an earlier run, which is counted and left unchanged. */
export function resolveNewId(
  move: Move,
  table: EarlierTable,
  subject: Subject,
  present: ReadonlySet<string>,
): string | null {
  const id = move.cleaner.plainId(table, subject.id);
  rememberId(move, table, subject.id, id);
  if (present.has(id)) {
    countHere(move, table);
    return null;
  }
  move.cleaner.id(subject);
  return id;
}

export function countHere({ findings }: Move, table: EarlierTable): void {
  findings.tally(table).here += 1;
}

export async function findPresent(
  { tx, cleaner }: Move,
  from: EarlierTable,
  table: PgTable & { id: PgColumn },
  earlier: readonly { id: string }[],
): Promise<Set<string>> {
  const ids = earlier.map(({ id }) => cleaner.plainId(from, id));
  return new Set(await readColumn(tx, table.id, isOneOf(table.id, ids)));
}

export async function readColumn(db: Database, column: PgColumn, where?: SQL): Promise<string[]> {
  const rows = await db.select({ value: column }).from(column.table).where(where);
  return rows.map(({ value }) => String(value));
}

/**
 * With `passOver`, unique violations count as already here. PostgreSQL cannot skip conflicts on deferrable unique
 * indexes.
 */
export async function insertCounted<Table extends PgTable>(
  { tx, findings, say }: Move,
  from: EarlierTable,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  options: { passOver?: boolean } = {},
): Promise<Set<string | number>> {
  const inserted = new Set<string | number>();
  for (let first = 0; first < rows.length; first += BATCH) {
    for (const id of await insertRows(tx, table, rows.slice(first, first + BATCH), options)) {
      inserted.add(id);
    }
    say(`  writing ${from}: ${Math.min(first + BATCH, rows.length)} of ${rows.length}`);
  }
  const tally = findings.tally(from);
  tally.came += inserted.size;
  tally.here += rows.length - inserted.size;
  return inserted;
}

export const PROSE = { max: DESCRIPTION_MAX_LENGTH, clean: cleanProse };

export async function readNames({ tx }: Move, column: PgColumn): Promise<Set<string>> {
  return new Set((await readColumn(tx, column)).map((name) => name.normalize('NFC')));
}

export function toDistinctName(move: Move, subject: Subject, name: string, taken: Set<string>): string {
  const free = distinctName(name, taken, NAME_MAX_LENGTH);
  if (free !== name) move.cleaner.changed(subject, 'name', name, free, 'Another one has this name');
  return free;
}
