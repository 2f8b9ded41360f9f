import type { Page } from '@playwright/test';
import {
  allow,
  countCalls,
  disconnect,
  expect,
  expectAccessible,
  mailedCode,
  NETWORK_GONE,
  newPerson,
  refusedWith,
  signUpByApi,
  test,
  typeCode,
} from './fixtures.ts';

const NEW_PASSWORD = 'Brass-Lantern-82!';
const SEND = '/auth/password-reset/send-otp';
const RESET = '/auth/password-reset/reset-password';

const sendButton = (page: Page) => page.getByRole('button', { name: /^Send/ });
const resetButton = (page: Page) => page.getByRole('button', { name: /^Reset Password|^Changing/ });
const boxes = (page: Page) => page.getByRole('textbox', { name: /digit/i });
async function openReset(page: Page, email = newPerson().email): Promise<void> {
  await page.goto(`/reset-password?email=${encodeURIComponent(email)}`);
  await expect(resetButton(page)).toBeEnabled();
}

async function fillPasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
}

test('FORGOT-01 FORGOT-02 FORGOT-03 RESET-06 RESET-21 from a forgotten password to a new one', async ({
  page,
}) => {
  const { user, password, accessToken } = await signUpByApi(page.request);
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const calls = await countCalls(page, SEND);
  await page.getByLabel('Email').fill(` ${user.email}`);
  await sendButton(page).dblclick();
  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(user.email)}`);
  expect(calls).toEqual([{ method: 'POST', body: { email: user.email } }]);
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();

  await typeCode(page, await mailedCode(page.request, user.email));
  await fillPasswords(page, NEW_PASSWORD);
  await resetButton(page).click();
  await expect(page.getByRole('heading', { name: 'Password Reset Successfully' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Password Reset Successfully');

  const old = await page.request.post('/api/auth/login', { data: { email: user.email, password } });
  expect(old.status()).toBe(401);
  const session = await page.request.get('/api/auth/profile', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(session.status(), 'sessions from before the reset end').toBe(401);

  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(page).toHaveURL(/\/signin#/);
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/migration$/);
});

test('P16 a sign-in that was somebody else: the link of the mail asks before it does anything, ends every session, and is good once', async ({
  page,
}) => {
  allow(refusedWith(400));
  const { user, password, accessToken } = await signUpByApi(page.request, { verified: true });
  const signedIn = await page.request.post('/api/auth/login', {
    data: { email: user.email, password },
    headers: { 'X-Device-Token': 'e'.repeat(43) },
  });
  expect(signedIn.status()).toBe(200);
  let link: string | undefined;
  await expect(async () => {
    const outbox = await page.request.get('/dev/outbox', { headers: { accept: 'application/json' } });
    const { messages } = (await outbox.json()).data as { messages: { to: string; text: string }[] };
    link = messages
      .filter(({ to }) => to === user.email)
      .map(({ text }) => /\/not-me#[\w-]{43}/.exec(text)?.[0])
      .find(Boolean);
    expect(link).toBeTruthy();
  }).toPass();
  const headers = { authorization: `Bearer ${accessToken}` };
  const profileStatus = async () => (await page.request.get('/api/auth/profile', { headers })).status();

  await page.goto('/not-me');
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await page.goto(link ?? '');
  const confirm = page.getByRole('button', { name: 'Sign out every device' });
  await expect(confirm).toBeEnabled();
  expect(await profileStatus(), 'opening the link does nothing').toBe(200);
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Every device is signed out' })).toBeVisible();
  expect(await profileStatus()).toBe(401);
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);

  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { name: 'This link is used up' })).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link is used up' })).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await page.goto((link ?? '').slice(0, -1));
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await expect(confirm).toHaveCount(0);
});

test('RESET-01 RESET-07 RESET-08 RESET-09 RESET-10 RESET-11 RESET-12 RESET-13 RESET-14 RESET-15 RESET-16 RESET-17 the rules are ticked off while typing, what is missing is said and nothing is sent', async ({
  page,
}) => {
  await openReset(page);
  const rules = page.getByRole('list', { name: 'Password rules' }).getByRole('listitem');
  await expect(rules).toHaveCount(5);
  const met = async () => (await rules.allInnerTexts()).map((text) => !/not met/.test(text));
  const password = page.getByLabel('New password');
  for (const [typed, expected] of [
    ['', [false, false, false, false, false]],
    ['abcdefgh', [true, false, true, false, false]],
    ['ABC', [false, true, false, false, false]],
    ['7', [false, false, false, true, false]],
    ['"', [false, false, false, false, true]],
    ['-_+', [false, false, false, false, false]],
    [NEW_PASSWORD, [true, true, true, true, true]],
  ] as const) {
    await password.fill(typed);
    await expect.poll(met, { message: typed }).toEqual([...expected]);
  }
  const mismatch = page.getByText('Passwords do not match', { exact: true });
  await expect(mismatch).toBeHidden();
  await page.getByLabel('Confirm password').fill('Brass');
  await expect(mismatch).toBeVisible();
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/Passwords do not match/);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await expect(mismatch).toBeHidden();

  const calls = await countCalls(page, RESET);
  await typeCode(page, '12345');
  await fillPasswords(page, NEW_PASSWORD);
  await resetButton(page).click();
  await expect(page.getByText('Please enter a valid 6-digit OTP.')).toBeVisible();
  await expect(boxes(page).first()).toBeFocused();
  await typeCode(page, '123456');
  await expect(page.getByText('Please enter a valid 6-digit OTP.')).toBeHidden();

  await fillPasswords(page, NEW_PASSWORD, `${NEW_PASSWORD}x`);
  await resetButton(page).click();
  await expect(page.getByText('Passwords do not match.', { exact: true })).toBeVisible();

  await fillPasswords(page, 'all lower case');
  await resetButton(page).click();
  await expect(page.getByText('Please ensure your password meets all requirements.')).toBeVisible();
  expect(calls).toEqual([]);

  await page.getByRole('link', { name: 'Request new code' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);

  // Without an address a code is asked for first, and Back does not return.
  await page.goto('/reset-password?email=%20');
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/\/reset-password\?email=%20/);
});

test('FORGOT-04 FORGOT-05 why no code was sent', async ({ page }) => {
  allow(refusedWith(400, 410, 429, 500), NETWORK_GONE);
  await page.goto('/forgot-password');
  const alert = page.getByRole('alert');
  await sendButton(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();

  await page.getByLabel('Email').fill('not-an-address');
  await sendButton(page).click();
  await expect(alert).toHaveText('Please provide a valid email address');

  await page.getByLabel('Email').fill(newPerson().email);
  await expect(alert).toBeEmpty();
  await disconnect(page, SEND);
  await sendButton(page).click();
  await expect(alert).toHaveText('Network error. Please try again.');
  await page.unrouteAll();

  await sendButton(page).click();
  await expect(page).toHaveURL(/\/reset-password\?email=/);
});

test("FORGOT-04 a second code within two minutes is refused in the server's words, known address or not", async ({
  page,
}) => {
  allow(refusedWith(400, 410, 429, 500), NETWORK_GONE);
  const { user } = await signUpByApi(page.request);
  for (const email of [user.email, newPerson().email]) {
    const first = await page.request.post(`/api${SEND}`, { data: { email } });
    expect(first.status()).toBe(200);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      /^Please wait \d+ seconds before requesting another OTP\.$/,
    );
    const status = page.getByRole('status').filter({ hasText: 'You asked for it at' });
    await expect(status).toContainText(
      /You asked for it at \d\d:\d\d\. No mail server is set here, so the message stays on this machine\./,
    );
    await page.getByRole('link', { name: 'Enter the code you have' }).click();
    await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(email)}`);
    await expect(status.getByRole('link', { name: 'Read it in the outbox' })).toBeVisible();
    await expect(page.getByRole('main'), 'it has not left this machine').not.toContainText(/spam|on its way/);
  }
});

