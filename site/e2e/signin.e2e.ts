import type { Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import { budgetOf } from '../../scripts/size/budget.ts';
import {
  allow,
  countCalls,
  DEMO_PASSWORD,
  demoEmail,
  expect,
  readTokens,
  refusedWith,
  test,
} from './fixtures.ts';
import { expectStill, watchLayoutShift } from './looks.ts';

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
  await expectStill(page);
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

test('SIGNIN-06 SIGNIN-07 the server says why, what was typed stays, and the next try succeeds', async ({
  page,
}) => {
  allow(refusedWith(401));
  await page.goto('/signin');
  const calls = await countCalls(page, '/auth/login');
  await submitButton(page).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Email is required/);
  await page.getByLabel('Email').fill('m');
  await expect(page.getByText('Email is required')).toBeHidden();
  expect(calls).toEqual([]);
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
