import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, queryRows } from '../platform/db/client.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { type EarlierRows, type EarlierTable, readTable } from './earlier.ts';
import type { Findings } from './findings.ts';
import type { Mender, Subject } from './mend.ts';

/** One move: where from, where to, and what is known of it so far. */
export interface Move {
  source: Database;
  tx: Database;
  findings: Findings;
  mender: Mender;
  /** By table and earlier id, the id here; what is not in it was not taken. */
  ids: Map<EarlierTable, Map<string, string>>;
  say: (line: string) => void;
}

const BATCH = 2000;

/** Reads a table and counts its rows. */
export async function readCounted<Table extends EarlierTable>(
  { source, findings, say }: Move,
  table: Table,
): Promise<EarlierRows[Table][]> {
  const rows = await readTable(source, table);
  findings.tally(table).read += rows.length;
  if (rows.length > 0) say(`  ${table}: ${rows.length} rows`);
  return rows;
}

/** Remembers under which id a row of the earlier product stands here. */
export function keepId({ ids }: Move, table: EarlierTable, earlierId: string, id: string): void {
  const known = ids.get(table) ?? new Map<string, string>();
  ids.set(table, known.set(earlierId, id));
}

/** The oldest first, and of one moment by id. */
export function byAge(
  one: { id: string; createdAt: string },
  other: { id: string; createdAt: string },
): number {
  const [first, second] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  return first < second ? -1 : Number(first > second);
}

/** The id here of a row that this one hangs on; where it was not taken, this one is not either, and that is written down. */
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

/**
 * Remembers the id under which a row stands here and answers it; null for a row that an earlier run brought: it is counted,
 * and stays as it is by now.
 */
export function takeId(
  move: Move,
  table: EarlierTable,
  subject: Subject,
  present: ReadonlySet<string>,
): string | null {
  const id = move.mender.plainId(table, subject.id);
  keepId(move, table, subject.id, id);
  if (present.has(id)) {
    countHere(move, table);
    return null;
  }
  move.mender.id(subject);
  return id;
}

/** Counts a row that is here already. */
export function countHere({ findings }: Move, table: EarlierTable): void {
  findings.tally(table).here += 1;
}

/** The ids under which rows of the earlier product stand here already. */
export async function findPresent(
  { tx, mender }: Move,
  from: EarlierTable,
  table: PgTable,
  earlier: readonly { id: string }[],
): Promise<Set<string>> {
  if (earlier.length === 0) return new Set();
  const ids = earlier.map(({ id }) => mender.plainId(from, id));
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select t.id from json_array_elements_text(${JSON.stringify(ids)}::json) given(id)
      join ${sql.identifier(getTableName(table))} t on t.id = given.id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Inserts rows in batches and counts them; with `passOver` those that a unique index knows already count as here. (Where
 * such an index is deferrable PostgreSQL passes over nothing.)
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
