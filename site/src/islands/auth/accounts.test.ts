import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { storeReturnPath } from '../shared/session/return-path.ts';
import { reloadUser, stopSession } from '../shared/session/session.ts';
import { signOut } from '../shared/session/sign-out.ts';
import { ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createForgotPassword } from './forgot-password.ts';
import { createSignIn } from './sign-in.ts';
import { createSignUp } from './sign-up.ts';

const ASHA = { id: 'u1', name: 'Asha Rao', email: 'asha@example.org', role: 'PIONEER', status: 'PENDING' };
const ENTERED = ok({ accessToken: 'a', refreshToken: 'r', user: ASHA });

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
    storeReturnPath('/dashboard/leagues');
    await createSignIn(navigation).start();
    expect(visited).toEqual(['/dashboard']);
    expect(sessionStorage.getItem('returnPath')).toBeNull();
  });

  test('the address of a password that was just reset is filled in', async () => {
    const { form, start } = createSignIn(navigation);
    await start({ hash: '#email=asha%2Bone%40example.org' });
    expect(form.$form.get().values.email).toBe('asha+one@example.org');
  });

  test('COHORT-19 SIGNIN-06 a league chosen on /cohorts is kept for later and opened after sign-in', async () => {
    browser.answer('POST /auth/login', ENTERED);
    const { form, start } = filled();
    await start({ search: '?league=cm_league-1' });
    expect(localStorage.getItem('pickedLeague')).toBe('cm_league-1');
    await form.submit();
    expect(visited).toEqual(['/dashboard/league/cm_league-1']);
    for (const search of ['?league=', '?league=../../admin', '?league=a%20b']) {
      localStorage.clear();
      await createSignIn(navigation).start({ search });
      expect([localStorage.getItem('pickedLeague'), sessionStorage.getItem('returnPath')]).toEqual([
        null,
        null,
      ]);
    }
  });

  test('COHORT-19 SIGNIN-05 who is signed in already goes to the league at once', async () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /auth/profile', ok(ASHA));
    await createSignIn(navigation).start({ search: '?league=l1' });
    expect(visited).toEqual(['/dashboard/league/l1']);
  });

  test('SIGNIN-06 success goes to /dashboard, with the password as typed', async () => {
    browser.answer('POST /auth/login', ENTERED);
    const { form } = filled();
    await form.submit();
    expect(visited).toEqual(['/dashboard']);
    expect(browser.requests[0]?.body).toEqual({ email: 'asha@example.org', password: ' Learning-1! ' });
    expect(form.$form.get().busy).toBe(true);
  });

  test('SIGNIN-06 a sign-in in another tab leads this one back too; its own leads once', async () => {
    browser.answer('GET /auth/profile', ok(ASHA));
    storeReturnPath('/dashboard/revision');
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
});

describe('sign-up', () => {
  const filled = () => {
    const screen = createSignUp(navigation);
    screen.form.change('name', ' Asha Rao ');
    screen.form.change('email', 'asha@example.org');
    screen.form.change('password', 'Learning-1!');
    return screen;
  };

  test.each([
    [409, 'User with this email already exists', 'email'],
    [400, 'Invalid email format', 'email'],
    [400, 'Password must not be your name or email address', 'password'],
    [400, 'Name must be at least 2 characters long', 'name'],
  ])('SIGNUP-06 %i %s is shown beside its field', async (status, text, field) => {
    browser.answer('POST /auth/signup', refusal(status, text));
    const { form } = filled();
    await form.submit();
    expect(form.$form.get()).toMatchObject({ failure: null, errors: { [field]: text }, refusals: 1 });
  });

  test('SIGNUP-06 the words of the server are shown above the form where they are about no field', async () => {
    browser.answer('POST /auth/signup', refusal(429, 'Too Many Requests'));
    const { form } = filled();
    await form.submit();
    expect(form.$form.get().failure).toStartWith('Too Many Requests');
  });
});

describe('forgotten password', () => {
  const filled = () => {
    const form = createForgotPassword(navigation);
    form.change('email', 'asha+1@example.org');
    return form;
  };

  test('FORGOT-04 P7 a request for a code that a limit refuses names the way out', async () => {
    const details = 'The link in an earlier message asks for another one.';
    browser.answer('POST /auth/password-reset/send-otp', refusal(429, 'Too Many Requests', { details }));
    const form = filled();
    await form.submit();
    expect(form.$form.get().failure).toBe(`Too Many Requests. ${details}`);
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

  test('FORGOT-06 an unexpected failure says so', async () => {
    for (const reply of [refusal(500), { status: 502, text: 'Bad gateway' }]) {
      browser.answer('POST /auth/password-reset/send-otp', reply);
      const form = filled();
      await form.submit();
      expect(form.$form.get().failure).toBe('Something went wrong. Please try again.');
    }
  });
});
