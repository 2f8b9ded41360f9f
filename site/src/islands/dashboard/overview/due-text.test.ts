import { expect, test } from 'bun:test';
import { toDueText } from './due-text.ts';

const now = new Date(2026, 10, 21, 15, 0).getTime();
const at = (days: number, hour = 12) => new Date(2026, 10, 21 + days, hour).toISOString();

test('an assignment is due or overdue by the reader’s own days', () => {
  expect([0, 1, 2, 30].map((days) => toDueText(at(days, 20), now))).toEqual([
    'due today',
    'due tomorrow',
    'due in 2 days',
    'due in 30 days',
  ]);
  expect(toDueText(at(31), now)).toBe('due Dec 22, 2026');
  expect([toDueText(at(0, 14), now), toDueText(at(-1), now), toDueText(at(-3), now)]).toEqual([
    'overdue since today',
    'overdue by 1 day',
    'overdue by 3 days',
  ]);
  expect(toDueText('nonsense', now)).toBe('');
});
