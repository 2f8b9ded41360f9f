import { expect, test } from 'bun:test';
import { isExpiredLeague } from './expiry.ts';

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
