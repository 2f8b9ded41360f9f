import { beforeEach, expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import {
  HalfPromotion,
  hasSameScopes,
  INITIAL_VALUES,
  isPromotion,
  promoteUser,
  toInitialValues,
} from './promotion.ts';

const ROLE = 'PUT /admin/update-role';
const ASSIGN = 'POST /admin/assign-leagues';
const NONE = { canManageUsers: false, canViewAnalytics: false, canCreateContent: false };

const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  browser.answer(ROLE, ok({ id: 'u1', role: 'PATHFINDER', status: 'ACTIVE' }));
  browser.answer(ASSIGN, ok({}));
});

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

test('APROMO-09 without leagues only the role is updated, and a refused role assigns nothing', async () => {
  expect(
    await promoteUser({ userId: 'u1', role: 'CHIEF_PATHFINDER', assignments: [], expectedScopes: null }),
  ).toMatchObject({
    id: 'u1',
  });
  browser.answer(ROLE, refusal(400, 'Cannot update role of suspended user'));
  const assignments = [{ leagueId: 'l1', permissions: NONE }];
  expect(
    promoteUser({ userId: 'u1', role: 'PATHFINDER', assignments, expectedScopes: null }),
  ).rejects.toThrow('Cannot update role of suspended user');
  expect(browser.sent(ASSIGN)).toEqual([]);
});

test('leagues alone leave the role as it is, and what failed is told as it came', async () => {
  const assignments = [{ leagueId: 'l1', permissions: NONE }];
  expect(await promoteUser({ userId: 'u1', role: null, assignments, expectedScopes: null })).toBeNull();
  browser.answer(ASSIGN, refusal(400, 'User must be a PATHFINDER or CHIEF_PATHFINDER to assign leagues'));
  const failure = await promoteUser({ userId: 'u1', role: null, assignments, expectedScopes: null }).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(browser.requests.map(({ route }) => route)).toEqual([ASSIGN, ASSIGN]);
});

test('the leagues are as before with the same permissions in each, in whatever order', () => {
  const scope = (leagueId: string, permissions: object = {}) => ({
    leagueId,
    ...NONE,
    canViewAnalytics: true,
    ...permissions,
  });
  const scopes = [scope('l1'), scope('l2')];
  const values = toInitialValues(scopes);
  expect(values).toEqual({
    leagueIds: ['l1', 'l2'],
    permissions: { ...NONE, canViewAnalytics: true },
    own: {},
  });
  expect(hasSameScopes(scopes, { ...values, leagueIds: ['l2', 'l1'] })).toBe(true);
  expect(hasSameScopes(scopes, { ...values, leagueIds: ['l1'] })).toBe(false);
  expect(hasSameScopes(scopes, { ...values, leagueIds: ['l1', 'l3'] })).toBe(false);
  expect(hasSameScopes(scopes, { ...values, permissions: NONE })).toBe(false);
  const unlike = [scope('l1'), scope('l2', { canCreateContent: true })];
  expect(hasSameScopes(unlike, { ...toInitialValues(unlike), own: {} })).toBe(false);
  expect(toInitialValues([])).toEqual(INITIAL_VALUES);
});

test('APROMO-07 a promotion that got halfway says so', async () => {
  browser.answer(ASSIGN, refusal(400, 'Some league IDs are invalid'));
  const assignments = [{ leagueId: 'l1', permissions: NONE }];
  const failure = await promoteUser({
    userId: 'u1',
    role: 'PATHFINDER',
    assignments,
    expectedScopes: null,
  }).catch((error) => error);
  expect(failure).toBeInstanceOf(HalfPromotion);
  expect(failure.cause.message).toBe('Some league IDs are invalid');
});

test('APROMO-02 OPEN-29 leagues that differ keep permissions of their own', () => {
  const scopes = [
    { leagueId: 'l1', ...NONE, canViewAnalytics: true },
    { leagueId: 'l2', ...NONE, canManageUsers: true },
  ];
  const values = toInitialValues(scopes);
  expect(values.own).toEqual({ l2: { ...NONE, canManageUsers: true } });
  expect(hasSameScopes(scopes, values)).toBe(true);
  expect(hasSameScopes(scopes, { ...values, own: {} })).toBe(false);
});
