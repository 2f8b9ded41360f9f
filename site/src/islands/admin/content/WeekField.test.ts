import { expect, test } from 'bun:test';
import type { Week } from '#contract/weeks.ts';
import { toLeagueChoices, toPlainOptions, toWeekOptions } from './WeekField.tsx';

const week = (id: string, leagueId: string, order: number) =>
  ({
    id,
    name: `Name of ${id}`,
    order,
    leagueId,
    league: { id: leagueId, name: `League ${leagueId}` },
  }) as Week;

test('modules are named with their league and place, their leagues once and in their order', () => {
  const weeks = [week('w1', 'b', 1), week('w2', 'b', 2), week('w3', 'a', 1)];
  expect(toWeekOptions(weeks).map(({ label }) => label)).toEqual([
    'League b: 1. Name of w1',
    'League b: 2. Name of w2',
    'League a: 1. Name of w3',
  ]);
  expect(toPlainOptions(weeks.slice(0, 2)).map(({ label }) => label)).toEqual([
    '1. Name of w1',
    '2. Name of w2',
  ]);
  expect(toLeagueChoices(weeks)).toEqual([
    { value: 'b', label: 'League b' },
    { value: 'a', label: 'League a' },
  ]);
});
