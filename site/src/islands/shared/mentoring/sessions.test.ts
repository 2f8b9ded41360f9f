import { expect, test } from 'bun:test';
import { groupByDay, hasBegun, isOver, toHours, toOtherHours } from './sessions.ts';

const span = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });

test('hours of the community are beside those of the reader only where the clocks differ', () => {
  const winter = span('2026-12-03T09:00:00Z', '2026-12-03T09:30:00Z');
  expect(toOtherHours(winter, 'Asia/Kolkata', 'Europe/Berlin')).toBe('14:30 to 15:00 in Asia/Kolkata');
  expect(toOtherHours(winter, 'Asia/Kolkata', 'Asia/Colombo')).toBeNull();
  expect(toOtherHours(winter, 'Europe/Berlin', 'Europe/Berlin')).toBeNull();
  const late = span('2026-12-03T22:00:00Z', '2026-12-03T22:30:00Z');
  expect(toOtherHours(late, 'Asia/Kolkata', 'Europe/Berlin')).toBe(
    'Fri, Dec 4, 03:30 to 04:00 in Asia/Kolkata',
  );
  // The same hour of the clock on another day.
  expect(toOtherHours(late, 'Pacific/Auckland', 'Pacific/Honolulu')).toBe(
    'Fri, Dec 4, 11:00 to 11:30 in Pacific/Auckland',
  );
  expect(toOtherHours(winter, 'Pacific/Apia', 'Pacific/Midway')).toBe(
    'Thu, Dec 3, 22:00 to 22:30 in Pacific/Apia',
  );
});

test('the difference of two zones is that of the day: it changes with daylight saving, and may vanish', () => {
  const week = (day: string) => span(`${day}T10:00:00Z`, `${day}T11:00:00Z`);
  const inKolkata = (day: string) => toOtherHours(week(day), 'Asia/Kolkata', 'Europe/Berlin');
  const inLondon = (day: string) => toOtherHours(week(day), 'Europe/London', 'Africa/Abidjan');
  // The moment is the same in Kolkata; it is Berlin's own clock that moves.
  expect([inKolkata('2027-03-27'), inKolkata('2027-03-28')]).toEqual([
    '15:30 to 16:30 in Asia/Kolkata',
    '15:30 to 16:30 in Asia/Kolkata',
  ]);
  expect([inLondon('2027-03-27'), inLondon('2027-03-28')]).toEqual([null, '11:00 to 12:00 in Europe/London']);
  expect([inLondon('2027-10-30'), inLondon('2027-10-31')]).toEqual(['11:00 to 12:00 in Europe/London', null]);
});

test('a moment has one time, and an end on another day its date', () => {
  const due = span('2026-12-03T22:00:00Z', '2026-12-03T22:00:00Z');
  expect(toOtherHours(due, 'Asia/Kolkata', 'Europe/Berlin')).toBe('Fri, Dec 4, 03:30 in Asia/Kolkata');
  expect(toHours(span('2026-12-03T10:00', '2026-12-03T10:00'))).toBe('10:00');
  expect(toHours(span('2026-12-03T10:00', '2026-12-03T11:30'))).toBe('10:00 to 11:30');
  expect(toHours(span('2026-12-03T10:00', '2026-12-05T17:00'))).toBe('10:00 to Dec 5, 2026, 17:00');
});

test('times are grouped by day, in their order', () => {
  const rows = ['2026-12-03T09:00', '2026-12-03T10:00', '2026-12-04T09:00'].map((at) => span(at, at));
  expect(groupByDay(rows).map(([day, of]) => [day, of.length])).toEqual([
    ['Thu, Dec 3, 2026', 2],
    ['Fri, Dec 4, 2026', 1],
  ]);
});

test('a session begins with its first moment and is over with its last', () => {
  const one = span('2026-12-03T09:00:00Z', '2026-12-03T09:30:00Z');
  const at = (time: string) => Date.parse(`2026-12-03T${time}Z`);
  expect([hasBegun(one, at('08:59:59')), hasBegun(one, at('09:00:00'))]).toEqual([false, true]);
  expect([isOver(one, at('09:29:59')), isOver(one, at('09:30:00'))]).toEqual([false, true]);
});
