import type { Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import { budgetOf } from '../../scripts/size/budget.ts';
import {
  allowing,
  answer,
  countCalls,
  DEMO_PASSWORD,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readTokens,
  refusedWith,
  test,
} from './fixtures.ts';
import { readLayoutShift, watchLayoutShift } from './looks.ts';

const submitButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Sign(ing)? in…?$/i });

async function fillIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('SIGNIN-01 the first view fetches no more script than its budget, what comes when idle included', async ({
  page,
}) => {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/signin', { waitUntil: 'networkidle' });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(budgetOf('/signin', true).script ?? 0);
});

test('SIGNIN-01 SIGNIN-02 SIGNIN-03 SIGNIN-04 fields, a toggle that shows the password, and the two links', async ({
  page,
}) => {
  await watchLayoutShift(page);
  await page.goto('/signin');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(submitButton(page)).toBeEnabled();
  // A bare address has no passkeys: that button is not drawn for a moment and then taken away.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  expect(await readLayoutShift(page)).toBe(0);
  await password.fill('Quiet-lantern-81');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('Quiet-lantern-81');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

test('SIGNIN-06 SESSION-01 SESSION-07 a sign-in keeps both tokens and opens the dashboard, which Back does not undo', async ({
  page,
}) => {
  await page.goto('/about');
  await page.goto('/signin');
  await expect(submitButton(page)).toBeEnabled();
  await fillIn(page, `  ${demoEmail('pioneer').toUpperCase()} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  const { accessToken, refreshToken } = await readTokens(page);
  expect(accessToken).toBeTruthy();
  expect(refreshToken).toBeTruthy();
  expect(refreshToken).not.toBe(accessToken);
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('SIGNIN-05 whoever is signed in already goes to the dashboard', async ({ page }) => {
  await login(page, demoEmail('pioneer'));
  await page.goto('/signin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('empty fields are named beside them and nothing is sent', async ({ page }) => {
  await page.goto('/signin');
  const calls = await countCalls(page, '/auth/login');
  await submitButton(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Email is required/);
  await page.getByLabel('Email').fill('m');
  await expect(page.getByText('Email is required')).toBeHidden();
  expect(calls).toEqual([]);
});

test('what was typed before the script arrived is not lost', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/SignIn\.[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(demoEmail('pioneer'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await expect(submitButton(page)).toBeDisabled();
  release();
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the button sends once, however often it is pressed', async ({ page }) => {
  await page.goto('/signin');
  const calls = await countCalls(page, '/auth/login');
  await page.route('**/api/auth/login', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.fallback();
  });
  await fillIn(page, demoEmail('pioneer'));
  await submitButton(page).dblclick();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(calls).toHaveLength(1);
});

test.describe('refusals', () => {
  test.use(allowing(refusedWith(401, 429, 500, 502), NETWORK_GONE));

  test('SIGNIN-07 the server says why, what was typed stays, and the next try succeeds', async ({ page }) => {
    await page.goto('/signin');
    await fillIn(page, demoEmail('fresh'), 'not-the-password');
    await submitButton(page).click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('Invalid email or password');
    expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });
    await expect(page.getByLabel('Email')).toHaveValue(demoEmail('fresh'));

    await fillIn(page, 'nobody-at-all@journey.test');
    await expect(alert).toBeEmpty();
    await submitButton(page).click();
    await expect(alert).toHaveText('Invalid email or password');

    await fillIn(page, demoEmail('suspended'));
    await submitButton(page).click();
    await expect(alert).toHaveText('Account is suspended. Please contact support.');
    await expect(page.getByText(/suspended/)).toHaveCount(1);
    const ask = page.getByRole('link', { name: site.mailbox });
    await expect(ask).toBeVisible();
    await fillIn(page, 'nobody-at-all@journey.test');
    await submitButton(page).click();
    await expect(alert).toHaveText('Invalid email or password');
    await expect(ask).toHaveCount(0);

    await fillIn(page, demoEmail('fresh'));
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('SIGNIN-08 without a network the form says so and stays', async ({ page }) => {
    await page.goto('/signin');
    await disconnect(page, '/auth/login');
    await fillIn(page, demoEmail('fresh'));
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
    await page.unrouteAll();
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('SESSION-10 ERR-14 replies that are not the envelope are told plainly', async ({ page }) => {
    await page.goto('/signin');
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await fillIn(page, demoEmail('fresh'));
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid JSON response from server (HTTP 502)');
    await page.unrouteAll();
    await answer(page, '/auth/login', 500, { success: false });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('API request failed');
    await page.unrouteAll();
    await answer(page, '/auth/login', 429, {
      success: false,
      error: 'Too many tries. Please wait 30 seconds.',
    });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Too many tries. Please wait 30 seconds.');
  });
});
