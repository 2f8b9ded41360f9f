import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Page } from '#contract/shared.ts';
import { type Count, countBounded } from './bounded-count.ts';
import { type Database, queryRows } from './client.ts';
import { rowsUpTo, toWindow } from './paging.ts';

interface Listed {
  filters: SQL | undefined;
  search?: SQL | undefined;
  order: SQL;
  page: Page & { limit: number };
  /** How many pass the filters, where the caller knows. */
  known?: number;
}

/** The ids of a page of a table in an order, and one more where there is one, with how many rows are in the list. */
export async function findPage(
  db: Database,
  table: PgTable,
  { filters, search, order, page, known }: Listed,
): Promise<{ ids: string[]; count: Count }> {
  const { limit, offset } = toWindow(page);
  if (search) {
    // One reading for rows and total: a searched text has no order of its own.
    const [row] = await queryRows<{ ids: string[]; total: number | string }>(
      db,
      sql`with found as materialized (select * from ${table} where ${and(filters, search)})
        select (select count(*) from found) as total, (select coalesce(json_agg(id), '[]') from (
          select id from found ${sql.identifier(getTableConfig(table).name)}
          order by ${order} limit ${limit + 1} offset ${offset}) page) as ids`,
    );
    return { ids: row?.ids ?? [], count: { total: Number(row?.total ?? 0), isEstimate: false } };
  }
  const read = async () => {
    const rows = await queryRows<{ id: string }>(
      db,
      sql`select id from (select id from ${table} ${filters ? sql`where ${filters}` : sql``}
        order by ${order} limit ${rowsUpTo(offset + limit + 1)}) found limit ${limit + 1} offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  };
  if (known !== undefined) return { ids: await read(), count: { total: known, isEstimate: false } };
  const [ids, { all }] = await Promise.all([read(), countBounded(db, table, { all: filters })]);
  return { ids, count: all };
}
