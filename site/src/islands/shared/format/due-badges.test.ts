import { expect, test } from 'bun:test';
import { DUE_BADGES } from './due-badges.ts';
import { toDueState } from './due-date.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const badgeIn = (days: number) =>
  DUE_BADGES[toDueState(new Date(NOW + days * 86_400_000).toISOString(), NOW)]?.label;

test('AASSIGN-03 past is overdue', () => {
  expect([-30, -0.01].map(badgeIn)).toEqual(['Overdue', 'Overdue']);
});

test("AASSIGN-04 three days or fewer are urgent, 'Due Soon'", () => {
  expect([0, 1, 3].map(badgeIn)).toEqual(['Due Soon', 'Due Soon', 'Due Soon']);
});

test('AASSIGN-05 seven days or fewer are soon', () => {
  expect([3.01, 7].map(badgeIn)).toEqual(['Upcoming', 'Upcoming']);
});

test('AASSIGN-06 OPEN-39 further off is normal, and the plain date says it', () => {
  expect([7.01, 90].map(badgeIn)).toEqual([undefined, undefined]);
});

test('AASSIGN-07 no due date has no state', () => {
  expect(DUE_BADGES[toDueState(null, NOW)]).toBeNull();
});
