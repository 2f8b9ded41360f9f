import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, queryRows } from './client.ts';

/**
 * One statement with one JSON parameter; returns the ids in order. Columns missing from the first row keep their
 * defaults, and `passOver` skips rows that violate a unique index.
 */
export async function insertRows<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  { passOver = false }: { passOver?: boolean } = {},
): Promise<(string | number)[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof typeof row] ?? null])),
    ),
  );
  const hasId = 'id' in getTableColumns(table);
  const inserted = await queryRows<{ id: string | number }>(
    tx,
    sql`insert into ${sql.identifier(getTableName(table))} (${names})
      select ${names} from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${json}::json)
      ${passOver ? sql`on conflict do nothing` : sql``}
      returning ${hasId ? sql`id` : sql`0 as id`}`,
  );
  return inserted.map(({ id }) => id);
}
