import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core';

// Nests rows as JSON, so that a page with its lists is one statement. Each further statement costs about 180 µs.

type Fields = Record<string, PgColumn | SQL>;

type RowOf<Named extends Fields> = {
  [Name in keyof Named]: Named[Name] extends SQL<infer Value>
    ? Value
    : Named[Name] extends PgColumn
      ? ArrivingValue<Named[Name]>
      : never;
};

type ArrivingValue<Column extends PgColumn> =
  | (Column['_']['data'] extends Date ? string : Column['_']['data'])
  | (Column['_']['notNull'] extends true ? never : null);

interface RowQuery<Row> extends SQLWrapper {
  readonly _: { readonly result: { row: Row }[] };
}

export function asRow<Named extends Fields>(fields: Named): SQL<RowOf<Named>> {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`);
  return sql<RowOf<Named>>`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** Starts a query for `oneRow` or `rowList`; it may refer to tables of the outer query. */
export function selectRow<Named extends Fields>(fields: Named) {
  return new QueryBuilder().select({ row: asRow(fields).as('row') });
}

export function oneRow<Row>(query: RowQuery<Row>): SQL<Row | null> {
  return sql<Row | null>`${query}`;
}

export function rowList<Row>(query: RowQuery<Row>): SQL<Row[]> {
  return sql<Row[]>`(select coalesce(json_agg(inner_rows."row"), '[]') from ${query} inner_rows)`;
}
