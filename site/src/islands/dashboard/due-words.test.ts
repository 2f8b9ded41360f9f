import { expect, test } from 'bun:test';
import { toDueWords, toNextTimeWords } from './due-words.ts';

const now = new Date(2026, 10, 21, 15, 0).getTime();
const at = (days: number, hour = 12) => new Date(2026, 10, 21 + days, hour).toISOString();

test('an assignment is due or overdue by the reader’s own days', () => {
  expect([0, 1, 2, 30].map((days) => toDueWords(at(days, 20), now))).toEqual([
    'due today',
    'due tomorrow',
    'due in 2 days',
    'due in 30 days',
  ]);
  expect(toDueWords(at(31), now)).toBe('due Dec 22, 2026');
  expect([toDueWords(at(0, 14), now), toDueWords(at(-1), now), toDueWords(at(-3), now)]).toEqual([
    'overdue since today',
    'overdue by 1 day',
    'overdue by 3 days',
  ]);
  expect(toDueWords('nonsense', now)).toBe('');
});

test('a marked resource comes back today, tomorrow or in some days', () => {
  expect([-4, 0, 1, 9, 45].map((days) => toNextTimeWords(at(days), now))).toEqual([
    'today',
    'today',
    'tomorrow',
    'in 9 days',
    'on Jan 5, 2027',
  ]);
});
