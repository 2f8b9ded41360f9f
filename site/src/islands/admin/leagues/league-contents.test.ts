import { expect, test } from 'bun:test';
import { toContents } from './league-contents.ts';

test('a league is deleted with what it holds, and nothing is said of what it does not', () => {
  const league = (weeksCount: number, sectionsCount: number, resourcesCount: number, enrollments: number) =>
    toContents({ weeksCount, sectionsCount, resourcesCount, _count: { enrollments } });
  expect(league(0, 0, 0, 0)).toBe('');
  expect(league(0, 0, 0, 1)).toBe('1 enrollment');
  expect(league(1, 0, 0, 2)).toBe('1 module and 2 enrollments');
  expect(league(2, 5, 15, 1200)).toBe('2 modules, 5 topics, 15 resources and 1,200 enrollments');
});
