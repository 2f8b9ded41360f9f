import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { INTEGER_MAX } from '#contract/constants.ts';
import { type Page, type Pagination, toPagination } from '#contract/shared.ts';
import type { Database } from './client.ts';

/** A page as LIMIT and OFFSET. Everything is one page, whichever was asked for. */
export function toWindow({ page, limit }: Page): { limit: number; offset: number } {
  return limit === null ? { limit: INTEGER_MAX, offset: 0 } : { limit, offset: (page - 1) * limit };
}

/** The number of rows behind a page; asks the database only where the page does not tell it by itself. */
export async function countAll(page: Page, rows: number, count: () => Promise<number>): Promise<number> {
  const { limit, offset } = toWindow(page);
  const isLastPage = rows < limit && (rows > 0 || offset === 0);
  return isLastPage ? offset + rows : count();
}

/** How many of the rows that a statement reads pass a condition; a column of it. */
export function countWhere(condition: SQL | undefined) {
  return sql<number>`count(*) filter (where ${condition ?? sql`true`})`.mapWith(Number);
}

/**
 * The ids of a page of a table, and the paging block of the list. Callers read the rows of these ids, so that nothing is
 * joined to the rows before the page.
 */
export async function findPage<Table extends PgTable & { id: PgColumn }>(
  db: Database,
  table: Table,
  { where, order, page }: { where: SQL | undefined; order: readonly SQLWrapper[]; page: Page },
): Promise<{ ids: Table['id']['_']['data'][]; pagination: Pagination }> {
  const { limit, offset } = toWindow(page);
  const rows = await db
    .select({ id: table.id as PgColumn })
    .from(table as PgTable)
    .where(where)
    .orderBy(...order.map((column) => sql`${column}`))
    .limit(limit)
    .offset(offset);
  const total = await countAll(page, rows.length, () => db.$count(table, where));
  return { ids: rows.map(({ id }) => id), pagination: toPagination(page, total) };
}
