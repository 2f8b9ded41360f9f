import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import type { UserRow } from '#contract/admin-users.ts';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createListState } from '../list/list-state.ts';
import { fetchPending, fetchUsers } from './user-fetch.ts';
import { changeUser, createUserList, findMatches, toParams, USER_FILTERS } from './user-list.ts';

const ASHA = { id: 'u1', name: 'Asha Rao', status: 'PENDING', role: 'PIONEER' } as UserRow;
const RAVI = { id: 'u2', name: 'Ravi Singh', status: 'ACTIVE', role: 'PIONEER' } as UserRow;
const COUNTS = { total: 3, active: 1, pending: 1, suspended: 1, migrated: 2 };
const page = (users: UserRow[], total: number, extras: object = {}) =>
  ok({ users, counts: COUNTS, pagination: { page: 1, limit: 100, total, totalPages: 1 }, ...extras });

afterEach(() => {
  warned.mockRestore();
});
const browser = setUpFakeBrowser();
let warned: ReturnType<typeof spyOn>;
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  warned = spyOn(console, 'warn').mockImplementation(() => {});
});

const USERS = 'GET /admin/users';
const PENDING = 'GET /admin/pending-users';
const limitsOf = (route: string) =>
  browser.sent(route).map(({ url }) => {
    const asked = new URL(url, 'http://localhost').searchParams;
    return `${asked.get('limit')}/${asked.get('page')}`;
  });

describe('what is asked for', () => {
  const address = { read: () => new URLSearchParams(), write: () => {}, follow: () => () => {} };
  const list = () =>
    createListState({
      filters: USER_FILTERS,
      sort: { key: 'createdAt', direction: 'descending' },
      address,
    });

  test('AUSER-04 AUSER-05 AUSER-06 AUSER-07 AUSER-11 AUSER-13 search, filters and order go to the server', () => {
    const control = list();
    control.filter('status', 'PENDING');
    control.filter('role', 'LUMINARY');
    control.filter('migrated', 'false');
    control.sortBy('name');
    expect(toParams(control.$list.get(), 'asha')).toEqual({
      page: 1,
      excludeRole: 'GRAND_PATHFINDER',
      search: 'asha',
      status: 'PENDING',
      role: 'LUMINARY',
      migrated: 'false',
      sort: 'name',
      direction: 'asc',
    });
    control.filter('show', 'grand');
    expect(toParams(control.$list.get(), '')).toMatchObject({ role: 'GRAND_PATHFINDER' });
    expect(toParams(control.$list.get(), '').excludeRole).toBeUndefined();
    control.filter('show', 'closed');
    expect(toParams(control.$list.get(), '')).toMatchObject({ status: 'CLOSED' });
    expect(toParams(control.$list.get(), '').excludeRole).toBeUndefined();
    control.sortBy('name');
    expect(toParams(control.$list.get(), '').direction).toBe('desc');
    control.clear();
    expect(toParams(control.$list.get(), '')).toEqual({
      page: 1,
      excludeRole: 'GRAND_PATHFINDER',
      sort: 'name',
      direction: 'desc',
    });
  });
});

test('AUSER-05 when the last account of the last page leaves the filter, the page before is shown', async () => {
  forgetQueries();
  const search = 'status=PENDING&page=2';
  const address = { read: () => new URLSearchParams(search), write: () => {}, follow: () => () => {} };
  const users = createUserList(createListState({ filters: USER_FILTERS, address }));
  browser.answer(USERS, ({ url }) => page(url.includes('page=2') ? [] : [ASHA], 100));
  const stops = [users.query.$state.listen(() => undefined), users.query.watch()];
  while (!users.query.$state.get().data || users.query.$state.get().isLoading) await Bun.sleep(1);
  expect(users.query.$state.get().data?.users).toEqual([ASHA]);
  expect(limitsOf(USERS)).toEqual(['100/2', '100/1']);
  for (const stop of stops) stop();
});

