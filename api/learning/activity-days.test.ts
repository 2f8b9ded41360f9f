import { describe, expect, test } from 'bun:test';
import { readYear, toHeatmap, toStats, toYears } from './activity-year.ts';

const on = (...days: string[]) => days.map((day) => ({ day, count: 1 }));

describe('streaks', () => {
  test('api.md 1.20 no activity is no streak', () => {
    expect(toStats([], '2026-03-01')).toEqual({ currentStreak: 0, longestStreak: 0, totalActiveDays: 0 });
  });

  test('api.md 1.20 run over month, leap day and year', () => {
    expect(toStats(on('2028-02-28', '2028-02-29', '2028-03-01'), '2028-03-01')).toEqual({
      currentStreak: 3,
      longestStreak: 3,
      totalActiveDays: 3,
    });
    expect(toStats(on('2026-12-31', '2027-01-01'), '2027-01-02').currentStreak).toBe(2);
  });

  test('api.md 1.20 a day without ends the current one, not the longest', () => {
    const days = on('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-10');
    expect(toStats(days, '2026-01-10')).toEqual({ currentStreak: 1, longestStreak: 3, totalActiveDays: 4 });
    expect(toStats(days, '2026-01-11').currentStreak).toBe(1);
    expect(toStats(days, '2026-01-12').currentStreak).toBe(0);
  });
});

test('api.md 1.20 the calendar holds the days of its year alone', () => {
  expect(
    toHeatmap(
      [
        { day: '2025-12-31', count: 4 },
        { day: '2026-01-01', count: 2 },
      ],
      2026,
    ),
  ).toEqual({
    '2026-01-01': { active: true, count: 2 },
  });
});

test('api.md 1.20 years are newest first and hold the current one', () => {
  expect(toYears(on('2024-05-01', '2024-06-01', '2025-01-01'), '2026-02-02')).toEqual([2026, 2025, 2024]);
  expect(toYears([], '2026-02-02')).toEqual([2026]);
});

test('api.md 1.20 a year that is none falls back to the current one', () => {
  for (const asked of [undefined, '', 'x', '0', '-1', '1e3', '99999', '2026; drop']) {
    expect(readYear(asked, '2026-02-02')).toBe(2026);
  }
  expect(readYear('2024', '2026-02-02')).toBe(2024);
});
