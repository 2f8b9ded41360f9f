import { expect, test } from 'bun:test';
import { toShownPercentage } from './ProgressBar.tsx';

test('a percentage stays between 0 and 100 and is whole', () => {
  expect([-4, 0, 33.4, 99.6, 100, 140].map(toShownPercentage)).toEqual([0, 0, 33, 100, 100, 100]);
  expect([Number.NaN, Number.POSITIVE_INFINITY].map(toShownPercentage)).toEqual([0, 0]);
});