test('RESET-18 RESET-19 wrong codes count down in the open, then a new one is needed', async ({ page }) => {
  allow(refusedWith(400, 410, 429, 500), NETWORK_GONE);
  const { user } = await signUpByApi(page.request);
  await page.request.post(`/api${SEND}`, { data: { email: user.email } });
  const right = await mailedCode(page.request, user.email);
  const wrong = right === '111111' ? '222222' : '111111';
  await openReset(page, user.email);
  await typeCode(page, wrong);
  await fillPasswords(page, NEW_PASSWORD);
  const alert = page.getByRole('alert');
  // What a phone shows beside its keyboard: the button is far below what it brings.
  await page.setViewportSize({ width: 360, height: 420 });
  for (const left of [4, 3, 2, 1]) {
    await resetButton(page).click();
    await expect(alert).toContainText(`${left} attempts remaining`);
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(alert).toContainText('Invalid OTP.');
  }
  await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
  await resetButton(page).click();
  await expect(alert).toContainText(/Too many invalid attempts|0 attempts remaining/);
  await typeCode(page, right);
  await expect(alert).toBeEmpty();
  await resetButton(page).click();
  await expect(alert).not.toBeEmpty();
  await expect(page.getByRole('heading', { name: 'Password Reset Successfully' })).toBeHidden();
});
