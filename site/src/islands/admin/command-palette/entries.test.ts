import { expect, test } from 'bun:test';
import { listActions, toFoundGroups } from './entries.ts';

const labels = (groups: { heading: string; entries: { label: string }[] }[]) =>
  Object.fromEntries(groups.map(({ heading, entries }) => [heading, entries.map(({ label }) => label)]));

test('every role finds the areas it may open, and may add what the API lets it add', () => {
  expect(labels(listActions('PATHFINDER', ''))).toEqual({
    'Go to': expect.arrayContaining(['Modules', 'Topics', 'Resources']),
    Actions: ['Learner dashboard', 'Back to Home', 'Sign Out'],
  });
  expect(labels(listActions('PATHFINDER', ''))['Go to']).not.toContain('Users');
  expect(labels(listActions('GRAND_PATHFINDER', 'create'))).toEqual({
    Actions: ['Create Cohort', 'Create League', 'Create Specialization'],
  });
  expect(labels(listActions('ADMIN', ''))['Go to']).toBeUndefined();
  expect(listActions('GRAND_PATHFINDER', 'go to coh')[0]?.entries[0]?.path).toBe('/admin/cohorts');
  expect(listActions('GRAND_PATHFINDER', 'no such thing')).toEqual([]);
});

const FOUND = {
  people: [
    { id: 'u', name: 'Asha', email: 'asha+1@x.org', role: 'PIONEER' as const, status: 'ACTIVE' as const },
  ],
  leagues: [{ id: 'l', name: 'ML & more', cohort: { id: 'c', name: 'Cohort 1.5' } }],
  weeks: [],
  sections: [],
  resources: [],
};

test('what was found leads to a screen of the role that shows it', () => {
  const paths = (role: 'GRAND_PATHFINDER' | 'CHIEF_PATHFINDER') =>
    toFoundGroups(role, FOUND).flatMap(({ entries }) => entries.map(({ path }) => path));
  expect(paths('GRAND_PATHFINDER')).toEqual([
    '/admin/users?q=asha%2B1%40x.org',
    '/admin/leagues?q=ML+%26+more',
  ]);
  expect(paths('CHIEF_PATHFINDER')).toEqual(['/admin/weeks?q=ML+%26+more']);
});
