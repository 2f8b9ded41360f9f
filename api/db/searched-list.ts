import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Page } from '#contract/shared.ts';
import { type Count, countBounded, countRows, estimateCount, GLIMPSE_ROWS } from './bounded-count.ts';
import { type Database, queryRows } from './client.ts';
import { rowsUpTo, toWindow } from './paging.ts';

/** What is searched in a list: asked of a row, and the same told so that an index names the rows. */
export interface Search {
  holds: SQL;
  found: SQL;
  /** True where so few are known to hold it that no sample has to tell. */
  isRare?: boolean;
}

interface Listed {
  filters: SQL | undefined;
  search?: Search | undefined;
  order: SQL;
  page: Page & { limit: number };
  /** How many pass the filters, where the caller knows. */
  known?: number;
}

/** A term that more of a sample hold is met soon in the order of the list. */
const FREQUENT = 0.02;
/** Rows that are looked through at most before all are. */
const WALKED_MAX = 65_536;
/** So many that hold a term are counted and sorted. */
const SORTED_MAX = 2000;

/**
 * The ids of a page of a table in an order, and one more where there is one, with how many rows are in the list. What few
 * rows hold the index of the search names, and they are sorted; what many hold is looked for along the order.
 */
export async function findPage(
  db: Database,
  table: PgTable,
  { filters, search, order, page, known }: Listed,
): Promise<{ ids: string[]; count: Count }> {
  const { limit, offset } = toWindow(page);
  const read = async (condition: SQL | undefined) => {
    const rows = await queryRows<{ id: string }>(
      db,
      sql`select id from (select id from ${table} ${condition ? sql`where ${condition}` : sql``}
        order by ${order} limit ${rowsUpTo(offset + limit + 1)}) found limit ${limit + 1} offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  };
  if (!search) {
    if (known !== undefined) return { ids: await read(filters), count: { total: known, isEstimate: false } };
    const [ids, { all }] = await Promise.all([read(filters), countBounded(db, table, { all: filters })]);
    return { ids, count: all };
  }
  const holding = and(filters, search.holds) as SQL;
  const named = and(filters, search.found);
  const glimpsed = search.isRare ? { share: 0 } : await estimateCount(db, table, holding, GLIMPSE_ROWS);
  if (!glimpsed || glimpsed.share <= FREQUENT) {
    const { all } = await countRows(db, table, { all: named }, glimpsed ? SORTED_MAX + 1 : null);
    if (!glimpsed || all <= SORTED_MAX)
      return { ids: await read(named), count: { total: all, isEstimate: false } };
  }
  const { share, total } = (await estimateCount(db, table, holding)) ?? { share: 0, total: 0 };
  const count = { total: Math.max(total, SORTED_MAX + 1), isEstimate: true };
  // Looked through in the order of the list, twice as far as they should be met; a plan would look through all.
  const walked = sql`select id, ${search.holds} as holds from ${table} ${filters ? sql`where ${filters}` : sql``}
    order by ${order} limit ${rowsUpTo(Math.min(WALKED_MAX, (2 * (offset + limit + 1)) / Math.max(share, 0.001)))}`;
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select id from (${walked}) walked where holds limit ${limit + 1} offset ${offset}`,
  );
  if (rows.length > limit) return { ids: rows.map(({ id }) => id), count };
  return { ids: await read(holding), count };
}
