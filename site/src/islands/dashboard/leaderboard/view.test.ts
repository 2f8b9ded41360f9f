import { expect, test } from 'bun:test';
import { listPages, pageOfRank, toOrdinal, toView, viewPath, WHOLE } from './view.ts';

test('LEADER-11 a view and its address are the same thing', () => {
  expect(toView({})).toEqual(WHOLE);
  expect(viewPath(toView({}))).toBe('/dashboard/leaderboard');
  for (const view of [
    { page: 3, search: 'Anaïs & Co', league: 'ml', isWeek: false },
    { page: 2, search: 'ana', league: '', isWeek: true },
  ]) {
    expect(toView(Object.fromEntries(new URL(viewPath(view), 'http://x').searchParams))).toEqual(view);
  }
  // No league narrows the week.
  expect(toView({ period: 'week', league: 'ml' })).toEqual({ ...WHOLE, isWeek: true });
  expect(toView({ period: 'month' }).isWeek).toBe(false);
  for (const page of ['0', '-1', 'abc', '1e9', '9999999']) expect(toView({ page }).page).toBe(1);
});

test('LEADER-11 pages: the first, the last and those around, gaps where they save something', () => {
  expect(listPages(1, 1)).toEqual([1]);
  expect(listPages(1, 3)).toEqual([1, 2, 3]);
  expect(listPages(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(listPages(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(listPages(200, 200)).toEqual([1, null, 199, 200]);
});

test('LEADER-13 places in words, and where they stand', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 214, 1002].map(toOrdinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '101st',
    '111th',
    '214th',
    '1,002nd',
  ]);
  expect([1, 50, 51, 214].map(pageOfRank)).toEqual([1, 1, 2, 5]);
});
