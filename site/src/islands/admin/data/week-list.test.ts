import { expect, test } from 'bun:test';
import type { Week } from '#contract/weeks.ts';
import { sortWeeks } from './week-list.ts';

test('modules stand by league, then order', () => {
  const week = (id: string, order: number, league = 'a') =>
    ({ id, order, leagueId: league, league: { id: league, name: `League ${league}` } }) as Week;
  const sorted = sortWeeks([week('x', 2, 'b'), week('y', 3), week('z', 1)]);
  expect(sorted.map(({ id }) => id)).toEqual(['z', 'y', 'x']);
});
