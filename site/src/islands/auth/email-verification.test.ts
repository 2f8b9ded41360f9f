import { afterEach, beforeEach, expect, test } from 'bun:test';
import { RESEND_COUNTDOWN_SECONDS } from '#contract/constants.ts';
import { stopSession } from '../shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createFakeClock, type FakeClock } from '../shared/testing/fake-clock.ts';
import { createEmailVerification } from './email-verification.ts';

const SEND = 'POST /auth/email-verification/send-verification-otp';
const VERIFY = 'POST /auth/email-verification/verify-email-otp';

afterEach(stopSession);
const browser = setUpFakeBrowser();
let clock: FakeClock;
let visited: string[];
beforeEach(() => {
  clock = createFakeClock();
  visited = [];
  localStorage.setItem('accessToken', 'a');
  browser.answer(SEND, ok());
  browser.answer(VERIFY, ok(null, { emailVerified: true }));
  browser.answer('GET /auth/profile', ok({ id: 'u1', emailVerified: true }));
});

const open = () =>
  createEmailVerification(
    { go: (path) => void visited.push(path), replace: (path) => void visited.push(path) },
    clock,
  );

test('EMAILV-04 a code is sent on load, once', async () => {
  const screen = open();
  await Promise.all([screen.start(), screen.start()]);
  expect(browser.sent(SEND)).toHaveLength(1);
  expect(browser.sent(SEND)[0]?.headers.get('content-type')).toBe('application/json');
});

test('EMAILV-05 EMAILV-06 CONST-08 resend waits 300 seconds, then works', async () => {
  expect(RESEND_COUNTDOWN_SECONDS).toBe(300);
  const screen = open();
  await screen.start();
  await clock.advance(299_000);
  await screen.resend();
  expect(screen.$verification.get().secondsLeft).toBe(1);
  expect(browser.sent(SEND)).toHaveLength(1);
  await clock.advance(1000);
  expect(screen.$verification.get().secondsLeft).toBe(0);
  await screen.resend();
  expect(browser.sent(SEND)).toHaveLength(2);
  expect(screen.$verification.get().secondsLeft).toBe(300);
});

test('EMAILV-05 P10 a code that another tab sent a moment ago is said, and the wait counts from when it was sent', async () => {
  const text = 'OTP recently sent. Please wait before requesting another.';
  // The server refuses for 60 s: with 42 left, the code is 18 s old.
  browser.answer(SEND, refusal(429, text, { code: 'OTP_RECENTLY_SENT', retryAfter: 42 }));
  const screen = open();
  await screen.start();
  expect(screen.$verification.get()).toMatchObject({ notice: text, failure: null, secondsLeft: 282 });
  const reloaded = open();
  await reloaded.start();
  expect(reloaded.$verification.get().secondsLeft).toBe(282);
  expect(browser.sent(SEND)).toHaveLength(1);
});

test('EMAILV-05 P7 where no more codes are sent for now, the wait is the one of the server', async () => {
  browser.answer(SEND, refusal(429, 'Too many requests', { code: 'RATE_LIMITED', retryAfter: 1900 }));
  const screen = open();
  await screen.start();
  expect(screen.$verification.get()).toMatchObject({ notice: 'Too many requests', secondsLeft: 1900 });
});

test('ERR-05 a code that cannot be sent says so and may be asked for at once', async () => {
  for (const reply of ['network', refusal(500), { status: 502, text: 'Bad gateway' }] as const) {
    browser.answer(SEND, reply);
    const screen = open();
    await screen.start();
    expect(screen.$verification.get()).toMatchObject({
      failure: 'Failed to send OTP. Please try again.',
      secondsLeft: 0,
      isSending: false,
    });
  }
});

test('EMAILV-07 an address verified meanwhile is a success too', async () => {
  browser.answer(VERIFY, refusal(400, 'Email is already verified', { code: 'ALREADY_VERIFIED' }));
  const screen = open();
  screen.form.change('otp', '012345');
  await screen.form.submit();
  expect(screen.$verification.get().isVerified).toBe(true);
});

test('ERR-06 a refused code shows the words of the server, else the stated ones; the code stays', async () => {
  for (const [reply, text] of [
    [refusal(400, 'Email is not yours'), 'Email is not yours'],
    [refusal(500), 'OTP verification failed. Please try again.'],
    ['network', 'OTP verification failed. Please try again.'],
  ] as const) {
    browser.answer(VERIFY, reply);
    const { form } = open();
    form.change('otp', '012345');
    await form.submit();
    expect(form.$form.get()).toMatchObject({ failure: text, values: { otp: '012345' } });
  }
});

test('ERR-03 without a token nothing is sent', async () => {
  localStorage.removeItem('accessToken');
  const screen = open();
  await screen.start();
  expect(screen.$verification.get().failure).toBe('No access token found');
  expect(browser.requests).toHaveLength(0);
});
