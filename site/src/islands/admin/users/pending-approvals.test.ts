import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../../shared/fake-browser.ts';
import { createPendingApprovals } from './pending-approvals.ts';

const ASHA = { id: 'u1', name: 'Asha Rao', email: 'asha@example.org' };
const RAVI = { id: 'u2', name: 'Ravi Singh', email: 'ravi@example.org' };

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
  browser.answer('GET /admin/pending-users', ok({ users: [ASHA, RAVI], pagination: { total: 2 } }));
  browser.answer('POST /admin/approve-user', ok({ id: 'u1', status: 'ACTIVE' }));
});
afterEach(() => browser.close());

test('ADMIN-23 the waiting accounts are loaded', async () => {
  const screen = createPendingApprovals();
  expect(screen.$approvals.get().state).toBe('loading');
  await screen.load();
  expect(screen.$approvals.get()).toMatchObject({ state: 'loaded', total: 2, users: [ASHA, RAVI] });
});

test('ADMIN-24 ERR-16 a failed load says why', async () => {
  browser.answer('GET /admin/pending-users', refusal(403, 'Insufficient permissions'));
  const screen = createPendingApprovals();
  await screen.load();
  expect(screen.$approvals.get()).toEqual({
    state: 'failed',
    message: 'Failed to load users: Insufficient permissions',
  });
});

test('ADMIN-27 an approved account leaves the list, and a double press approves once', async () => {
  const screen = createPendingApprovals();
  await screen.load();
  await Promise.all([screen.approve(ASHA), screen.approve(ASHA)]);
  expect(browser.sent('POST /admin/approve-user').map((request) => request.body)).toEqual([{ userId: 'u1' }]);
  expect(screen.$approvals.get()).toMatchObject({
    users: [RAVI],
    total: 1,
    approved: 'Asha Rao',
    approving: null,
  });
});

test('ERR-18 a failed approval keeps the list', async () => {
  const screen = createPendingApprovals();
  await screen.load();
  for (const [reply, failure] of [
    [refusal(400, 'User is not pending approval'), 'Failed to approve user: User is not pending approval'],
    [refusal(500), 'Failed to approve user'],
  ] as const) {
    browser.answer('POST /admin/approve-user', reply);
    await screen.approve(ASHA);
    expect(screen.$approvals.get()).toMatchObject({ users: [ASHA, RAVI], failure, approving: null });
  }
});
