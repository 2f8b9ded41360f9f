import { expect, test } from 'bun:test';
import { cutEventPages, EVENTS_PER_PAGE, pickPageNumbers, toEventsPath } from './event-pages.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => at);

test('EVENT-01 EVENT-02 ten events are one page, one more than a page holds are two', () => {
  expect(cutEventPages(many(10))).toEqual([{ number: 1, count: 1, events: many(10) }]);
  expect(cutEventPages(many(EVENTS_PER_PAGE))).toHaveLength(1);
  const [first, last] = cutEventPages(many(EVENTS_PER_PAGE + 1));
  expect(first).toEqual({ number: 1, count: 2, events: many(EVENTS_PER_PAGE) });
  expect(last).toEqual({ number: 2, count: 2, events: [EVENTS_PER_PAGE] });
});

test('EVENT-07 no events are one empty page', () => {
  expect(cutEventPages([])).toEqual([{ number: 1, count: 1, events: [] }]);
});

test('no event is on two pages or on none', () => {
  expect(cutEventPages(many(3010)).flatMap(({ events }) => events)).toEqual(many(3010));
});

test('the first page is the list itself', () => {
  expect([1, 2, 126].map(toEventsPath)).toEqual(['/events', '/events/page/2', '/events/page/126']);
});

test('both ends and the neighbours are offered, a gap of one is filled', () => {
  expect(pickPageNumbers(1, 1)).toEqual([1]);
  expect(pickPageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pickPageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pickPageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pickPageNumbers(60, 126)).toEqual([1, null, 59, 60, 61, null, 126]);
  expect(pickPageNumbers(126, 126)).toEqual([1, null, 125, 126]);
});
