import { expect, test } from 'bun:test';
import { toMomentSpan, toZoneName } from './moments.ts';

test('from when to when, and in which time zone', () => {
  const at = (day: number, hour: number) => new Date(2027, 0, day, hour).toISOString();
  expect(toMomentSpan(at(22, 18), at(22, 21))).toBe('Jan 22, 2027, 18:00 to 21:00');
  expect(toMomentSpan(at(22, 18), at(23, 9))).toBe('Jan 22, 2027, 18:00 to Jan 23, 2027, 09:00');
  const own = new Intl.DateTimeFormat('en-US', { timeStyle: 'full' }).format(new Date(at(22, 18)));
  expect(own).toEndWith(toZoneName(at(22, 18)));
  expect(toZoneName(at(22, 18))).not.toBe('');
});
