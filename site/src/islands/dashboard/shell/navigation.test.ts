import { expect, test } from 'bun:test';
import { ROLES } from '#contract/roles.ts';
import { listQuickActions, SCREEN_ENTRIES } from './navigation.ts';

test('LAYOUT-01 the sidebar has Overview, Leagues, Leaderboard and Profile', () => {
  expect(SCREEN_ENTRIES.map(({ label, href }) => [label, href])).toEqual([
    ['Overview', '/dashboard'],
    ['Leagues', '/dashboard/leagues'],
    ['Leaderboard', '/dashboard/leaderboard'],
    ['Profile', '/dashboard/profile'],
  ]);
});

test('LAYOUT-02 Leagues is current on a league page, with or without an id', () => {
  const current = (screen: 'league' | 'leagueWithoutId') =>
    SCREEN_ENTRIES.filter(({ screens }) => screens.includes(screen)).map(({ label }) => label);
  expect(current('league')).toEqual(['Leagues']);
  expect(current('leagueWithoutId')).toEqual(['Leagues']);
});

test('LAYOUT-03 LAYOUT-04 OPEN-15 the Admin Panel is for staff roles and ADMIN alone', () => {
  const allowed = ROLES.filter((role) => listQuickActions(role).some(({ href }) => href === '/admin'));
  expect(allowed).toEqual(['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER', 'ADMIN']);
  expect(listQuickActions('PIONEER').map(({ label, href }) => [label, href])).toEqual([
    ['Back to Home', '/'],
    ['Sign Out', '/logout'],
  ]);
});
