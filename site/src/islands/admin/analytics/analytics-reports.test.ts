import { expect, test } from 'bun:test';
import {
  AGE_LABELS,
  AGE_NAMES,
  toDayText,
  toDuration,
  toEveryWeek,
  toShortDay,
} from './analytics-reports.ts';

test('analytics: durations in words', () => {
  expect([null, 0.4, 1, 36, 47.6, 48, 108, 300].map(toDuration)).toEqual([
    '–',
    'under an hour',
    '1 h',
    '36 h',
    '48 h',
    '2 days',
    '4.5 days',
    '13 days',
  ]);
});

test('analytics: a day is a day in every time zone; each age has a short label', () => {
  expect(toDayText('2026-03-01')).toBe('Mar 1');
  expect(toShortDay('2026-03-01')).toBe('Mar 1, 2026');
  expect(Object.keys(AGE_LABELS)).toEqual([...AGE_NAMES]);
});

test('analytics: weeks without a sign-up have their place between the others', () => {
  const week = (day: string, signUps: number) => ({ week: day, signUps, approved: 0, medianHours: null });
  expect(
    toEveryWeek([week('2026-02-23', 2), week('2026-03-02', 1), week('2026-03-23', 4)]).map(
      ({ week: day, signUps }) => `${day} ${signUps}`,
    ),
  ).toEqual(['2026-02-23 2', '2026-03-02 1', '2026-03-09 0', '2026-03-16 0', '2026-03-23 4']);
  expect(toEveryWeek([])).toEqual([]);
});
