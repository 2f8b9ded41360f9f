import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { toTime } from '../shared/format/time.ts';
import { signOut } from '../shared/session/leaving.ts';
import { rememberReturnPath } from '../shared/session/return-path.ts';
import { $session, reloadUser, stopSession } from '../shared/session/session.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '../shared/testing/fake-browser.ts';
import { createFakeClock } from '../shared/testing/fake-clock.ts';
import { createForgotPassword } from './forgot-password.ts';
import { createResetPassword, differs } from './reset-password.ts';
import { createSignIn } from './sign-in.ts';
import { createSignUp, mayCreateAccount, PASSWORD_HINT } from './sign-up.ts';

const ASHA = { id: 'u1', name: 'Asha Rao', email: 'asha@example.org', role: 'PIONEER', status: 'PENDING' };
const ENTERED = ok({ accessToken: 'a', refreshToken: 'r', user: ASHA });

let browser: FakeBrowser;
let visited: string[];
const navigation = {
  go: (path: string) => void visited.push(path),
  replace: (path: string) => void visited.push(path),
};
beforeEach(() => {
  browser = openFakeBrowser();
  visited = [];
});
afterEach(() => {
  stopSession();
  browser.close();
});

describe('sign-in', () => {
  const filled = () => {
    const screen = createSignIn(navigation);
    screen.form.change('email', ' asha@example.org ');
    screen.form.change('password', ' Learning-1! ');
    return screen;
  };

  test('SIGNIN-05 a visitor who is signed in already goes to /dashboard', async () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /auth/profile', ok(ASHA));
    rememberReturnPath('/dashboard/leagues');
    await createSignIn(navigation).start();
    expect(visited).toEqual(['/dashboard']);
    expect(sessionStorage.getItem('returnPath')).toBeNull();
  });

  test('SIGNIN-06 success goes to /dashboard, with the password as typed', async () => {
    browser.answer('POST /auth/login', ENTERED);
    const { form } = filled();
    await form.submit();
    expect(visited).toEqual(['/dashboard']);
    expect(browser.requests[0]?.body).toEqual({ email: 'asha@example.org', password: ' Learning-1! ' });
    expect(form.$form.get().busy).toBe(true);
  });

  test('SIGNIN-06 GUARD-02 success goes back to the page that was asked for', async () => {
    browser.answer('POST /auth/login', ENTERED);
    rememberReturnPath('/dashboard/leaderboard');
    await filled().form.submit();
    expect(visited).toEqual(['/dashboard/leaderboard']);
  });

  test('SIGNIN-06 a sign-in in another tab leads this one back too; its own leads once', async () => {
    browser.answer('GET /auth/profile', ok(ASHA));
    rememberReturnPath('/dashboard/revision');
    await createSignIn(navigation).start();
    browser.changeElsewhere('refreshToken', 'r');
    browser.changeElsewhere('accessToken', 'a');
    await reloadUser();
    expect(visited).toEqual(['/dashboard/revision']);
    stopSession();
    localStorage.clear();
    visited = [];
    browser.answer('POST /auth/login', ENTERED);
    const own = filled();
    await own.start();
    await own.form.submit();
    expect(visited).toEqual(['/dashboard']);
  });

  test('SIGNIN-07 the words of the server are shown and the fields keep what was typed', async () => {
    browser.answer('POST /auth/login', refusal(401, 'Invalid email or password'));
    const { form } = filled();
    await form.submit();
    expect(form.$form.get()).toMatchObject({
      failure: 'Invalid email or password',
      values: { email: ' asha@example.org ', password: ' Learning-1! ' },
      busy: false,
    });
    expect(visited).toEqual([]);
  });

  test('SIGNIN-07 P19 a sign-in that a limit refuses names the ways out', async () => {
    const details = 'You can wait, or reset your password by email.';
    browser.answer(
      'POST /auth/login',
      refusal(429, 'Too Many Requests', { code: 'TOO_MANY_REQUESTS', details }),
    );
    const { form } = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe(`Too Many Requests. ${details}`);
  });

  test('P19 the browser sends the same secret at every sign-in and every reset, and keeps it through a sign-out', async () => {
    browser.answer('POST /auth/login', ENTERED);
    browser.answer('POST /auth/logout', ok());
    browser.answer('POST /auth/password-reset/send-otp', ok());
    await filled().form.submit();
    await signOut();
    await filled().form.submit();
    const forgot = createForgotPassword(navigation);
    forgot.change('email', 'asha@example.org');
    await forgot.submit();
    const sent = [...browser.sent('POST /auth/login'), ...browser.sent('POST /auth/password-reset/send-otp')];
    const secrets = sent.map(({ headers }) => headers.get(DEVICE_TOKEN_HEADER) ?? '');
    expect(secrets).toHaveLength(3);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(secrets).size).toBe(1);
  });

  test('SIGNIN-08 a network failure says so', async () => {
    const { form } = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe('Network error. Please try again.');
  });

  test('SIGNIN-01 an empty form asks nobody', async () => {
    const { form } = createSignIn(navigation);
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['email', 'password']);
    expect(browser.requests).toHaveLength(0);
  });
});

