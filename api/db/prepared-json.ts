import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

/**
 * Prepares a query whose one column is JSON, one value a row: a whole reply in one round trip. Write the values that
 * change as `sql.placeholder('name')`. Works on either driver, and either keeps the plan.
 */
export function prepareJson<Value>(db: Database, name: string, query: { json: SQL; from: SQL }) {
  const prepared = db
    .select({ value: sql<Value>`${query.json}` })
    .from(query.from)
    .prepare(name);
  return async (values: Record<string, unknown>): Promise<Value[]> => {
    const rows = await prepared.execute(values);
    return rows.map((row) => row.value);
  };
}

/** A moment inside JSON, as the wire wants it: ISO 8601 in UTC with milliseconds; null stays null. */
export function isoMoment(column: SQL | PgColumn): SQL<string | null> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
