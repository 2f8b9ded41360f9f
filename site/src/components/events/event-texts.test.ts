import { expect, test } from 'bun:test';
import {
  cutDescription,
  groupEvents,
  isUpcoming,
  sortComingFirst,
  toLongDay,
  toMonthSpan,
  toPhotoCount,
  toShortDay,
} from './event-texts.ts';

test('EVENT-04 CONST-02 80 characters and an ellipsis; shorter texts stay', () => {
  expect(cutDescription('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`);
  expect(cutDescription('a'.repeat(80))).toBe('a'.repeat(80));
  expect(cutDescription('ਪੰਜਾਬ 🚀')).toBe('ਪੰਜਾਬ 🚀');
  expect(cutDescription('🚀'.repeat(90))).toBe(`${'🚀'.repeat(80)}…`);
});

test('EVENT-05 EVENT-13 short and long day, whatever the time zone', () => {
  expect(toShortDay('2025-09-20')).toBe('Sep 20, 2025');
  expect(toLongDay('2025-06-01')).toBe('June 1, 2025');
});

test('an event is to come until its day is over', () => {
  const now = new Date('2026-03-14T18:00:00Z');
  expect(['2026-03-13', '2026-03-14', '2027-01-01', '2025-12-31'].map((day) => isUpcoming(day, now))).toEqual(
    [false, true, true, false],
  );
});

test('coming events lead, the soonest first; then past ones by year, the newest first', () => {
  const now = new Date('2026-03-14T18:00:00Z');
  const days = ['2025-06-01', '2026-03-14', '2026-01-02', '2027-01-22', '2025-09-20', '2026-03-13'];
  const group = (dates: string[]) => {
    const events = dates.map((date, index) => ({ id: `event-${index}`, data: { date } }));
    return groupEvents(sortComingFirst(events, now), now).map(({ heading, events: ofGroup }) => [
      heading,
      ...ofGroup.map(({ data }) => data.date),
    ]);
  };
  expect(group(days)).toEqual([
    ['Coming up', '2026-03-14', '2027-01-22'],
    ['2026', '2026-03-13', '2026-01-02'],
    ['2025', '2025-09-20', '2025-06-01'],
  ]);
  expect(group(['2025-06-01'])).toEqual([['2025', '2025-06-01']]);
  expect(group(['2027-01-22'])).toEqual([['Coming up', '2027-01-22']]);
  expect(group([])).toEqual([]);
});

test('the months that a page of the list covers', () => {
  expect(toMonthSpan(['2025-06-30', '2025-06-01'])).toBe('June 2025');
  expect(toMonthSpan(['2025-09-20', '2025-07-01', '2025-06-01'])).toBe('June to September 2025');
  expect(toMonthSpan(['2025-06-01', '2024-05-31'])).toBe('May 2024 to June 2025');
  expect(toMonthSpan(['2026-12-01', '2027-02-20', '2025-06-01'])).toBe('June 2025 to February 2027');
  expect(toMonthSpan([])).toBe('');
});

test('EVENT-13 EVENT-22 the number of photos', () => {
  expect([0, 1, 30].map(toPhotoCount)).toEqual(['No photos yet', '1 photo', '30 photos']);
});
