import { type Query, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

/**
 * Builds a statement once and runs it on any handle, so also inside a transaction: Drizzle's own prepared statements
 * belong to one handle. Write the values that change as `sql.placeholder('name')`, moments as `placeMoment('name')`; rows
 * come as the driver gives them. The statement is sent when the function is called, not when its promise is awaited.
 */
export function prepareQuery<Row>(build: (db: Database) => SQLWrapper) {
  let built: Query | undefined;
  return async (db: Database, values: object): Promise<Row[]> => {
    built ??= new PgDialect().sqlToQuery(build(db).getSQL());
    const prepared = db._.session.prepareQuery(built, undefined, undefined, false);
    const result = (await prepared.execute(values as Record<string, unknown>)) as Row[] | { rows: Row[] };
    return Array.isArray(result) ? Array.from(result) : result.rows;
  };
}

/** The place of a moment or null; the column's own encoder takes no null from a placeholder. */
export const placeMoment = (name: string) => {
  const toText = (moment: unknown) => (moment instanceof Date ? moment.toISOString() : null);
  return sql<Date>`${sql.param(sql.placeholder(name), { mapToDriverValue: toText })}::timestamptz`;
};