describe('sign-up', () => {
  const values = { name: 'Asha Rao', email: 'asha@example.org', password: 'Learning' };
  const filled = () => {
    const screen = createSignUp(navigation);
    screen.form.change('name', ' Asha Rao ');
    screen.form.change('email', 'asha@example.org');
    screen.form.change('password', 'Learning-1!');
    return screen;
  };

  test('SIGNUP-02 the form waits for name and e-mail', () => {
    expect(mayCreateAccount(values)).toBe(true);
    expect(mayCreateAccount({ ...values, name: '  ' })).toBe(false);
    expect(mayCreateAccount({ ...values, email: '' })).toBe(false);
  });

  test('SIGNUP-03 the form waits for 8 characters of password', () => {
    expect(PASSWORD_HINT).toBe('Must be at least 8 characters');
    expect(mayCreateAccount({ ...values, password: 'Learnin' })).toBe(false);
    expect(mayCreateAccount({ ...values, password: 'learning' })).toBe(true);
  });

  test('SIGNUP-04 SIGNUP-08 success goes to /migration', async () => {
    browser.answer('POST /auth/signup', ENTERED);
    await filled().form.submit();
    expect(visited).toEqual(['/migration']);
    expect(browser.requests[0]?.body).toEqual({ ...values, password: 'Learning-1!' });
    expect($session.get().user?.id).toBe('u1');
  });

  test('SIGNUP-05 a visitor who is signed in already goes to /dashboard', async () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /auth/profile', ok(ASHA));
    await createSignUp(navigation).start();
    expect(visited).toEqual(['/dashboard']);
  });

  test('SIGNUP-06 the words of the server are shown', async () => {
    browser.answer('POST /auth/signup', refusal(409, 'User with this email already exists'));
    const { form } = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe('User with this email already exists');
  });

  test('SIGNUP-07 a network failure says so', async () => {
    const { form } = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe('Network error. Please try again.');
  });
});

