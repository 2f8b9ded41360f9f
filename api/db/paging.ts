import { type SQL, sql } from 'drizzle-orm';
import { INTEGER_MAX } from '#contract/constants.ts';
import { type Page, toPagination } from '#contract/shared.ts';
import type { Count } from './bounded-count.ts';

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

/** The paging block of a list of which `found` rows were read: those of the page, and one more where there is one. */
export function toCountedPagination(
  page: Page & { limit: number },
  { total, isEstimate }: Count,
  found: number,
) {
  const estimate = { rows: Math.min(found, page.limit), hasNextPage: found > page.limit };
  return toPagination(page, total, isEstimate ? estimate : undefined);
}

/**
 * A number of rows in the text of a statement: a plan made without it is one for a tenth of all rows. Rounded up to a
 * power of two, so that pages of all sizes share some statements.
 */
export function rowsUpTo(end: number): SQL {
  return sql.raw(String(2 ** Math.ceil(Math.log2(Math.max(end, 64)))));
}
