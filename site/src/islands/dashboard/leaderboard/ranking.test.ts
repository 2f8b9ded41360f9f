import { expect, test } from 'bun:test';
import { rankRows, toShortId } from './ranking.ts';

function row(name: string, resourcesCompleted: number, completedAt?: string) {
  return {
    name,
    stats: { resourcesCompleted, totalResources: 162 },
    recentActivity: { lastCompletedResource: completedAt ? { completedAt } : null },
  };
}

test('LEADER-12 sorted by the exact share descending, then by the most recent completion', () => {
  const rows = [
    row('idle', 0),
    row('early', 60, '2026-03-01T10:00:00.000Z'),
    row('best', 80, '2026-01-01T10:00:00.000Z'),
    row('late', 60, '2026-03-02T10:00:00.000Z'),
    row('silent', 60),
  ];
  expect(rankRows(rows).map(({ name }) => name)).toEqual(['best', 'late', 'early', 'silent', 'idle']);
  expect(rows[0]?.name).toBe('idle');
});

test('LEADER-12 the share is not rounded: 20 of 162 stand above 19 of 162, though both are shown as 12 %', () => {
  const rows = [row('later', 19, '2026-03-02T10:00:00.000Z'), row('more', 20, '2026-03-01T10:00:00.000Z')];
  expect(rankRows(rows).map(({ name }) => name)).toEqual(['more', 'later']);
});

test('LEADER-13 CONST-28 rank is counted from 1', () => {
  expect(rankRows([row('a', 10), row('b', 20)]).map(({ name, rank }) => [name, rank])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  expect(rankRows([])).toEqual([]);
});

test('LEADER-06 CONST-28 the short id is the last 6 characters', () => {
  expect(toShortId('cm1x2y3z4abcdef')).toBe('abcdef');
  expect(toShortId('abc')).toBe('abc');
});
