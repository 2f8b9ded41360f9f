import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { INTEGER_MAX } from '#contract/constants.ts';
import { type Page, type Pagination, toPagination } from '#contract/shared.ts';
import type { Database } from './client.ts';

export function toWindow({ page, limit }: Page): { limit: number; offset: number } {
  return limit === null ? { limit: INTEGER_MAX, offset: 0 } : { limit, offset: (page - 1) * limit };
}

interface Pageable<Row> {
  limit(count: number): { offset(count: number): PromiseLike<Row[]> };
}

/** Reads a page of `query`; `count` counts all its rows. */
export async function readRows<Row>(
  query: Pageable<Row>,
  page: Page,
  count: () => Promise<number>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const { limit, offset } = toWindow(page);
  const rows = await query.limit(limit).offset(offset);
  return { rows, pagination: toPagination(page, await countAll(page, rows.length, count)) };
}

/** Counts in the database only if this is not the last page. */
async function countAll(page: Page, rows: number, count: () => Promise<number>): Promise<number> {
  const { limit, offset } = toWindow(page);
  const isLastPage = rows < limit && (rows > 0 || offset === 0);
  return isLastPage ? offset + rows : count();
}

export function countWhere(condition: SQL | undefined) {
  return sql<number>`count(*) filter (where ${condition ?? sql`true`})`.mapWith(Number);
}

/** Callers read the rows by these ids, so that joins touch one page only. */
export async function findPage<Table extends PgTable & { id: PgColumn }>(
  db: Database,
  table: Table,
  { where, order, page }: { where: SQL | undefined; order: readonly SQLWrapper[]; page: Page },
): Promise<{ ids: Table['id']['_']['data'][]; pagination: Pagination }> {
  const all = db
    .select({ id: table.id as PgColumn })
    .from(table as PgTable)
    .where(where)
    .orderBy(...order.map((column) => sql`${column}`))
    .$dynamic();
  const { rows, pagination } = await readRows(all, page, () => db.$count(table, where));
  return { ids: rows.map(({ id }) => id), pagination };
}

/**
 * Sorts by the Unicode Collation Algorithm, like Intl.Collator in the browser. The database's own collation may sort by
 * bytes.
 */
export function alphabetical(name: SQLWrapper): SQL {
  return sql`${name} collate "und-x-icu"`;
}

export interface Listing<Row extends { id: string }> {
  ids: readonly string[];
  read: (ids: readonly string[]) => Promise<Row[]>;
}

/** Small, because turning a batch into text blocks other calls. */
export const BATCH_ROWS = 250;

/** Skips rows deleted meanwhile and never repeats a row, whatever is written during the read. */
export async function* readInBatches<Row extends { id: string }>({
  ids,
  read,
}: Listing<Row>): AsyncGenerator<readonly Row[], void> {
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const batch = ids.slice(start, start + BATCH_ROWS);
    const rows = new Map((await read(batch)).map((row) => [row.id, row]));
    yield batch.flatMap((id) => rows.get(id) ?? []);
  }
}

export function isOneOf(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}
