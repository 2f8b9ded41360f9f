import { expect, test } from 'bun:test';
import { toLongDate, toShortDate, toShortDateTime, toTimeAgo } from './dates.ts';

test('OPEN-40 short and long dates', () => {
  expect(toShortDate('2025-06-13T12:00:00.000Z')).toBe('Jun 13, 2025');
  expect(toLongDate('2025-06-13T12:00:00.000Z')).toBe('June 13, 2025');
  for (const moment of [null, undefined, '', 'soon']) expect(toShortDate(moment)).toBe('');
  const onClock = new Date(2025, 5, 13, 14, 3).toISOString();
  expect([toShortDateTime(onClock), toShortDateTime('soon')]).toEqual(['Jun 13, 2025, 14:03', '']);
});

test('LEADER-08 the time of an activity is told from now, and by its date after a week', () => {
  const now = new Date(2026, 2, 10, 12).getTime();
  const ago = (ms: number) => toTimeAgo(new Date(now - ms).toISOString(), now);
  expect(ago(-5000)).toBe('just now');
  expect(ago(59_999)).toBe('just now');
  expect(ago(5 * 60_000)).toBe('5 min ago');
  expect(ago(3 * 3_600_000)).toBe('3 h ago');
  expect(ago(30 * 3_600_000)).toBe('yesterday');
  expect(ago(35 * 3_600_000)).toBe('yesterday');
  // Less than two days, and not on the day before.
  expect(ago(37 * 3_600_000)).toBe('2 days ago');
  expect(ago(4 * 86_400_000)).toBe('4 days ago');
  expect(ago(10 * 86_400_000)).toBe('Feb 28, 2026');
  expect(toTimeAgo('never', now)).toBe('');
});
