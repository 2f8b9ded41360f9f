import { expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createGuestForm } from './guest-form.ts';
import type { ShownRegistration } from './registration.ts';

const browser = setUpFakeBrowser();
const SEND = 'POST /events/build-night-1/guests/code';
const REGISTER = 'POST /events/build-night-1/guests';
const GUEST = { name: 'Meera Iyer', email: 'meera@guest.test' };

function open() {
  const done: ShownRegistration[] = [];
  const screen = createGuestForm('build-night-1', (shown) => void done.push(shown));
  screen.form.change('name', ' Meera Iyer ');
  screen.form.change('email', ' meera@guest.test ');
  return { ...screen, done };
}

test('a guest gives name and address, and registers with the code', async () => {
  const { form, $sentTo, done } = open();
  browser.answer(SEND, ok({ expiresAt: '2026-11-21T00:10:00Z' }));
  await form.submit();
  expect(browser.sent(SEND).map(({ body }) => body)).toEqual([GUEST]);
  expect($sentTo.get()).toBe('meera@guest.test');
  await form.submit();
  expect(form.$form.get().errors).toEqual({ code: 'Enter all digits of the code' });
  form.change('code', '123456');
  browser.answer(
    REGISTER,
    refusal(400, 'This code is not right', { code: 'GUEST_CODE_WRONG', data: { attemptsRemaining: 4 } }),
  );
  await form.submit();
  expect(form.$form.get().failure).toBe('This code is not right\n4 attempts remaining');
  const registered = { event: null, registration: null, token: 't0ken' };
  browser.answer(REGISTER, ok(registered));
  await form.submit();
  expect(browser.sent(REGISTER)[1]?.body).toEqual({ ...GUEST, code: '123456' });
  expect(done).toEqual([registered]);
});

test('what the server says of a field stands beside it, and the rest above the form', async () => {
  const { form, $sentTo } = open();
  browser.answer(SEND, refusal(400, 'Please provide a valid email address'));
  await form.submit();
  expect(form.$form.get().errors).toEqual({ email: 'Please provide a valid email address' });
  browser.answer(SEND, refusal(409, 'This event is over', { code: 'EVENT_OVER' }));
  await form.submit();
  expect(form.$form.get()).toMatchObject({ errors: {}, failure: 'This event is over' });
  expect($sentTo.get()).toBeNull();
});

test('a code of a moment ago is still asked for, and another one from name and address', async () => {
  const { form, $sentTo, correct } = open();
  const json = { success: false, error: 'Please wait', code: 'GUEST_CODE_WAIT' };
  browser.answer(SEND, { status: 429, headers: { 'retry-after': '30' }, json });
  await form.submit();
  expect($sentTo.get()).toBe('meera@guest.test');
  form.change('code', '12');
  correct();
  expect($sentTo.get()).toBeNull();
  expect(form.$form.get().values).toMatchObject({ email: ' meera@guest.test ', code: '' });
  browser.answer(SEND, 'network');
  await form.submit();
  expect(form.$form.get().failure).toBe('Network error. Please try again.');
  browser.answer(SEND, ok({ expiresAt: '2026-11-21T00:10:00Z' }));
  await form.submit();
  expect($sentTo.get()).toBe('meera@guest.test');
  expect(browser.sent(SEND)).toHaveLength(3);
});
