import { afterEach, beforeEach, expect, test } from 'bun:test';
import { toPagination } from '#contract/shared.ts';
import { forgetQueries } from '../../shared/query/query.ts';
import { createListState } from './list-state.ts';
import { createServedList } from './served-list.ts';

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
  const { query } = createServedList({
    kind: 'badges',
    list,
    load: async ({ page = 1 }) => {
      const at = Number(page);
      asked.push(at);
      await Bun.sleep(1);
      return {
        rows: rows.slice((at - 1) * SIZE, at * SIZE),
        pagination: toPagination({ page: at, limit: SIZE }, rows.length),
      };
    },
    toPage: (view) => ({ ...view, all: null }),
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

test('without the last row of the last page the list shows the page before, and is never seen empty', async () => {
  rows = ['a', 'b', 'c', 'd', 'e'];
  const { list, query, shown, rest } = open('page=3');
  await rest();
  rows = ['a', 'b', 'c', 'd'];
  query.invalidate();
  await rest();
  expect(shown.slice(-2)).toEqual(['e', 'cd']);
  rows = [];
  query.invalidate();
  await rest();
  expect([shown.at(-1), asked]).toEqual(['', [3, 3, 2, 3, 1]]);
  rows = ['a', 'b', 'c'];
  list.turnTo(2);
  await rest();
  expect(query.$state.get().data?.rows).toEqual(['c']);
});
