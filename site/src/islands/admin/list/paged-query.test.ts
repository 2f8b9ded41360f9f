import { afterEach, beforeEach, expect, test } from 'bun:test';
import { toPagination } from '#contract/shared.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { createListParams, createListState } from './list-state.ts';
import { createPagedQuery } from './paged-query.ts';

const SIZE = 2;
let rows: string[] = [];
let asked: number[] = [];
const stops: (() => void)[] = [];
beforeEach(() => {
  forgetQueries();
  asked = [];
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A list of which the server answers two rows a page, and what was shown of it. */
function open(search: string) {
  const list = createListState({
    address: { read: () => new URLSearchParams(search), write: () => {}, follow: () => () => {} },
  });
  const query = createPagedQuery({
    kind: 'badges',
    name: 'page',
    list,
    $params: createListParams(list, ({ page }) => ({ page })),
    load: async ({ page }: { page: number }) => {
      asked.push(page);
      await Bun.sleep(1);
      return {
        rows: rows.slice((page - 1) * SIZE, page * SIZE),
        pagination: toPagination({ page, limit: SIZE }, rows.length),
      };
    },
    countPages: ({ pagination }) => pagination.totalPages,
  });
  const shown: string[] = [];
  stops.push(
    query.$state.listen(({ data }) => {
      const now = data?.rows.join('') ?? 'nothing';
      if (shown.at(-1) !== now) shown.push(now);
    }),
    query.watch(),
  );
  const rest = async () => {
    while (query.$state.get().isLoading || query.$state.get().data === null) await Bun.sleep(1);
  };
  return { list, query, shown, rest };
}

test('without the last row of the last page the list turns to the page before, and is never seen empty', async () => {
  rows = ['a', 'b', 'c', 'd', 'e'];
  const { list, query, shown, rest } = open('page=3');
  await rest();
  rows = ['a', 'b', 'c', 'd'];
  query.invalidate();
  await rest();
  expect([list.$list.get().page, shown.slice(-2)]).toEqual([2, ['e', 'cd']]);
  rows = [];
  query.invalidate();
  await rest();
  expect([list.$list.get().page, shown.at(-1), asked]).toEqual([1, '', [3, 3, 2, 2, 1]]);
});

test('the list on the screen turns, not one that was opened before it', async () => {
  rows = ['a', 'b', 'c', 'd', 'e'];
  const before = open('page=3');
  await before.rest();
  for (const stop of stops.splice(0)) stop();
  const { list, query, shown, rest } = open('page=3');
  await rest();
  rows = ['a', 'b'];
  query.invalidate();
  await rest();
  expect([list.$list.get().page, shown.at(-1), before.list.$list.get().page]).toEqual([1, 'ab', 3]);
});

test('an answer about a page that was left meanwhile turns nothing', async () => {
  rows = ['a', 'b', 'c', 'd', 'e'];
  const { list, query, rest } = open('page=3');
  await rest();
  rows = ['a', 'b'];
  query.invalidate();
  list.search('x');
  list.turnTo(1);
  await Bun.sleep(5);
  await rest();
  expect(list.$list.get().page).toBe(1);
  rows = ['a', 'b', 'c'];
  list.turnTo(2);
  await rest();
  expect([list.$list.get().page, query.$state.get().data?.rows]).toEqual([2, ['c']]);
});
