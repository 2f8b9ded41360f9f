import { expect, test } from 'bun:test';
import { toRendered } from './incremental-list.ts';

const step = 12;
const keys = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));

test('a list that keeps its entries stays drawn', () => {
  const drawn = { keys: keys(50), count: 50 };
  expect(toRendered(drawn, { keys: keys(50), step })).toBe(drawn);
  expect(toRendered(drawn, { keys: keys(90), step })).toEqual({ keys: keys(90), count: 50 });
  const half = { keys: keys(50), count: 24 };
  expect(toRendered(half, { keys: keys(50), step })).toBe(half);
});

test('an entry that goes, comes or stands elsewhere takes none of the others away', () => {
  const drawn = { keys: keys(50), count: 50 };
  expect(toRendered(drawn, { keys: keys(49, 1), step }).count).toBe(49);
  expect(toRendered(drawn, { keys: keys(50, 1), step }).count).toBe(50);
  expect(toRendered(drawn, { keys: ['new', ...keys(50)], step }).count).toBe(50);
  expect(toRendered(drawn, { keys: keys(50).reverse(), step }).count).toBe(50);
});

test('another list begins anew, also where the first entry is the same, and so does the first one when it comes back', () => {
  const searched = toRendered({ keys: keys(50), count: 50 }, { keys: keys(8, 100), step });
  expect(searched).toEqual({ keys: keys(8, 100), count: step });
  expect(toRendered(searched, { keys: keys(50), step }).count).toBe(step);
  expect(toRendered({ keys: keys(50), count: 50 }, { keys: ['0', ...keys(49, 100)], step }).count).toBe(step);
});

test('what comes back to a list that was narrowed is drawn some at a time', () => {
  const narrowed = toRendered({ keys: keys(50), count: 50 }, { keys: keys(3), step });
  expect(narrowed.count).toBe(step);
  expect(toRendered(narrowed, { keys: keys(50), step }).count).toBe(step);
});
