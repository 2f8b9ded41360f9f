import { expect, test } from 'bun:test';
import { ADMIN_AREAS, type ADMIN_ROLES, listSidebarTools } from './areas.ts';

test('ADMIN-11 to ADMIN-18 each area has its address, entry and roles', () => {
  const table: string[][] = Object.values(ADMIN_AREAS).map(({ path, entry, roles }) => [
    path,
    entry,
    [...roles].join(' '),
  ]);
  const grand = 'GRAND_PATHFINDER';
  const staff = 'GRAND_PATHFINDER CHIEF_PATHFINDER PATHFINDER';
  expect(table).toEqual([
    ['/admin/users', 'Users', grand],
    ['/admin/cohorts', 'Cohorts', grand],
    ['/admin/leagues', 'Leagues', grand],
    ['/admin/specializations', 'Specializations', grand],
    ['/admin/weeks', 'Modules', staff],
    ['/admin/sections', 'Topics', staff],
    ['/admin/resources', 'Resources', staff],
    ['/admin/assignments', 'Assignments', 'GRAND_PATHFINDER CHIEF_PATHFINDER'],
  ]);
});

test('People has an entry for those who manage users and have no list of all of them', () => {
  const hasPeople = (role: (typeof ADMIN_ROLES)[number], managesUsers: boolean) =>
    listSidebarTools(role, managesUsers).includes('people');
  expect([hasPeople('PATHFINDER', true), hasPeople('CHIEF_PATHFINDER', true)]).toEqual([true, true]);
  expect([hasPeople('PATHFINDER', false), hasPeople('CHIEF_PATHFINDER', false)]).toEqual([false, false]);
  expect([hasPeople('GRAND_PATHFINDER', true), hasPeople('ADMIN', false)]).toEqual([false, false]);
});
