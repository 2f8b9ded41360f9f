import { expect, test } from 'bun:test';
import { createCohort } from '#contract/cohorts.ts';
import { createWeek } from '#contract/weeks.ts';
import { toAccess } from './access.ts';

const scope = (leagueId: string, canCreateContent: boolean) => ({
  id: `scope-${leagueId}`,
  leagueId,
  canManageUsers: false,
  canViewAnalytics: true,
  canCreateContent,
  assignedAt: '2026-01-01T00:00:00.000Z',
  league: { id: leagueId, name: leagueId },
  assignedBy: null,
});
const account = (role: string, pathfinderScopes: ReturnType<typeof scope>[] = []) =>
  toAccess({ role, status: 'ACTIVE', emailVerified: true, pathfinderScopes });

test('screens hide what the API would refuse: roles', () => {
  expect(account('GRAND_PATHFINDER').may(createCohort)).toBe(true);
  expect(account('CHIEF_PATHFINDER').may(createCohort)).toBe(false);
  expect(account('PATHFINDER').may(createWeek)).toBe(true);
  expect(account('ADMIN').may(createWeek)).toBe(false);
});

test('screens hide what the API would refuse: leagues and permissions', () => {
  const pathfinder = account('PATHFINDER', [scope('ml', true), scope('finance', false)]);
  expect(pathfinder.isGrand).toBe(false);
  expect(pathfinder.mayIn('ml', 'canCreateContent')).toBe(true);
  expect(pathfinder.mayIn('finance', 'canCreateContent')).toBe(false);
  expect(pathfinder.mayIn('finance', null)).toBe(true);
  expect(pathfinder.mayIn('quantum', null)).toBe(false);
  expect(pathfinder.mayAnywhere('canCreateContent')).toBe(true);
  expect(pathfinder.mayAnywhere('canManageUsers')).toBe(false);
  expect(account('PATHFINDER').mayAnywhere(null)).toBe(false);
  expect(account('GRAND_PATHFINDER').mayIn('quantum', 'canCreateContent')).toBe(true);
});
