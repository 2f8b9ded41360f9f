import { expect, test } from 'bun:test';
import { ROLES } from '#contract/roles.ts';
import { listQuickActions } from './navigation.ts';

test('LAYOUT-03 LAYOUT-04 OPEN-15 the Admin Panel is for staff roles and ADMIN alone', () => {
  const allowed = ROLES.filter((role) => listQuickActions(role).some(({ href }) => href === '/admin'));
  expect(allowed).toEqual(['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER', 'ADMIN']);
  expect(listQuickActions('PIONEER').map(({ label, href }) => [label, href])).toEqual([
    ['Back to Home', '/'],
    ['Sign Out', '/logout'],
  ]);
});
