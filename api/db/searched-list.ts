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
  /** What part of all rows about holds it, where that is known to be more than an index should name. */
  share?: number;
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
  // Looked through in the order of the list, twice as far as they should be met; a plan would look through all.
  const walk = async (share: number) => {
    const walked = sql`select id, ${search.holds} as holds from ${table} ${filters ? sql`where ${filters}` : sql``}
      order by ${order} limit ${rowsUpTo(Math.min(WALKED_MAX, (2 * (offset + limit + 1)) / Math.max(share, 0.001)))}`;
    const rows = await queryRows<{ id: string }>(
      db,
      sql`select id from (${walked}) walked where holds limit ${limit + 1} offset ${offset}`,
    );
    return rows.length > limit ? rows.map(({ id }) => id) : null;
  };
  const named = and(filters, search.found) as SQL;
  if (search.share !== undefined) {
    const [ids, { all }] = await Promise.all([walk(search.share), countBounded(db, table, { all: filters })]);
    // Who is not met may be nowhere in the list: of a long one all who hold it are named rather than all rows read.
    const rest = () => read(all.total > WALKED_MAX ? named : holding);
    return {
      ids: ids ?? (await rest()),
      count: { total: Math.round(all.total * search.share), isEstimate: true },
    };
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
  return {
    ids: (await walk(share)) ?? (await read(holding)),
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
