import { expect, test } from 'bun:test';
import { numberRows, toShortId } from './ranking.ts';

test('LEADER-12 LEADER-13 CONST-28 rows keep the order of the server and are counted from 1', () => {
  const rows = [{ name: 'a' }, { name: 'b' }];
  expect(numberRows(rows)).toEqual([
    { name: 'a', rank: 1 },
    { name: 'b', rank: 2 },
  ]);
  expect(numberRows(rows, 50).map(({ rank }) => rank)).toEqual([51, 52]);
  expect(numberRows([])).toEqual([]);
});

test('LEADER-06 CONST-28 the short id is the last 6 characters', () => {
  expect(toShortId('cm1x2y3z4abcdef')).toBe('abcdef');
  expect(toShortId('abc')).toBe('abc');
});
