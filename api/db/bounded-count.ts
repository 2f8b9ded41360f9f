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

/** What a sample says more of is not counted at all: no chance of where its rows lie makes so many of a few thousand. */
const SURELY_MANY = 10 * EXACT_COUNT_MAX;

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
  const { rows, counts } = await countUnlessLarge(db, table, conditions);
  const sampled = names.filter((name) => !counts || counts[name] > EXACT_COUNT_MAX);
  const estimates = await estimate(db, table, pick(conditions, sampled), rows);
  const unsure = counts ? [] : names.filter((name) => estimates[name].total < SURELY_MANY);
  const exact: Partial<Record<Name, number>> =
    unsure.length > 0
      ? await countRows(db, table, pick(conditions, unsure), EXACT_COUNT_MAX + 1)
      : (counts ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const total = exact[name] ?? Number.POSITIVE_INFINITY;
      return [name, total <= EXACT_COUNT_MAX ? { total, isEstimate: false } : estimates[name]];
    }),
  ) as Record<Name, Count>;
}

/**
 * About how many rows a table has, 0 where nobody knows, and how many of them pass each condition, up to one more than
 * EXACT_COUNT_MAX; no counts of a table so large that a sample is asked first.
 */
async function countUnlessLarge<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
): Promise<{ rows: number; counts: Record<Name, number> | null }> {
  const names = Object.keys(conditions) as Name[];
  // A subquery of a case is not run where the case does not come to it.
  const counts = names.map(
    (
      name,
    ) => sql`case when size.rows <= ${SURELY_MANY}::int then ${countUpTo(table, conditions[name], EXACT_COUNT_MAX + 1)}
      end as ${sql.identifier(`of_${name}`)}`,
  );
  const [row] = await queryRows<Record<string, number | string | null>>(
    db,
    sql`select size.rows, ${sql.join(counts, sql`, `)} from (${sizeOf(table)}) size`,
  );
  const rows = Number(row?.rows ?? 0);
  if (rows > SURELY_MANY) return { rows, counts: null };
  const entries = names.map((name) => [name, Number(row?.[`of_${name}`] ?? 0)]);
  return { rows, counts: Object.fromEntries(entries) as Record<Name, number> };
}

/** How many rows pass, up to so many; null counts all. */
function countUpTo(table: PgTable, condition: SQL | undefined, max: number | null): SQL {
  const limit = max === null ? sql`` : sql`limit ${sql.raw(String(max))}`;
  return sql`(select count(*) from (select 1 from ${table} where ${condition ?? sql`true`} ${limit}) counted)`;
}

/** Counts the rows that pass each condition, no further than `max`; null counts all. */
export async function countRows<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
  max: number | null,
): Promise<Record<Name, number>> {
  const names = Object.keys(conditions) as Name[];
  const counts = names.map(
    (name) => sql`${countUpTo(table, conditions[name], max)} as ${sql.identifier(name)}`,
  );
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<Name, number>;
}

/** About how many rows pass a condition, from a sample; null where a table is too small for one. */
export async function estimateCount(
  db: Database,
  table: PgTable,
  condition: SQL,
): Promise<{ total: number } | null> {
  const rows = await readSize(db, table);
  if (rows <= EXACT_COUNT_MAX) return null;
  const { seen, passed } = await sample(db, table, rows, { condition });
  return { total: seen === 0 ? 0 : Math.round((passed.condition / seen) * rows) };
}

/** About how many rows pass each condition, of a table of which more than EXACT_COUNT_MAX do; exact where it has no sample. */
async function estimate<Name extends string>(
  db: Database,
  table: PgTable,
  conditions: Record<Name, SQL | undefined>,
  rows: number,
): Promise<Record<Name, Count>> {
  const names = Object.keys(conditions) as Name[];
  const isEstimate = rows > EXACT_COUNT_MAX;
  const isSampled = names.some((name) => !isEstimate || conditions[name]);
  const { seen, passed } = isSampled
    ? await sample(db, table, isEstimate ? rows : null, conditions)
    : { seen: 0, passed: null };
  const totalOf = (name: Name) => {
    if (!isEstimate) return passed?.[name] ?? 0;
    const about = conditions[name] ? Math.round((rows * (passed?.[name] ?? 0)) / Math.max(seen, 1)) : rows;
    return Math.max(about, EXACT_COUNT_MAX + 1);
  };
  return Object.fromEntries(names.map((name) => [name, { total: totalOf(name), isEstimate }])) as Record<
    Name,
    Count
  >;
}

/** How many rows a table has about; 0 where it was never looked at. */
async function readSize(db: Database, table: PgTable): Promise<number> {
  const [size] = await queryRows<{ rows: number | string }>(db, sizeOf(table));
  return Number(size?.rows ?? 0);
}

function sizeOf(table: PgTable): SQL {
  return sql`select case when relpages > 0 and reltuples > 0 then round(reltuples::float8 / relpages
      * (pg_relation_size(oid) / current_setting('block_size')::int)) else 0 end as rows
    from pg_class where oid = ${getTableConfig(table).name}::regclass`;
}

/** The same pages each time while the table does not grow. */
function pagesOf(rows: number | null, looked: number): SQL {
  if (rows === null) return sql``;
  return sql`tablesample system (${Math.min(100, (100 * looked) / rows)}::real) repeatable (1)`;
}

/** How many rows of some pages pass; of all rows without `rows`. */
async function sample<Name extends string>(
  db: Database,
  table: PgTable,
  rows: number | null,
  conditions: Record<Name, SQL | undefined>,
): Promise<{ seen: number; passed: Record<Name, number> }> {
  const names = Object.keys(conditions) as Name[];
  const counts = names.map(
    (name) =>
      sql`count(*) filter (where ${conditions[name] ?? sql`true`}) as ${sql.identifier(`of_${name}`)}`,
  );
  const [row] = await queryRows<Record<string, number | string>>(
    db,
    sql`select count(*) as seen, ${sql.join(counts, sql`, `)} from ${table} ${pagesOf(rows, SAMPLE_ROWS)}`,
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
