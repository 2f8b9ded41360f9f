import { expect, test } from 'bun:test';
import type { CommitUpdate } from './commits.ts';
import { countWholeDays, groupByDay, toDayId } from './days.ts';

function makeUpdate(number: number, date = 'Jun 13, 2025'): CommitUpdate {
  return {
    id: `client-${number}`,
    date,
    time: '4:05 PM',
    summary: `Step ${number}`,
    category: 'General',
    commitHash: 'abcdef0',
    author: 'noor',
    repo: 'client',
    timestamp: number,
  };
}

test('a day is never cut in two', () => {
  const updates = ['Jun 13', 'Jun 13', 'Jun 12', 'Jun 12', 'Jun 11'].map((day, at) => makeUpdate(at, day));
  expect(countWholeDays(updates, 1)).toBe(2);
  expect(countWholeDays(updates, 3)).toBe(4);
  expect(countWholeDays(updates, 9)).toBe(5);
});

test('updates stand under their day', () => {
  const groups = groupByDay([
    makeUpdate(3, 'Jun 13, 2025'),
    makeUpdate(2, 'Jun 13, 2025'),
    makeUpdate(1, 'Jun 12, 2025'),
  ]);
  expect(groups.map(({ day, updates }) => [day, updates.length])).toEqual([
    ['Jun 13, 2025', 2],
    ['Jun 12, 2025', 1],
  ]);
  expect(toDayId('Jun 13, 2025')).toBe('day-jun-13-2025');
});
