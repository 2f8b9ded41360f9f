import { expect, test } from 'bun:test';
import { $shownCounts, showEntries, toShown } from './long-list.ts';

const shown = (total: number, name = 'leagues', first = 12) =>
  toShown({ name, total, first }, $shownCounts.get());

test('DASH-07 LEAGUES-01 a long list begins with twelve, adds two dozen at a time and can be shown whole', () => {
  expect(shown(200)).toEqual({ count: 12, isLong: true, more: 24 });
  showEntries('leagues', 36);
  expect(shown(200)).toEqual({ count: 36, isLong: true, more: 24 });
  expect(shown(60)).toEqual({ count: 36, isLong: true, more: 0 });
  showEntries('leagues', 200);
  expect(shown(200)).toEqual({ count: 200, isLong: true, more: 0 });
  expect(shown(200, 'leagues: quan').count).toBe(12);
});

test('DASH-07 LEAGUES-01 a list of a few screens is shown whole, and the last few are never kept back', () => {
  for (const total of [0, 1, 12, 13, 48])
    expect(shown(total, 'few')).toEqual({ count: total, isLong: false, more: 0 });
  expect(shown(49, 'few')).toEqual({ count: 12, isLong: true, more: 24 });
  expect(shown(24, 'awards', 6)).toEqual({ count: 24, isLong: false, more: 0 });
  expect(shown(25, 'awards', 6)).toEqual({ count: 6, isLong: true, more: 0 });
  showEntries('few', 47);
  expect(shown(50, 'few')).toEqual({ count: 50, isLong: true, more: 0 });
});
