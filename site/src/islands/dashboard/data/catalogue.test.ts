import { expect, test } from 'bun:test';
import type { League } from '#contract/leagues.ts';
import { sortCatalogue, toCatalogueLeague } from './catalogue.ts';

function league(id: string, changes: Partial<League> = {}): League {
  return {
    id,
    name: id,
    description: null,
    cohortId: 'fall',
    cohort: { id: 'fall', name: 'Cohort 1.5' },
    expiresAt: null,
    isExpired: false,
    weeksCount: 4,
    sectionsCount: 12,
    resourcesCount: 48,
    totalResources: 48,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    _count: { weeks: 4, sections: 12, resources: 48, enrollments: 0, badges: 1, specializations: 0 },
    ...changes,
  };
}

test('LEAGUES-03 LEAGUES-05 LEAGUES-10 OPEN-20 expiry wins over enrolled', () => {
  const old = league('old', { name: 'ML League (1.0)' });
  expect(toCatalogueLeague(old, new Set(['old'])).availability).toBe('expired');
  expect(toCatalogueLeague(league('x', { isExpired: true }), new Set()).availability).toBe('expired');
});

test('LEAGUES-01 own leagues come first and expired ones last', () => {
  const cards = [league('a', { isExpired: true }), league('b'), league('c'), league('d')].map((row) =>
    toCatalogueLeague(row, new Set(['c'])),
  );
  expect(sortCatalogue(cards).map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a']);
});
