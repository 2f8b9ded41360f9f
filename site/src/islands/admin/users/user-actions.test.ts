import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { UserRow } from '#contract/admin-users.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts, dismissToast } from '#site/islands/shared/toast/toast.ts';
import type { BulkJob } from '../bulk/bulk-run.ts';
import {
  activateJob,
  approveJob,
  createUserBulk,
  idsWithStatus,
  mayActivate,
  toEnrollJob,
  toSuspendJob,
} from './user-actions.ts';

const person = (id: string, status: UserRow['status']) =>
  ({ id, name: `Person ${id}`, email: `${id}@example.org`, status }) as UserRow;

afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
});
const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

test('AUSER-31 OPEN-36 whoever is neither waiting nor active can be activated', () => {
  const all = ['PENDING', 'ACTIVE', 'SUSPENDED', 'INACTIVE'] as const;
  expect(all.filter(mayActivate)).toEqual(['SUSPENDED', 'INACTIVE']);
  const chosen = all.map((status, index) => person(`u${index}`, status));
  expect(idsWithStatus(chosen, 'PENDING')).toEqual(['u0']);
  expect(idsWithStatus(chosen, 'SUSPENDED', 'INACTIVE')).toEqual(['u2', 'u3']);
});

test('CALL-34 CALL-41 CALL-43 many at once: one call for a batch, with a key, and each answered for', async () => {
  const result = (userId: string, message: string | null = null) => ({
    userId,
    name: `Person ${userId}`,
    email: `${userId}@example.org`,
    outcome: message ? 'skipped' : 'done',
    code: null,
    message,
  });
  const refused = result('u2', 'User is not pending approval');
  browser.answer('POST /admin/user-approvals', ok({ results: [result('u1'), refused] }));
  let answered: readonly string[] = [];
  const bulk = createUserBulk((ids) => {
    answered = ids;
  });
  const run = async (ids: readonly string[], job: BulkJob) => {
    bulk.close();
    await bulk.start(ids, job);
  };
  await run(['u1', 'u2'], approveJob);
  expect(bulk.$bulk.get()).toMatchObject({
    state: 'done',
    total: 2,
    outcomes: [
      { id: 'u1', outcome: 'done' },
      {
        name: 'Person u2',
        email: 'u2@example.org',
        outcome: 'skipped',
        message: 'User is not pending approval',
      },
    ],
  });
  expect(answered).toEqual(['u1', 'u2']);
  browser.answer('POST /admin/user-enrollments', ok({ results: [result('u1')] }));
  const enrollment = toEnrollJob({ id: 'l1', cohortId: 'c1' });
  await run(['u1'], enrollment);
  browser.answer('POST /admin/user-unenrollments', ok({ results: [result('u1')] }));
  await run(['u1'], enrollment.undo as BulkJob);
  browser.answer('PUT /admin/user-statuses', ok({ results: [result('u1')] }));
  await run(['u1'], toSuspendJob('Shared answers'));
  await run(['u1'], activateJob);
  expect(browser.requests.map(({ body }) => body)).toEqual([
    { userIds: ['u1', 'u2'] },
    { userIds: ['u1'], cohortId: 'c1', leagueId: 'l1' },
    { userIds: ['u1'], cohortId: 'c1', leagueId: 'l1' },
    { userIds: ['u1'], newStatus: 'SUSPENDED', reason: 'Shared answers' },
    { userIds: ['u1'], newStatus: 'ACTIVE' },
  ]);
  const keys = browser.requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect([new Set(keys).size, keys.every(Boolean)]).toEqual([5, true]);
});
