import type { Page } from '@playwright/test';
import {
  allow,
  answer,
  countCalls,
  DEMO_PASSWORD,
  demoEmail,
  expect,
  fillAcademics,
  keepTokens,
  login,
  mailedCode,
  NETWORK_GONE,
  newPerson,
  readTokens,
  refusedWith,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';

const REFUSED = { success: false, error: 'Invalid or expired token', code: 'TOKEN_INVALID' };
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));

test('P45 before the script has arrived: Enter on the sign-in form sends nothing, leaks nothing and says why it waits', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  const release = await holdBack(page, /\/_astro\/SignIn\.[^/]*\.js$/);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(`${request.method()} ${request.url()}`);
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(demoEmail('pioneer'));
  // It comes after eight seconds, which a busy machine may need for what follows.
  const late = page.getByText('This is taking longer than it should.');
  await expect(late).toBeHidden();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(DEMO_PASSWORD);
  await password.press('Enter');
  await page.getByLabel('Email').press('Enter');
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(late).toBeVisible();
  expect(documents).toHaveLength(1);
  expect(page.url()).toMatch(/\/signin$/);
  await expect(password).toHaveValue(DEMO_PASSWORD);
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeDisabled();
  // Even a browser that sent the form would not put it into the address.
  expect(await page.locator('main form').getAttribute('method')).toBe('post');
  release();
  await expect(late).toBeHidden();
  await password.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('P45 without JavaScript every account page and the check of a certificate say what they need, and no account form can be sent', async ({
  request,
}) => {
  for (const path of ['/signin', '/signup', '/forgot-password', '/reset-password']) {
    const page = await (await request.get(path)).text();
    expect(page, path).toMatch(/<noscript>\s*<p[^>]*>\s*This page works with JavaScript/);
    expect(page, path).toMatch(/<form[^>]*method="post"/);
    expect(page, path).toMatch(/<button[^>]*(disabled=""[^>]*type="submit"|type="submit"[^>]*disabled="")/);
  }
  const certificates = await (await request.get('/verify')).text();
  expect(certificates).toMatch(/<noscript>\s*<p[^>]*>\s*This form works with JavaScript/);
});

test('SIGNIN-01 SIGNIN-05 SIGNIN-06 SESSION-01 SESSION-07 reload and Back in the middle of sign-in lose nothing but the password, and lead where one was going, with both tokens kept', async ({
  page,
}) => {
  await page.goto('/about');
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL('/signin');
  await page.getByLabel('Email').fill(demoEmail('pioneer'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.reload();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByRole('link', { name: /Forgot/ }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.goBack();
  await expect(page).toHaveURL('/signin');
  await page.getByLabel('Email').fill(`  ${demoEmail('pioneer').toUpperCase()} `);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/profile');
  const { accessToken, refreshToken } = await readTokens(page);
  expect(accessToken).toBeTruthy();
  expect(refreshToken).toBeTruthy();
  expect(refreshToken).not.toBe(accessToken);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('SIGNUP-01 SIGNUP-04 reload and Back in the middle of sign-up keep name and e-mail, never the password', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/about');
  await page.goto('/signup');
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(kept).toContain(person.email);
  expect(await kept()).not.toContain(person.password);
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('main').getByRole('link', { name: 'terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/migration$/);
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await expect.poll(() => drafts(page)).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$|\/about$/);
});

test('MIGR-13 MIGR-15 MIGR-45 the wizard keeps what was typed over a reload, Back and an expired session; completing it forgets', async ({
  page,
}) => {
  allow(refusedWith(401));
  const person = await signUpByApi(page.request);
  await keepTokens(page, person);
  await page.goto('/about');
  await page.goto('/migration');
  await fillAcademics(page);
  await page.reload();
  await expect(page.getByLabel('Department name')).toHaveValue('Naval Architecture');
  await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel('GitHub username').fill('meera-n');
  await page.goBack();
  await expect(page.getByLabel('Department name')).toHaveValue('Naval Architecture');
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.goForward();
  await expect(page.getByLabel('Department name')).toHaveValue('Naval Architecture');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page.getByLabel('GitHub username')).toHaveValue('meera-n');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeVisible();
  await expect(page).toHaveURL('/migration');
  await page.goForward();
  await expect(page.getByLabel('GitHub username')).toHaveValue('meera-n');

  // The session ends on the server while the form is open.
  await answer(page, '/migration/migrate-to-v2', 401, REFUSED);
  await refuse(page, '/auth/refresh', 401, 'Invalid refresh token');
  await page.getByRole('button', { name: 'Complete Profile' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('Nothing you typed was lost')).toBeVisible();
  await page.unrouteAll();
  await page.getByLabel('Email').fill(person.user.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/migration$/);
  await expect(page.getByLabel('GitHub username')).toHaveValue('meera-n');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('Institute')).toHaveValue('Sample Institute of Technology');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('button', { name: 'Complete Profile' }).dblclick();
  await expect(page).toHaveURL(/\/email-verification$/);
  await expect.poll(() => drafts(page)).toEqual([]);
});

test('MIGR-03 MIGR-04 LOGOUT-02 SESSION-08 a wrong e-mail in the wizard: signed out here and on the server, and nothing typed is kept', async ({
  page,
}) => {
  allow(refusedWith(401));
  const { accessToken, refreshToken } = await signUpByApi(page.request);
  await keepTokens(page, { accessToken, refreshToken });
  await page.goto('/migration');
  await page.getByLabel('Institute').fill('Sample Institute of Technology');
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await page.getByRole('link', { name: /Wrong email/ }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect.poll(() => drafts(page)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await page.request.get('/api/auth/profile', { headers })).status()).toBe(401);
  const refresh = await page.request.post('/api/auth/refresh', { data: { refreshToken } });
  expect(refresh.status()).toBe(401);
});

test('EMAILV-01 EMAILV-02 EMAILV-04 EMAILV-05 EMAILV-08 reload and Back in the middle of verification send no second code, and the first one holds', async ({
  page,
}) => {
  const person = await signUpByApi(page.request, { migrated: true });
  await keepTokens(page, person);
  await page.goto('/about');
  const sends = await countCalls(page, '/auth/email-verification/send-verification-otp');
  await page.goto('/email-verification');
  const boxes = page.getByRole('textbox', { name: /digit/i });
  await expect(boxes).toHaveCount(6);
  await expect(boxes.first()).toBeFocused();
  await expect(page.getByRole('main').getByText(person.user.email)).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText(/sent/i);
  await expect(page.getByRole('button', { name: /Resend code in [45]:/ })).toBeDisabled();
  // Nothing sends mail here, and the screen says so; what a mail server says stands in for it below.
  await expect(page.getByText('No mail server is set here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read it in the outbox' })).toHaveAttribute(
    'href',
    '/dev/outbox',
  );
  const code = await mailedCode(page.request, person.user.email);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  const now = new Date().toISOString();
  const message = { kind: 'EMAIL_VERIFICATION', createdAt: now, endedAt: null, nextAttemptAt: now };
  const tell = (state: object) => succeed(page, '/users/me/mail', { messages: [{ ...message, ...state }] });
  await tell({ state: 'DELAYED', reason: 'ASKED_TO_WAIT' });
  await page.goForward();
  await expect(
    page.getByText(/Your mail server asked us to wait. We try again at \d\d:\d\d\./),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend code in 4:/ })).toBeDisabled();
  await tell({ state: 'SENT', reason: null, endedAt: now, nextAttemptAt: null });
  await expect(page.getByText(/We sent the code at \d\d:\d\d\./)).toBeVisible();
  await tell({ state: 'FAILED', reason: 'REFUSED', endedAt: now, nextAttemptAt: null });
  await page.reload();
  await expect(page.getByText(/refused our message. Please check that the address is right/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend code in 4:/ })).toBeDisabled();
  await expect(boxes.first()).toHaveValue('');
  await typeCode(page, code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
  expect(sends).toHaveLength(1);
});

test('RESET-01 FORGOT-03 P11 reload and Back in the middle of a reset keep the address and the code, and no secrets', async ({
  page,
}) => {
  const { user } = await signUpByApi(page.request);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page).toHaveURL(/\/reset-password\?email=/);
  await expect(page.getByText(/Expires at \d\d:\d\d\./)).toBeVisible();
  const code = await mailedCode(page.request, user.email);
  await page.getByLabel('New password', { exact: true }).fill('River.stone.92');
  await page.reload();
  await expect(page.getByRole('main')).toContainText(user.email);
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeEnabled();
  // Nothing sends mail here; what is known of a mail server stands in.
  const mail = { state: 'HELD_UP', reason: 'ASKED_TO_WAIT' };
  const now = new Date().toISOString();
  const status = { hasPendingOTP: true, createdAt: now, expiresAt: now, mail };
  await succeed(page, '/auth/password-reset/status', status);
  await page.goForward();
  await expect(page.getByRole('status').filter({ hasText: 'You asked for it at' })).toContainText(
    /You asked for it at \d\d:\d\d\. The mail server of journey\.test asks us to wait at the moment\./,
  );
  await typeCode(page, code);
  await page.getByLabel('New password', { exact: true }).fill('River.stone.92');
  await page.getByLabel('Confirm password', { exact: true }).fill('River.stone.92');
  await page.getByRole('button', { name: 'Reset Password' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Password Reset Successfully' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('River.stone.92');
  expect(kept).not.toContain(code);
});

test('PROF-24 SESSION-06 SIGNIN-06 a session that ends in the middle of a visit keeps the social handles, says why, and leads back to them', async ({
  page,
}) => {
  allow(refusedWith(401));
  await login(page, demoEmail('luminary'));
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit Social' }).click();
  await page.getByLabel('Kaggle username').fill('half-typed');
  await answer(page, '/auth/profile', 401, REFUSED);
  await refuse(page, '/auth/refresh', 401, 'Invalid refresh token');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible();
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  await page.unrouteAll();
  await page.getByLabel('Email').fill(demoEmail('luminary'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByLabel('Kaggle username')).toHaveValue('half-typed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => drafts(page)).toEqual([]);
});
