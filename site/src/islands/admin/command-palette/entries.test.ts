import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import type { Call } from '#contract/call.ts';
import type { StaffSearchData } from '#contract/command-palette.ts';
import type { Role } from '#contract/roles.ts';
import { toAccess } from '../access/access.ts';
import { ADMIN_ROLES, isOffered, listAreas } from '../areas/areas.ts';
import { AREA_CONTENTS } from './actions.ts';
import { listGroups } from './entries.ts';

const scope = (isWriter: boolean) => ({
  id: 's',
  leagueId: 'ml',
  canManageUsers: false,
  canViewAnalytics: isWriter,
  canCreateContent: isWriter,
  assignedAt: '2026-01-01T00:00:00.000Z',
  league: { id: 'ml', name: 'ML' },
  assignedBy: null,
});

/** The palette of a role; below GRAND with one league in which it may write or may not. */
const paletteOf = (role: Role, typed: string, found: StaffSearchData | null = null, isWriter = true) =>
  listGroups(
    {
      role,
      access: toAccess({
        role,
        status: 'ACTIVE',
        emailVerified: true,
        pathfinderScopes: [scope(isWriter)],
      }),
    },
    typed,
    found,
  );
const labelsOf = (...asked: Parameters<typeof paletteOf>) =>
  Object.fromEntries(
    paletteOf(...asked).map(({ heading, entries }) => [heading, entries.map(({ label }) => label)]),
  );
const entriesOf = (...asked: Parameters<typeof paletteOf>) =>
  paletteOf(...asked).flatMap(({ entries }) => entries);

test('every screen that a role may open is an entry, found by its name and by going there', () => {
  for (const role of ADMIN_ROLES) {
    const open = listAreas().filter(([area]) => isOffered(role, area, false));
    const screens = paletteOf(role, '').find(({ heading }) => heading === 'Go to')?.entries ?? [];
    expect(screens.map(({ label, path }) => [label, path])).toEqual(
      open.map(([, { entry, path }]) => [entry, path]),
    );
    for (const [, { entry, path }] of open) {
      expect([entry, entriesOf(role, entry)[0]?.path]).toEqual([entry, path]);
      expect(labelsOf(role, `go to ${entry}`)['Go to']).toContain(entry);
    }
  }
  expect(entriesOf('GRAND_PATHFINDER', 'go to coh')[0]?.path).toBe('/admin/cohorts');
});

test('the name of a screen in the singular brings the screen before people whose mail has the word', () => {
  const person = {
    id: 'p',
    name: 'Asha',
    email: 'asha@league.example',
    role: 'PIONEER' as const,
    status: 'ACTIVE' as const,
  };
  const nothing = { people: [], leagues: [], weeks: [], sections: [], resources: [] };
  const groups = paletteOf('GRAND_PATHFINDER', 'league', { ...nothing, people: [person] });
  expect(groups[0]?.entries[0]?.label).toBe('Leagues');
  expect(groups.map(({ heading }) => heading)).toContain('People');
});

/** Calls of staff that add a thing or save a list, wherever the contract has them. */
async function listStaffCalls(): Promise<string[]> {
  const folder = `${import.meta.dir}/../../../../../api/contract`;
  const names = new Set<string>();
  for (const file of new Glob('*.ts').scanSync(folder)) {
    if (file.endsWith('.test.ts')) continue;
    const exported: Record<string, unknown> = await import(`${folder}/${file}`);
    // Calls by name, and tables of calls.
    const values = Object.values(exported).flatMap((value) => [value, ...Object.values(Object(value))]);
    for (const value of values) {
      const { name, path, access = 'public' }: Partial<Call> = Object(value);
      if (typeof name !== 'string' || !path || !['staff', 'chief', 'grand'].includes(access)) continue;
      if (/^(create|import|export)[A-Z]/.test(name)) names.add(name);
    }
  }
  return [...names].sort();
}

/** A badge of no league is made in the form for any badge; learners and registrations are exported on their own pages. */
const WITHOUT_SCREEN = ['createFreeBadge', 'exportLeagueLearners', 'exportRegistrations'];

