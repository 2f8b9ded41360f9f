import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { toTime } from '../shared/format/dates.ts';
import { stopSession } from '../shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createFakeClock } from '../shared/testing/fake-clock.ts';
import { createResetPassword } from './reset-password.ts';

afterEach(stopSession);
const browser = setUpFakeBrowser();
let visited: string[];
const navigation = {
  go: (path: string) => void visited.push(path),
  replace: (path: string) => void visited.push(path),
};
beforeEach(() => {
  visited = [];
});

describe('reset password', () => {
  const RESET = 'POST /auth/password-reset/reset-password';
  const opened = () => {
    const screen = createResetPassword(navigation);
    screen.start('?email=asha%2B1%40example.org');
    screen.form.change('otp', '012345');
    screen.form.change('newPassword', 'Learning-1!');
    screen.form.change('confirmPassword', 'Learning-1!');
    return screen;
  };

  describe('P7 by the link of the mail', () => {
    const VERIFY = 'POST /auth/password-reset/verify-otp';
    const HASH = '#email=asha%2B1%40example.org&token=0af9';
    const ended = () => refusal(400, 'Invalid OTP or OTP has expired.', { code: 'RESET_OTP_EXPIRED' });
    const followed = async () => {
      const screen = createResetPassword(navigation);
      screen.start('', HASH);
      expect(screen.$reset.get().link).toBe('checking');
      await Bun.sleep(1);
      return screen;
    };

    test('a good link sets the password without a code', async () => {
      browser.answer(VERIFY, ok({ expiresAt: '2026-11-21T14:13:00.000Z' }));
      const screen = await followed();
      expect([screen.$reset.get().link, visited]).toEqual(['good', []]);
      browser.answer(RESET, ok());
      screen.form.change('newPassword', 'Learning-1!');
      screen.form.change('confirmPassword', 'Learning-1!');
      await screen.form.submit();
      expect(browser.sent(RESET)[0]?.body).toEqual({
        email: 'asha+1@example.org',
        token: '0af9',
        newPassword: 'Learning-1!',
      });
      expect(screen.$reset.get().doneMessage).not.toBeNull();
    });

    test('a link that has ended says so, at once and when it ends meanwhile', async () => {
      browser.answer(VERIFY, ended());
      expect((await followed()).$reset.get().link).toBe('ended');
      browser.answer(VERIFY, ok({ expiresAt: '2026-11-21T14:13:00.000Z' }));
      const screen = await followed();
      browser.answer(RESET, ended());
      screen.form.change('newPassword', 'Learning-1!');
      screen.form.change('confirmPassword', 'Learning-1!');
      await screen.form.submit();
      expect(screen.$reset.get().link).toBe('ended');
    });

    test('a link that could not be checked is checked again', async () => {
      browser.answer(VERIFY, refusal(500, 'Internal server error'));
      const screen = await followed();
      expect(screen.$reset.get().link).toBe('failed');
      browser.answer(VERIFY, ok({ expiresAt: '2026-11-21T14:13:00.000Z' }));
      await screen.checkLink();
      expect(screen.$reset.get().link).toBe('good');
    });
  });

  for (const [data, codeUntil] of [
    [{ hasPendingOTP: true, expiresAt: '2026-11-21T14:13:00.000Z' }, '2026-11-21T14:13:00.000Z'],
    [{ hasPendingOTP: false, createdAt: null, expiresAt: null }, 'none'],
  ] as const) {
    test(`RESET-01 the screen says how long the code holds: ${codeUntil}`, async () => {
      browser.answer('GET /auth/password-reset/status', ok(data));
      const { $reset } = opened();
      await Bun.sleep(1);
      expect($reset.get().codeUntil).toBe(codeUntil);
    });
  }

  test('RESET-01 P11 the screen tells how mail to the domain fares, again and again until the code has run out', async () => {
    const createdAt = '2026-11-21T14:03:00.000Z';
    const asked = `You asked for it at ${toTime(createdAt)}.`;
    const clock = createFakeClock();
    const screen = createResetPassword(navigation, clock);
    const STATUS = 'GET /auth/password-reset/status';
    const pending = { hasPendingOTP: true, createdAt, expiresAt: createdAt };
    const told = async (mail: unknown) => {
      browser.answer(STATUS, ok({ ...pending, mail }));
      await clock.advance(15_000);
      return screen.$mail.get();
    };
    browser.answer(STATUS, ok({ ...pending, mail: null }));
    screen.start('?email=asha@campus.example');
    await clock.advance(0);
    expect(screen.$mail.get()).toEqual({
      text: `${asked} It usually arrives within a minute.`,
      state: 'waiting',
    });
    expect(await told({ state: 'FLOWING', reason: null })).toEqual({
      text: `${asked} Mail to campus.example gets through at the moment.`,
      state: 'sent',
    });
    for (const [reason, words, state] of [
      [
        'ASKED_TO_WAIT',
        'asks us to wait at the moment. We keep trying; it may take some minutes.',
        'delayed',
      ],
      ['NO_ANSWER', 'does not answer at the moment. We keep trying.', 'delayed'],
      ['REFUSED', 'refuses our messages at the moment. Please tell us.', 'failed'],
    ] as const) {
      expect(await told({ state: 'HELD_UP', reason })).toEqual({
        text: `${asked} The mail server of campus.example ${words}`,
        state,
      });
    }
    browser.answer(STATUS, 'network');
    await clock.advance(15_000);
    expect(screen.$mail.get()?.state).toBe('failed');
    browser.answer(STATUS, ok({ hasPendingOTP: false, createdAt: null, expiresAt: null, mail: null }));
    await clock.advance(15_000);
    expect([screen.$mail.get(), screen.$reset.get().codeUntil]).toEqual([null, 'ended']);
    const calls = browser.sent(STATUS).length;
    await clock.advance(60_000);
    expect(browser.sent(STATUS)).toHaveLength(calls);
  });

  test('RESET-20 a failed call says so', async () => {
    const { form } = opened();
    await form.submit();
    expect(form.$form.get().failure).toBe('Network error. Please try again.');
  });
});
