import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
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
  /**
   * Where more hold it than an index should name: what part of all rows does, about, and a condition that all of them
   * pass and hardly another one, which is told once and not asked of each row.
   */
  frequent?: { share: number; mayHold: SQL };
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
/** Rows of which each is asked whether it holds a term; more are sifted first. */
const ASKED_MAX = 4096;
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
  // Looked through in the order of the list, as far as the page goes; a plan would look through all. Null where the page
  // is not full before so many rows are, unless these are all.
  const walk = async (holds: SQL, rows: number) => {
    const isOver = sql`case when (select count(*) from page) <= ${limit}::int
      then (select count(*) from walked) < ${sql.raw(String(rows))} else true end`;
    const [found] = await queryRows<{ ids: string[]; is_over: boolean }>(
      db,
      sql`with walked as materialized (
          select id, ${holds} as holds from ${table} ${filters ? sql`where ${filters}` : sql``}
          order by ${order} limit ${sql.raw(String(rows))}),
        page as materialized (select id from walked where holds limit ${limit + 1} offset ${offset})
      select (select coalesce(json_agg(id), '[]') from page) as ids, ${isOver} as is_over`,
    );
    return found?.is_over ? found.ids : null;
  };
  const named = and(filters, search.found) as SQL;
  if (search.frequent) {
    const { share, mayHold } = search.frequent;
    const find = async () => {
      const isSoonMet = share * ASKED_MAX > offset + limit + 1;
      const sifted = sql`case when ${mayHold} then ${search.holds} end`;
      return (
        (isSoonMet ? await walk(search.holds, ASKED_MAX) : null) ??
        // Who is not met may be nowhere in the list.
        (await walk(sifted, WALKED_MAX)) ??
        (await read(named))
      );
    };
    const [ids, { all }] = await Promise.all([find(), countBounded(db, table, { all: filters })]);
    return { ids, count: { total: Math.round(all.total * share), isEstimate: true } };
  }
  const glimpsed = search.isRare ? { share: 0 } : await estimateCount(db, table, holding, GLIMPSE_ROWS);
  if (!glimpsed) {
    const [ids, { all }] = await Promise.all([read(named), countRows(db, table, { all: named }, null)]);
    return { ids, count: { total: all, isEstimate: false } };
  }
  if (glimpsed.share <= FREQUENT) {
    const { ids, total } = await readFew(db, table, named, { order, page });
    if (total <= SORTED_MAX) return { ids, count: { total, isEstimate: false } };
  }
  const { share, total } = (await estimateCount(db, table, holding)) ?? { share: 0, total: 0 };
  // Twice as far as they should be met.
  const rows = 2 ** Math.ceil(Math.log2((2 * (offset + limit + 1)) / Math.max(share, 0.001)));
  return {
    ids: (await walk(search.holds, Math.min(WALKED_MAX, rows))) ?? (await read(holding)),
    count: { total: Math.max(total, SORTED_MAX + 1), isEstimate: true },
  };
}

/** The ids of a page of few rows that an index names, with how many they are: the index is asked once. */
async function readFew(
  db: Database,
  table: PgTable,
  named: SQL,
  { order, page }: Pick<Listed, 'order' | 'page'>,
): Promise<{ ids: string[]; total: number }> {
  const { limit, offset } = toWindow(page);
  const [row] = await queryRows<{ ids: string[]; total: number | string }>(
    db,
    sql`with found as materialized (
        select * from ${table} where ${named} limit ${sql.raw(String(SORTED_MAX + 1))})
      select (select count(*) from found) as total, (select coalesce(json_agg(id), '[]') from (
        select id from found ${sql.identifier(getTableConfig(table).name)}
        order by ${order} limit ${limit + 1} offset ${offset}) page) as ids`,
  );
  return { ids: row?.ids ?? [], total: Number(row?.total ?? 0) };
}
