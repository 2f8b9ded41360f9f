import { expect, test } from 'bun:test';
import { ROLES } from '#contract/roles.ts';
import {
  ADMIN_AREAS,
  ADMIN_ROLES,
  type AdminArea,
  landingArea,
  listSidebarAreas,
  listSidebarTools,
  mayOpenArea,
  rulesOf,
} from './areas.ts';

const entries = (areas: AdminArea[]): string[] => areas.map((area) => rulesOf(area).entry);
const ALL = [
  'Users',
  'Cohorts',
  'Leagues',
  'Specializations',
  'Modules',
  'Topics',
  'Resources',
  'Assignments',
];

test('ADMIN-01 four roles may enter', () => {
  expect([...ADMIN_ROLES].sort()).toEqual(['ADMIN', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER', 'PATHFINDER']);
});

test('ADMIN-02 ADMIN-03 ADMIN-04 ROLE-05 the landing follows the role', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, landingArea(role)]))).toEqual({
    PIONEER: 'users',
    LUMINARY: 'users',
    PATHFINDER: 'weeks',
    CHIEF_PATHFINDER: 'weeks',
    GRAND_PATHFINDER: 'users',
    ADMIN: 'users',
  });
});

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

test('ADMIN-19 ADMIN-20 ADMIN-21 ADMIN-22 the sidebar follows the role', () => {
  expect(entries(listSidebarAreas('GRAND_PATHFINDER'))).toEqual(ALL);
  expect(entries(listSidebarAreas('CHIEF_PATHFINDER'))).toEqual([
    'Modules',
    'Topics',
    'Resources',
    'Assignments',
  ]);
  expect(entries(listSidebarAreas('PATHFINDER'))).toEqual(['Modules', 'Topics', 'Resources']);
  expect(entries(listSidebarAreas('ADMIN'))).toEqual(ALL);
});

test('People has an entry for those who manage users and have no list of all of them', () => {
  const hasPeople = (role: (typeof ADMIN_ROLES)[number], managesUsers: boolean) =>
    listSidebarTools(role, managesUsers).includes('people');
  expect([hasPeople('PATHFINDER', true), hasPeople('CHIEF_PATHFINDER', true)]).toEqual([true, true]);
  expect([hasPeople('PATHFINDER', false), hasPeople('CHIEF_PATHFINDER', false)]).toEqual([false, false]);
  expect([hasPeople('GRAND_PATHFINDER', true), hasPeople('ADMIN', false)]).toEqual([false, false]);
});

test('ROLE-05 ADMIN may open none of the areas', () => {
  expect(ALL.length).toBe(Object.keys(ADMIN_AREAS).length);
  for (const area of Object.keys(ADMIN_AREAS) as AdminArea[]) expect(mayOpenArea('ADMIN', area)).toBe(false);
});