describe('forgotten password', () => {
  const filled = () => {
    const form = createForgotPassword(navigation);
    form.change('email', 'asha+1@example.org');
    return form;
  };

  test('FORGOT-02 FORGOT-03 a code is sent and the e-mail goes along', async () => {
    browser.answer('POST /auth/password-reset/send-otp', ok());
    await filled().submit();
    expect(browser.requests[0]?.body).toEqual({ email: 'asha+1@example.org' });
    expect(visited).toEqual(['/reset-password?email=asha%2B1%40example.org']);
  });

  test('P7 the key in the link of a message goes along through both screens, with its address', async () => {
    browser.answer('POST /auth/password-reset/send-otp', ok());
    const reset = createResetPassword(navigation);
    reset.start('?email=asha%2B1%40example.org', '#mailKey=0af9');
    const { newCodePath } = reset.$reset.get();
    expect(newCodePath).toBe('/forgot-password#mailKey=0af9&email=asha%2B1%40example.org');
    const form = createForgotPassword(navigation, newCodePath.slice(newCodePath.indexOf('#')));
    expect(form.$form.get().values.email).toBe('asha+1@example.org');
    await form.submit();
    expect(browser.sent('POST /auth/password-reset/send-otp')[0]?.body).toEqual({
      email: 'asha+1@example.org',
      mailKey: '0af9',
    });
    expect(visited).toEqual([
      '/reset-password?email=asha%2B1%40example.org#mailKey=0af9&email=asha%2B1%40example.org',
    ]);
    reset.stop();
  });

  test('FORGOT-04 P7 a request for a code that a limit refuses names the way out', async () => {
    const details = 'The link in an earlier message asks for another one.';
    browser.answer('POST /auth/password-reset/send-otp', refusal(429, 'Too Many Requests', { details }));
    const form = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe(`Too Many Requests. ${details}`);
  });

  test('FORGOT-04 the words of the server are shown', async () => {
    const text = 'Please wait 90 seconds before requesting another OTP.';
    browser.answer('POST /auth/password-reset/send-otp', refusal(400, text));
    const form = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe(text);
    expect(visited).toEqual([]);
    expect(form.$codeEntry.get()).toBeNull();
  });

  test('FORGOT-04 P11 whoever has a code under way is led to it, with how its mail fares', async () => {
    const wait = refusal(400, 'Please wait 90 seconds before requesting another OTP.', {
      code: 'RESET_WAIT',
    });
    browser.answer('POST /auth/password-reset/send-otp', wait);
    browser.answer(
      'GET /auth/password-reset/status',
      ok({ createdAt: '2026-11-21T14:03:00.000Z', mail: { state: 'HELD_UP', reason: 'ASKED_TO_WAIT' } }),
    );
    const form = filled();
    await form.submit();
    await Bun.sleep(1);
    expect(form.$codeEntry.get()).toBe('/reset-password?email=asha%2B1%40example.org');
    expect(form.$mail.get()?.text).toContain('The mail server of example.org asks us to wait');
    browser.answer('POST /auth/password-reset/send-otp', ok());
    await form.submit();
    expect([form.$codeEntry.get(), form.$mail.get()]).toEqual([null, null]);
  });

  test('FORGOT-05 a failed call says so', async () => {
    const form = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe('Network error. Please try again.');
  });

  test('FORGOT-06 an unexpected failure says so', async () => {
    for (const reply of [refusal(500), { status: 502, text: 'Bad gateway' }]) {
      browser.answer('POST /auth/password-reset/send-otp', reply);
      const form = filled();
      await form.submit();
      expect(form.$form.get().failure).toBe('Something went wrong. Please try again.');
    }
  });
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

  test('RESET-01 without an e-mail in the address the visitor goes to /forgot-password', () => {
    for (const search of ['', '?email=', '?email=%20']) createResetPassword(navigation).start(search);
    expect(visited).toEqual(['/forgot-password', '/forgot-password', '/forgot-password']);
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
      state: 'waits',
    });
    expect(await told({ state: 'FLOWING', reason: null })).toEqual({
      text: `${asked} Mail to campus.example gets through at the moment.`,
      state: 'left',
    });
    for (const [reason, words, state] of [
      [
        'ASKED_TO_WAIT',
        'asks us to wait at the moment. We keep trying; it may take some minutes.',
        'held up',
      ],
      ['NO_ANSWER', 'does not answer at the moment. We keep trying.', 'held up'],
      ['REFUSED', 'refuses our messages at the moment. Please tell us.', 'lost'],
    ] as const) {
      expect(await told({ state: 'HELD_UP', reason })).toEqual({
        text: `${asked} The mail server of campus.example ${words}`,
        state,
      });
    }
    browser.answer(STATUS, 'network');
    await clock.advance(15_000);
    expect(screen.$mail.get()?.state).toBe('lost');
    browser.answer(STATUS, ok({ hasPendingOTP: false, createdAt: null, expiresAt: null, mail: null }));
    await clock.advance(15_000);
    expect([screen.$mail.get(), screen.$reset.get().codeUntil]).toEqual([null, 'ended']);
    const calls = browser.sent(STATUS).length;
    await clock.advance(60_000);
    expect(browser.sent(STATUS)).toHaveLength(calls);
  });

  test('RESET-13 the two passwords differ only once the second is begun', () => {
    expect(differs({ otp: '', newPassword: 'a', confirmPassword: '' })).toBe(false);
    expect(differs({ otp: '', newPassword: 'a', confirmPassword: 'b' })).toBe(true);
    expect(differs({ otp: '', newPassword: 'a', confirmPassword: 'a' })).toBe(false);
  });

  for (const [id, field, value, text] of [
    ['RESET-14', 'otp', '01234', 'Please enter a valid 6-digit OTP.'],
    ['RESET-15', 'confirmPassword', 'Learning-2!', 'Passwords do not match.'],
  ] as const) {
    test(`${id} '${text}'`, async () => {
      const { form } = opened();
      form.change(field, value);
      await form.submit();
      expect(form.$form.get().errors).toEqual({ [field]: text });
      expect(browser.sent(RESET)).toHaveLength(0);
    });
  }

  test("RESET-16 'Please ensure your password meets all requirements.'", async () => {
    const { form } = opened();
    form.change('newPassword', 'learning-1!');
    form.change('confirmPassword', 'learning-1!');
    await form.submit();
    expect(form.$form.get().errors).toEqual({
      newPassword: 'Please ensure your password meets all requirements.',
    });
  });

  test('RESET-21 success keeps what the server said', async () => {
    browser.answer(RESET, ok(null, { message: 'Password reset successfully' }));
    const { form, $reset } = opened();
    await form.submit();
    expect(browser.sent(RESET)[0]?.body).toEqual({
      email: 'asha+1@example.org',
      otp: '012345',
      newPassword: 'Learning-1!',
    });
    expect($reset.get().doneMessage).toBe('Password reset successfully');
  });

  test('RESET-18 RESET-19 a wrong code shows the words of the server and the attempts left', async () => {
    browser.answer(RESET, refusal(400, 'Invalid OTP.', { data: { attemptsRemaining: 3 } }));
    const { form, $reset } = opened();
    await form.submit();
    expect(form.$form.get()).toMatchObject({ failure: 'Invalid OTP.', values: { otp: '012345' } });
    expect($reset.get().attemptsRemaining).toBe(3);
  });

  test('RESET-20 a failed call says so', async () => {
    const { form } = opened();
    await form.submit();
    expect(form.$form.get().failure).toBe('Network error. Please try again.');
  });
});
