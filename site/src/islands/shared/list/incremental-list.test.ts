import { expect, test } from 'bun:test';
import { toDrawn } from './incremental-list.ts';

const step = 12;

test('a list that keeps its entries stays drawn', () => {
  const drawn = { key: 'a', count: 50 };
  expect(toDrawn(drawn, { key: 'a', total: 50, step })).toBe(drawn);
  expect(toDrawn(drawn, { key: 'a', total: 90, step })).toBe(drawn);
});

test('another list begins anew, and so does the first one when it comes back', () => {
  const searched = toDrawn({ key: 'a', count: 50 }, { key: 'b', total: 8, step });
  expect(searched).toEqual({ key: 'b', count: step });
  expect(toDrawn(searched, { key: 'a', total: 50, step })).toEqual({ key: 'a', count: step });
});

test('what comes back to a list that was narrowed is drawn some at a time', () => {
  const narrowed = toDrawn({ key: 'a', count: 50 }, { key: 'a', total: 3, step });
  expect(narrowed.count).toBe(step);
  expect(toDrawn(narrowed, { key: 'a', total: 50, step }).count).toBe(step);
});
