import { type Query, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

/**
 * Builds a statement once and runs it on any handle, also in a transaction; Drizzle's own prepared statements belong to
 * one handle. Sends it when called, not when awaited.
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

/** A nullable moment. The column's own encoder fails on null from a placeholder. */
export const momentPlaceholder = (name: string) => {
  const toText = (moment: unknown) => (moment instanceof Date ? moment.toISOString() : null);
  return sql<Date>`${sql.param(sql.placeholder(name), { mapToDriverValue: toText })}::timestamptz`;
};
