import { expect, test } from 'bun:test';
import type { Week } from '#contract/weeks.ts';
import { sortWeeks } from '../data/week-list.ts';

const week = (id: string, order: number, league = 'a'): Week => ({
  id,
  name: `Module ${id}`,
  description: null,
  order,
  leagueId: league,
  league: { id: league, name: `League ${league}` },
  createdAt: '',
  updatedAt: '',
  _count: { sections: 0 },
});

test('modules stand by league, then order', () => {
  expect(sortWeeks([week('x', 2, 'b'), week('y', 3), week('z', 1)]).map(({ id }) => id)).toEqual([
    'z',
    'y',
    'x',
  ]);
});
