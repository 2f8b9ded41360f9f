import { expect, test } from 'bun:test';
import { toNextTimeText, toResumedText } from './due-texts.ts';

const now = new Date(2026, 10, 21, 15, 0).getTime();
const at = (days: number, hour = 12) => new Date(2026, 10, 21 + days, hour).toISOString();

test('a marked resource comes back today, tomorrow or in some days', () => {
  expect([-4, 0, 1, 9, 45].map((days) => toNextTimeText(at(days), now))).toEqual([
    'today',
    'today',
    'tomorrow',
    'in 9 days',
    'on Jan 5, 2027',
  ]);
});

test('in a pause a marked resource comes back so many days after its end, as the server moves it', () => {
  const entry = { markedAt: at(-20), lastReviewedAt: null };
  const pausedAt = at(-3);
  const texts = [-5, -3, -2, 5].map((days) => toResumedText({ ...entry, dueAt: at(days) }, pausedAt));
  expect(texts).toEqual([
    'when you resume',
    'when you resume',
    '1 day after you resume',
    '8 days after you resume',
  ]);
  // What was marked or answered in the pause has waited from then on alone.
  expect(toResumedText({ dueAt: at(0), markedAt: at(-1), lastReviewedAt: null }, pausedAt)).toBe(
    '1 day after you resume',
  );
  expect(toResumedText({ ...entry, dueAt: at(7), lastReviewedAt: at(0) }, pausedAt)).toBe(
    '7 days after you resume',
  );
});
