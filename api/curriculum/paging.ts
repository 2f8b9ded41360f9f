import type { Page } from '../contract/shared.ts';

const ALL_ROWS = 2_147_483_647;

/** A page as LIMIT and OFFSET. Everything is one page, whichever was asked for. */
export function toWindow({ page, limit }: Page): { limit: number; offset: number } {
  return limit === null ? { limit: ALL_ROWS, offset: 0 } : { limit, offset: (page - 1) * limit };
}

/** The number of rows behind a page; asks the database only where the page does not tell it by itself. */
export async function countAll(page: Page, rows: number, count: () => Promise<number>): Promise<number> {
  const { limit, offset } = toWindow(page);
  const isLastPage = rows < limit && (rows > 0 || offset === 0);
  return isLastPage ? offset + rows : count();
}
