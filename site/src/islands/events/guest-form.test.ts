import { expect, test } from 'bun:test';
import { RESET_RESEND_SECONDS } from '#contract/constants.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createFakeClock } from '../shared/testing/fake-clock.ts';
import { createGuestForm } from './guest-form.ts';
import type { ShownRegistration } from './registration.ts';

const browser = setUpFakeBrowser();
const SEND = 'POST /events/build-night-1/guests/code';
const REGISTER = 'POST /events/build-night-1/guests';
const GUEST = { name: 'Meera Iyer', email: 'meera@guest.test' };

function open() {
  const clock = createFakeClock();
  const done: ShownRegistration[] = [];
  const screen = createGuestForm('build-night-1', (shown) => void done.push(shown), clock);
  screen.details.change('name', ' Meera Iyer ');
  screen.details.change('email', ' meera@guest.test ');
  return { screen, clock, done };
}

test('a guest gives name and address, and registers with the code', async () => {
  const { screen, done } = open();
  browser.answer(SEND, ok({ expiresAt: '2026-11-21T00:10:00Z' }));
  await screen.details.submit();
  expect(browser.sent(SEND).map(({ body }) => body)).toEqual([GUEST]);
  expect(screen.$code.get()).toMatchObject({
    sentTo: 'meera@guest.test',
    secondsLeft: RESET_RESEND_SECONDS,
    resends: 0,
  });
  await screen.confirmation.submit();
  expect(screen.confirmation.$form.get().errors).toEqual({ code: 'Enter the 6 digits of the code' });
  screen.confirmation.change('code', '123456');
  browser.answer(
    REGISTER,
    refusal(400, 'This code is not right', { code: 'GUEST_CODE_WRONG', data: { attemptsRemaining: 4 } }),
  );
  await screen.confirmation.submit();
  expect(screen.confirmation.$form.get().failure).toBe('This code is not right\n4 attempts remaining');
  const registered = { event: null, registration: null, token: 't0ken' };
  browser.answer(REGISTER, ok(registered));
  await screen.confirmation.submit();
  expect(browser.sent(REGISTER)[1]?.body).toEqual({ ...GUEST, code: '123456' });
  expect(done).toEqual([registered]);
});

test('what the server says of a field stands beside it, and the rest above the form', async () => {
  const { screen } = open();
  browser.answer(SEND, refusal(400, 'Please provide a valid email address'));
  await screen.details.submit();
  expect(screen.details.$form.get().errors).toEqual({ email: 'Please provide a valid email address' });
  browser.answer(SEND, refusal(409, 'This event is over', { code: 'EVENT_OVER' }));
  await screen.details.submit();
  expect(screen.details.$form.get()).toMatchObject({ errors: {}, failure: 'This event is over' });
  expect(screen.$code.get().sentTo).toBeNull();
});

test('another code waits for the countdown; a code of a moment ago is still asked for', async () => {
  const { screen, clock } = open();
  const headers = { 'retry-after': '30' };
  const json = { success: false, error: 'Please wait', code: 'GUEST_CODE_WAIT' };
  browser.answer(SEND, { status: 429, headers, json });
  await screen.details.submit();
  expect(screen.$code.get()).toMatchObject({ sentTo: 'meera@guest.test', secondsLeft: 30 });
  await screen.resend();
  expect(browser.sent(SEND)).toHaveLength(1);
  await clock.advance(30_000);
  browser.answer(SEND, 'network');
  await screen.resend();
  expect(screen.$code.get()).toMatchObject({ failure: 'Network error. Please try again.', resends: 0 });
  browser.answer(SEND, ok({ expiresAt: '2026-11-21T00:10:00Z' }));
  screen.confirmation.change('code', '12');
  await screen.resend();
  expect(screen.$code.get()).toMatchObject({ failure: null, resends: 1, secondsLeft: RESET_RESEND_SECONDS });
  expect(screen.confirmation.$form.get().values.code).toBe('');
  screen.correct();
  expect(screen.$code.get().sentTo).toBeNull();
  expect(screen.details.$form.get().values.email).toContain('meera');
});
