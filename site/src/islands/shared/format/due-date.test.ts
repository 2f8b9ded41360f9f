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

test.each([
  ['AASSIGN-03 past', [-30, -0.01], 'Overdue'],
  ['AASSIGN-04 three days or fewer', [0, 1, 3], 'Due Soon'],
  ['AASSIGN-05 seven days or fewer', [3.01, 7], 'Upcoming'],
  ['AASSIGN-06 OPEN-39 further off, where the plain date says it', [7.01, 90], undefined],
])('%s: the badge of a due date', (_, days, badge) => {
  expect(days.map((day) => DUE_BADGES[toDueState(inDays(day), NOW)]?.label)).toEqual(days.map(() => badge));
});

test('AASSIGN-07 no due date has no state', () => {
  expect(DUE_BADGES[toDueState(null, NOW)]).toBeNull();
});