describe('how it is fetched', () => {
  test('CONST-30 AUSER-24 a page of a hundred, with the note of the server', async () => {
    browser.answer(USERS, page([ASHA, RAVI], 230, { note: 'Counts are of last night' }));
    const view = await fetchUsers({ page: 2 });
    expect(view).toEqual({
      users: [ASHA, RAVI],
      counts: COUNTS,
      total: 230,
      note: 'Counts are of last night',
    });
    expect(limitsOf(USERS)).toEqual(['100/2']);
    expect(warned).not.toHaveBeenCalled();
  });

  test('CALL-46 CONST-31 OPEN-30 then all at once, then small pages', async () => {
    browser.answer(PENDING, refusal(500));
    browser.answer(USERS, ({ url }) => (url.includes('limit=1000') ? page([ASHA, RAVI], 2) : refusal(500)));
    expect((await fetchUsers({ page: 3 })).users).toEqual([ASHA, RAVI]);
    expect(limitsOf(USERS)).toEqual(['100/3', '1000/1']);
    browser.requests.length = 0;
    browser.answer(USERS, ({ url }) => (url.includes('limit=50') ? page([RAVI], 5000) : refusal(500)));
    const view = await fetchUsers({ page: 1 });
    expect(view.users).toHaveLength(20);
    expect(limitsOf(USERS).slice(2)).toEqual(Array.from({ length: 20 }, (_, index) => `50/${index + 1}`));
  });

  test('ERR-28 both endpoints failed, with the status of the second', async () => {
    browser.answer(PENDING, refusal(503, 'Service temporarily unavailable'));
    expect(fetchPending({ page: 1 })).rejects.toThrow('Both endpoints failed. Pending users status: 503');
  });

  test('ERR-16 ADMIN-24 a refusal of the account and a lost network are told at once', async () => {
    browser.answer(USERS, refusal(403, 'Insufficient permissions'));
    const refused = await fetchUsers({ page: 1 }).catch((error) => error);
    expect(toLoadFailure('users', refused)).toBe('Failed to load users: Insufficient permissions');
    browser.answer(USERS, 'network');
    const lost = await fetchUsers({ page: 1 }).catch((error) => error);
    expect(toLoadFailure('users', lost)).toBe('Failed to load users: Network error. Please try again.');
    expect(browser.sent(PENDING)).toEqual([]);
  });
});

test('AUSER-04 AUSER-05 everybody who matches is asked for by search and filters alone, and comes with statuses', async () => {
  const ids = { ACTIVE: ['u2', 'u3'], PENDING: ['u1'], SUSPENDED: [], INACTIVE: [] };
  browser.answer('GET /admin/user-matches', ok({ total: 3, ids }));
  const words = { page: 4, sort: 'name', direction: 'asc', search: 'meera', status: 'ACTIVE' } as const;
  expect(await findMatches(words)).toEqual([
    { id: 'u1', status: 'PENDING' },
    { id: 'u2', status: 'ACTIVE' },
    { id: 'u3', status: 'ACTIVE' },
  ]);
  expect(browser.requests[0]?.url).toEndWith('/admin/user-matches?search=meera&status=ACTIVE');
});

describe('what is shown', () => {
  test('ADMIN-27 AUSER-27 AUSER-29 AUSER-31 a change moves the row and the counters', () => {
    const view = { users: [ASHA, RAVI], counts: COUNTS, total: 2, note: null };
    const approved = changeUser(view, { id: 'u1', role: 'PIONEER', status: 'ACTIVE' });
    expect(approved.users[0]?.status).toBe('ACTIVE');
    expect(approved.counts).toEqual({ ...COUNTS, active: 2, pending: 0 });
    const suspended = changeUser(approved, { id: 'u2', role: 'PIONEER', status: 'SUSPENDED' });
    expect(suspended.counts).toEqual({ ...COUNTS, active: 1, pending: 0, suspended: 2 });
    const promoted = changeUser(view, { id: 'u2', role: 'PATHFINDER', status: 'ACTIVE' });
    expect([promoted.users[1]?.role, promoted.counts]).toEqual(['PATHFINDER', COUNTS]);
    expect(changeUser(view, { id: 'gone', role: 'PIONEER', status: 'ACTIVE' })).toBe(view);
  });
});