test('whatever the API lets staff create, import or export is an entry', async () => {
  const actions = Object.values(AREA_CONTENTS).flatMap((content) => content.actions);
  const offered = new Set(actions.map(({ call }) => (call as Call).name));
  const calls = await listStaffCalls();
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((name) => !offered.has(name))).toEqual(WITHOUT_SCREEN);
});

test('a role finds what it may do, and nothing else', () => {
  const created = (role: Role, isWriter = true) => labelsOf(role, 'create', null, isWriter).Actions ?? [];
  const content = ['Create Module', 'Create Topic', 'Create Resource'];
  expect(created('GRAND_PATHFINDER', false)).toEqual([
    'Create Cohort',
    'Create League',
    'Create Specialization',
    ...content,
    'Create Assignment',
    'Create Badge',
    'Create Break',
    'Create Announcement',
  ]);
  expect(created('CHIEF_PATHFINDER')).toEqual([
    ...content,
    'Create Assignment',
    'Create Badge',
    'Create Announcement',
  ]);
  expect(created('PATHFINDER')).toEqual([...content, 'Create Announcement']);
  expect(created('PATHFINDER', false)).toEqual([]);
  expect(labelsOf('PATHFINDER', 'export', null, false).Actions).toEqual([
    'Export Modules',
    'Export Topics',
    'Export Resources',
  ]);
  expect(labelsOf('ADMIN', '')).toEqual({ Actions: ['Learner dashboard', 'Back to Home', 'Sign Out'] });
  expect(paletteOf('GRAND_PATHFINDER', 'no such thing')).toEqual([]);
  expect(paletteOf('GRAND_PATHFINDER', '…')).toEqual([]);
});

const FOUND: StaffSearchData = {
  people: [
    {
      id: 'u',
      name: 'Newcomer Nair',
      email: 'new+1@x.org',
      role: 'PIONEER' as const,
      status: 'ACTIVE' as const,
    },
  ],
  leagues: [{ id: 'l', name: 'ML & more', cohort: { id: 'c', name: 'Cohort 1.5' } }],
  weeks: [],
  sections: [],
  resources: [],
};

test('a verb or the name of a screen ranks before people; anything else after them', () => {
  const first = (typed: string) => {
    const [group] = paletteOf('GRAND_PATHFINDER', typed, FOUND);
    return `${group?.heading}: ${group?.entries[0]?.label}`;
  };
  const table: Record<string, string> = {
    'new league': 'Actions: Create League',
    'New  Leagues': 'Actions: Create League',
    'league new': 'Actions: Create League',
    'add a module': 'Actions: Create Module',
    'add week': 'Actions: Create Module',
    'make topic': 'Actions: Create Topic',
    'create cóhort': 'Actions: Create Cohort',
    'add users': 'Actions: Import Users',
    'import people': 'Actions: Import Users',
    'upload resources': 'Actions: Import Resources',
    'import league': 'Actions: Import League Files',
    'export users': 'Actions: Export Users',
    'download audit log': 'Actions: Export Audit Log',
    'approve users': 'Actions: Approve Users',
    'review submissions': 'Actions: Review Submissions',
    'sign out': 'Actions: Sign Out',
    'audit log': 'Go to: Audit log',
    'open the mail': 'Go to: Mail',
    users: 'Go to: Users',
    new: 'Actions: Create Cohort',
    ne: 'People: Newcomer Nair',
    newcomer: 'People: Newcomer Nair',
    coh: 'People: Newcomer Nair',
    'new nair': 'People: Newcomer Nair',
  };
  expect(Object.fromEntries(Object.keys(table).map((typed) => [typed, first(typed)]))).toEqual(table);
  expect(Object.keys(labelsOf('GRAND_PATHFINDER', 'new', FOUND))).toEqual(['Actions', 'People', 'Leagues']);
});

test('what was found leads to a screen of the role that shows it', () => {
  const paths = (role: Role) => entriesOf(role, 'nair', FOUND).map(({ path }) => path);
  expect(paths('GRAND_PATHFINDER')).toEqual(['/admin/users?q=new%2B1%40x.org', '/admin/league/l']);
  expect(paths('CHIEF_PATHFINDER')).toEqual(['/admin/people?q=new%2B1%40x.org', '/admin/league/l']);
});
