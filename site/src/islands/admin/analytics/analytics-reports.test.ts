import { expect, test } from 'bun:test';
import { AGE_LABELS, AGE_NAMES, toDayText, toDuration, toShortDay } from './analytics-reports.ts';

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
