import { expect, test } from 'bun:test';
import { DUE_BADGES, isLate, toDueDistance, toDueState } from './due-date.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

test('ASSIGN-01 CONST-20 past is overdue, three days urgent, seven soon, none without a date', () => {
  const states = [-0.01, 0, 0.5, 3, 3.01, 7, 7.01, 400].map((days) => toDueState(inDays(days), NOW));
  expect(states).toEqual(['overdue', 'urgent', 'urgent', 'urgent', 'soon', 'soon', 'normal', 'normal']);
  for (const none of [null, '', 'some day']) expect(toDueState(none, NOW)).toBe('none');
});

test('ASSIGN-01 how far off the date is, in days of the calendar', () => {
  const distances = [-2, -1, 0, 1, 5].map((days) => toDueDistance(inDays(days), NOW));
  expect(distances).toEqual(['2 days ago', 'yesterday', 'today', 'tomorrow', 'in 5 days']);
  expect(toDueDistance(null, NOW)).toBe('');
});

test('ASSIGN-05 an answer is late when it was sent after the date', () => {
  expect(isLate(inDays(1), inDays(0))).toBe(true);
  expect(isLate(inDays(0), inDays(0))).toBe(false);
  expect(isLate(inDays(1), null)).toBe(false);
});

const badgeIn = (days: number) => DUE_BADGES[toDueState(inDays(days), NOW)]?.label;

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
