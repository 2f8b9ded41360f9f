import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts, dismissToast } from '#site/islands/shared/toast/toast.ts';
import { createReasonForm } from '../form/staff-form.ts';
import type { UserList } from './user-list.ts';
import { createUserQuestions } from './user-questions.ts';

const CALL = 'DELETE /admin/users/u1/passkeys';

let browser: FakeBrowser;
beforeEach(() => {
  // What the tests of other files have shown stays on in the same process.
  $toasts.set([]);
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
  browser.answer(CALL, ok({ removedCount: 1 }));
});
afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
  browser.close();
});

test('passkeys of somebody are removed with a reason, and not before there is one', async () => {
  let closed = 0;
  const { resetPasskeys } = createUserQuestions({} as UserList);
  const form = createReasonForm(resetPasskeys({ id: 'u1', name: 'Asha Rao' }), () => {
    closed += 1;
  });
  form.change('reason', '  ');
  await form.submit();
  expect([form.$form.get().errors.reason, browser.requests]).toEqual(['Reason is required', []]);
  form.change('reason', ' Lost the phone, called from the dean’s office ');
  await form.submit();
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([
    { reason: 'Lost the phone, called from the dean’s office' },
  ]);
  expect([closed, $toasts.get().map(({ text }) => text)]).toEqual([1, ['Passkeys of Asha Rao removed']]);
});
