import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { UserRow } from '#contract/admin-users.ts';
import { type FakeBrowser, ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts, dismissToast } from '#site/islands/shared/toast/toast.ts';
import { createReasonForm } from '../form/staff-form.ts';
import { createListState } from '../list/list-state.ts';
import type { UsersView } from './user-fetch.ts';
import { createUserList } from './user-list.ts';
import { createUserQuestions } from './user-questions.ts';

const CALL = 'POST /auth/email-verification/admin-verify-email/u1';

let browser: FakeBrowser;
beforeEach(() => {
  // What the tests of other files have shown stays on in the same process.
  $toasts.set([]);
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
  browser.answer(CALL, ok({ emailVerified: true }));
});
afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
  browser.close();
});

test('an address is verified by hand with a reason, and not before there is one', async () => {
  const row = { id: 'u1', name: 'Asha Rao', emailVerified: false } as UserRow;
  const users = createUserList(
    createListState({
      address: { read: () => new URLSearchParams(), write: () => {}, follow: () => () => {} },
    }),
  );
  // Stands for the screen that shows the list.
  const unwatch = users.query.$state.listen(() => {});
  users.query.put({ users: [row, { ...row, id: 'u2' }] } as UsersView);
  let closed = 0;
  const form = createReasonForm(createUserQuestions(users).verifyEmail(row), () => {
    closed += 1;
  });
  form.change('reason', '  ');
  await form.submit();
  expect([form.$form.get().errors.reason, browser.requests]).toEqual(['Reason is required', []]);
  form.change('reason', ' Showed the mailbox at the desk ');
  await form.submit();
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([{ reason: 'Showed the mailbox at the desk' }]);
  expect(users.query.$state.get().data?.users.map(({ emailVerified }) => emailVerified)).toEqual([
    true,
    false,
  ]);
  expect([closed, $toasts.get().map(({ text }) => text)]).toEqual([
    1,
    ['The email of Asha Rao is marked as verified'],
  ]);
  unwatch();
});
