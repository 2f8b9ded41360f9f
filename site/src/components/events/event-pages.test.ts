import { expect, test } from 'bun:test';
import { pickPageNumbers } from './event-pages.ts';

test('both ends and the neighbours are offered, a gap of one is filled', () => {
  expect(pickPageNumbers(1, 1)).toEqual([1]);
  expect(pickPageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pickPageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pickPageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pickPageNumbers(60, 126)).toEqual([1, null, 59, 60, 61, null, 126]);
  expect(pickPageNumbers(126, 126)).toEqual([1, null, 125, 126]);
});
