import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { type Database, queryRows } from './client.ts';

/** Up to here rows are counted one by one; beyond it they are estimated. */
export const EXACT_COUNT_MAX = 10_000;

/** How many rows there are, and whether that is an estimate. */
export interface Count {
  total: number;
  isEstimate: boolean;
}

/** Rows that an estimate looks at: enough to tell what one in fifty has to about a tenth. */
const SAMPLE_ROWS = 5000;

/**
 * Counts the rows of a table that pass each condition, undefined for all of them. None counts further than
 * EXACT_COUNT_MAX; where there are more, a sample of the table tells how many about. Exact however many there are where
 * the database does not know the size of the table, because nobody analyzed it yet.
 */
export async function countBounded<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
): Promise<Record<Name, Count>> {
  const names = Object.keys(conditions) as Name[];
  const counted = await countRows(db, table, conditions, EXACT_COUNT_MAX + 1);
  const many = names.filter((name) => counted[name] > EXACT_COUNT_MAX);
  const estimated =
    many.length === 0 ? null : await estimate(db, table, pick(conditions, many), EXACT_COUNT_MAX + 1);
  return Object.fromEntries(
    names.map((name) => [name, estimated?.[name] ?? { total: counted[name], isEstimate: false }]),
  ) as Record<Name, Count>;
}

/** Counts the rows that pass each condition, no further than `max`; null counts all. */
export async function countRows<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
  max: number | null,
): Promise<Record<Name, number>> {
  const names = Object.keys(conditions) as Name[];
  const limit = max === null ? sql`` : sql`limit ${sql.raw(String(max))}`;
  const counts = names.map(
    (name) => sql`(select count(*) from (
      select 1 from ${table} where ${conditions[name] ?? sql`true`} ${limit}) counted) as ${sql.identifier(name)}`,
  );
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<Name, number>;
}

/** Rows that tell whether many pass at all. */
export const GLIMPSE_ROWS = 1000;

/**
 * About how many rows pass a condition, and what part of all, from a sample; null where a table is too small for one.
 * `looked` is how many rows the sample has.
 */
export async function estimateCount(
  db: Database,
  table: PgTable,
  condition: SQL,
  looked = SAMPLE_ROWS,
): Promise<{ total: number; share: number } | null> {
  const size = await readSize(db, table);
  if (size === null || size.rows <= EXACT_COUNT_MAX) return null;
  const { seen, passed } = await sample(db, table, size.rows, { condition }, looked);
  const share = seen === 0 ? 0 : passed.condition / seen;
  return { share, total: Math.round(share * size.rows) };
}

async function estimate<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
  atLeast: number,
): Promise<Record<Name, Count>> {
  const size = await readSize(db, table);
  const isEstimate = size !== null && size.rows > EXACT_COUNT_MAX;
  const { seen, passed } = await sample(db, table, isEstimate ? size.rows : null, conditions);
  const toTotal = (count: number) =>
    isEstimate ? Math.max(Math.round((size.rows * count) / Math.max(seen, 1)), atLeast) : count;
  const entries = Object.entries<number>(passed).map(([name, count]) => [
    name,
    { total: toTotal(count), isEstimate },
  ]);
  return Object.fromEntries(entries) as Record<Name, Count>;
}

/** How many rows a table has about; null where it was never looked at. */
async function readSize(db: Database, table: PgTable): Promise<{ rows: number } | null> {
  const [size] = await queryRows<{ tuples: number; known: number; pages: number | string }>(
    db,
    sql`select reltuples as tuples, relpages as known,
        pg_relation_size(oid) / current_setting('block_size')::int as pages
      from pg_class where oid = ${getTableConfig(table).name}::regclass`,
  );
  if (!size || size.known <= 0 || size.tuples <= 0) return null;
  return { rows: Math.round((size.tuples / size.known) * Number(size.pages)) };
}

/** What after the name of a table leaves some of its rows, about as many as an estimate looks at; nothing where it is small. */
export async function toSample(db: Database, table: PgTable): Promise<SQL> {
  return (await toSampleOf(db, table, SAMPLE_ROWS)).part;
}

/** The same for about so many rows, with how many rows each of them stands for. */
export async function toSampleOf(
  db: Database,
  table: PgTable,
  looked: number,
): Promise<{ part: SQL; weight: number }> {
  const rows = (await readSize(db, table))?.rows ?? null;
  return { part: pagesOf(rows, looked), weight: rows === null ? 1 : Math.max(1, rows / looked) };
}

/** The same pages each time while the table does not grow. */
function pagesOf(rows: number | null, looked = SAMPLE_ROWS): SQL {
  if (rows === null) return sql``;
  return sql`tablesample system (${Math.min(100, (100 * looked) / rows)}::real) repeatable (1)`;
}

/** How many rows of some pages pass; of all rows without `rows`. */
async function sample<Name extends string>(
  db: Database,
  table: PgTable,
  rows: number | null,
  conditions: Record<Name, SQL | undefined>,
  looked = SAMPLE_ROWS,
): Promise<{ seen: number; passed: Record<Name, number> }> {
  const names = Object.keys(conditions) as Name[];
  const counts = names.map(
    (name) =>
      sql`count(*) filter (where ${conditions[name] ?? sql`true`}) as ${sql.identifier(`of_${name}`)}`,
  );
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`select count(*) as seen, ${sql.join(counts, sql`, `)} from ${table} ${pagesOf(rows, looked)}`,
  );
  return {
    seen: Number(row?.seen ?? 0),
    passed: Object.fromEntries(names.map((name) => [name, Number(row?.[`of_${name}`] ?? 0)])) as Record<
      Name,
      number
    >,
  };
}

function pick<Name extends string, Value>(all: Record<Name, Value>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Record<Name, Value>;
}
