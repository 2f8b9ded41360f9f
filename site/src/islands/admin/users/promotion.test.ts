import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import {
  FIRST_VALUES,
  findFault,
  HalfPromotion,
  isPromotion,
  NOTHING_CHOSEN,
  PERMISSION_LABELS,
  promoteUser,
  toAssignments,
} from './promotion.ts';

const ROLE = 'PUT /admin/update-role';
const ASSIGN = 'POST /admin/assign-leagues';
const NONE = { canManageUsers: false, canViewAnalytics: false, canCreateContent: false };

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
  browser.answer(ROLE, ok({ id: 'u1', role: 'PATHFINDER', status: 'ACTIVE' }));
  browser.answer(ASSIGN, ok({}));
});
afterEach(() => browser.close());

test('APROMO-01 OPEN-52 only a pathfinder’s role for somebody who is none needs leagues', () => {
  const from = ['PIONEER', 'LUMINARY', 'PATHFINDER', 'CHIEF_PATHFINDER'];
  const promotions = from.flatMap((one) =>
    from.filter((other) => isPromotion(one, other)).map((to) => `${one} ${to}`),
  );
  expect(promotions).toEqual([
    'PIONEER PATHFINDER',
    'PIONEER CHIEF_PATHFINDER',
    'LUMINARY PATHFINDER',
    'LUMINARY CHIEF_PATHFINDER',
  ]);
});

test('APROMO-02 APROMO-03 CONST-32 three permissions, analytics alone to begin with', () => {
  expect(Object.values(PERMISSION_LABELS).map(({ label }) => label)).toEqual([
    'Manage Users',
    'View Analytics',
    'Create Content',
  ]);
  expect(FIRST_VALUES).toEqual({
    leagueIds: [],
    permissions: { canManageUsers: false, canViewAnalytics: true, canCreateContent: false },
  });
});

test('APROMO-04 APROMO-05 APROMO-06 a league and a permission are needed', () => {
  const permissions = { ...NONE, canCreateContent: true };
  expect(findFault({ leagueIds: ['l1'], permissions })).toBeNull();
  expect(findFault({ leagueIds: [], permissions })).toBe(NOTHING_CHOSEN);
  expect(findFault({ leagueIds: ['l1'], permissions: NONE })).toBe(NOTHING_CHOSEN);
  expect(NOTHING_CHOSEN).toBe('Please select at least one league and one permission.');
});

test('APROMO-08 APROMO-09 APROMO-10 the role first, then the leagues with the permissions of the first', async () => {
  const permissions = { ...NONE, canViewAnalytics: true };
  const assignments = toAssignments({ leagueIds: ['l1', 'l2'], permissions });
  expect(assignments).toEqual([
    { leagueId: 'l1', permissions },
    { leagueId: 'l2', permissions },
  ]);
  const other = { leagueId: 'l3', permissions: { ...NONE, canManageUsers: true } };
  await promoteUser({ userId: 'u1', role: 'PATHFINDER', assignments: [...assignments, other] });
  expect(browser.requests.map(({ route, body }) => [route, body])).toEqual([
    [ROLE, { userId: 'u1', newRole: 'PATHFINDER' }],
    [ASSIGN, { pathfinderId: 'u1', leagueIds: ['l1', 'l2', 'l3'], permissions }],
  ]);
});

test('APROMO-09 without leagues only the role is updated, and a refused role assigns nothing', async () => {
  expect(await promoteUser({ userId: 'u1', role: 'CHIEF_PATHFINDER', assignments: [] })).toMatchObject({
    id: 'u1',
  });
  browser.answer(ROLE, refusal(400, 'Cannot update role of suspended user'));
  const assignments = [{ leagueId: 'l1', permissions: NONE }];
  expect(promoteUser({ userId: 'u1', role: 'PATHFINDER', assignments })).rejects.toThrow(
    'Cannot update role of suspended user',
  );
  expect(browser.sent(ASSIGN)).toEqual([]);
});

test('APROMO-07 a promotion that got halfway says so', async () => {
  browser.answer(ASSIGN, refusal(400, 'Some league IDs are invalid'));
  const assignments = [{ leagueId: 'l1', permissions: NONE }];
  const failure = await promoteUser({ userId: 'u1', role: 'PATHFINDER', assignments }).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(HalfPromotion);
  expect(failure.cause.message).toBe('Some league IDs are invalid');
});
