import { expect, test } from 'bun:test';
import { isExpiredLeague, toEndedAt, toEndText } from './expiry.ts';

test('LEAGUES-09 the two leagues of the first cohort are expired by name', () => {
  expect(isExpiredLeague({ name: 'ML League (1.0)' })).toBe(true);
  expect(isExpiredLeague({ name: 'Finance League (1.0)' })).toBe(true);
  expect(isExpiredLeague({ name: 'ML' })).toBe(false);
  expect(isExpiredLeague({ name: 'ML League (1.5)' })).toBe(false);
});

test('LEAGUES-09 LEAGUES-10 a league is expired from the moment its row names', () => {
  const expiresAt = '2026-01-01T00:00:00.000Z';
  expect(isExpiredLeague({ name: 'ML', expiresAt }, Date.parse(expiresAt) - 1)).toBe(false);
  expect(isExpiredLeague({ name: 'ML', expiresAt }, Date.parse(expiresAt))).toBe(true);
  expect(isExpiredLeague({ name: 'ML', expiresAt: null })).toBe(false);
});

test('LEAGUES-09 OPEN-20 an ended league says when it ended, where that is known', () => {
  const expiresAt = '2026-01-01T12:00:00.000Z';
  expect(toEndedAt({ name: 'ML', expiresAt }, Date.parse(expiresAt) - 1)).toBeNull();
  expect(toEndedAt({ name: 'ML', expiresAt }, Date.parse(expiresAt))).toBe(expiresAt);
  expect(toEndText(expiresAt)).toBe('It ended on January 1, 2026.');
  expect(toEndText(toEndedAt({ name: 'ML League (1.0)' }))).toBe('It has ended.');
});
