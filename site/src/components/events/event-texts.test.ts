import { expect, test } from 'bun:test';
import {
  cutDescription,
  isUpcoming,
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

test('the months that a page of the list covers', () => {
  expect(toMonthSpan(['2025-06-30', '2025-06-01'])).toBe('June 2025');
  expect(toMonthSpan(['2025-09-20', '2025-07-01', '2025-06-01'])).toBe('June to September 2025');
  expect(toMonthSpan(['2025-06-01', '2024-05-31'])).toBe('May 2024 to June 2025');
  expect(toMonthSpan([])).toBe('');
});

test('EVENT-13 EVENT-22 the number of photos', () => {
  expect([0, 1, 30].map(toPhotoCount)).toEqual(['No photos yet', '1 photo', '30 photos']);
});
