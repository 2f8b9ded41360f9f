import type { Page } from '@playwright/test';
import {
  allowing,
  answer,
  apiPath,
  DEMO_PASSWORD,
  demoEmail,
  disconnect,
  expect,
  fetchTokens,
  keepTokens,
  login,
  NETWORK_GONE,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';

test('GUARD-01 nothing is shown and nobody is sent away while the account is unknown', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(apiPath('/migration/status'), async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/migration/status'));
  await page.goto('/dashboard/profile');
  await asked;
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeHidden();
  release();
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeVisible();
});

test.describe('failing checks', () => {
  test.use(allowing(refusedWith(400, 403, 429, 500), NETWORK_GONE));

  test('GUARD-11 ERR-08 ERR-10 a flow check that fails lets the visitor in', async ({ page }) => {
    const person = await signUpByApi(page.request);
    await keepTokens(page, person);
    await answer(page, '/migration/status', 500, { success: false, error: 'Internal server error' });
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('main').getByText(person.user.email)).toBeVisible();
    await page.unrouteAll();
    await disconnect(page, '/migration/status');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/migration');
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  });

  test('GUARD-10 OPEN-09 test-email=true takes the e-mail state from its own check', async ({ page }) => {
    await login(page, demoEmail('fresh'));
    await answer(page, '/auth/email-verification/verification-status', 200, {
      success: true,
      emailVerified: false,
      data: { emailVerified: false },
    });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
    await page.goto('/dashboard?test-email=true');
    await expect(page).toHaveURL(/\/email-verification$/);
    await page.unrouteAll();
    await page.goto('/dashboard/leagues?test-email=true');
    await expect(page.getByRole('heading', { name: 'Learning Leagues' })).toBeVisible();
    await page.goto('/dashboard?test-email=false');
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });
});

test.describe('the role gate', () => {
  test('GUARD-15 GUARD-16 GUARD-17 GUARD-18 says who may enter and leads back', async ({ page }) => {
    await login(page, demoEmail('luminary'));
    await page.goto('/admin/cohorts');
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText("You don't have permission to access this page.");
    await expect(main.getByText('Luminary', { exact: true })).toBeVisible();
    await expect(main.getByText(/Pathfinder or .*Pathfinder/)).toBeVisible();
    await expect(main.getByRole('link', { name: /Home/ })).toHaveAttribute('href', '/');
    await main.getByRole('link', { name: /Dashboard/ }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });

  test('ROLE-05 OPEN-15 ADMIN enters the base, sees the sidebar and is refused inside', async ({ page }) => {
    await login(page, demoEmail('admin'));
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Admin', { exact: true })).toBeVisible();
    await expect(main.getByText('Grand Pathfinder', { exact: true })).toBeVisible();
    for (const name of ['Users', 'Cohorts', 'Leagues', 'Resources', 'Assignments']) {
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
    }
  });
});

test.describe('the way back after sign-in', () => {
  const signInByHand = async (page: Page, name: 'pioneer' | 'grand' | 'newcomer') => {
    await expect(page).toHaveURL(/\/signin$/);
    await page.getByLabel('Email').fill(demoEmail(name));
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };

  // On a page without a gate, which would remember where it stood.
  const signOutByHand = async (page: Page) => {
    await page.goto('/privacy');
    await page.evaluate(() => localStorage.clear());
  };

  test('SIGNIN-06 GUARD-02 leads where the visitor wanted to go, once', async ({ page }) => {
    await page.goto('/dashboard/leagues');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard\/leagues$/);
    await signOutByHand(page);
    await page.goto('/signin');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('GUARD-14 leads staff to their area, anybody else to the dashboard', async ({ page }) => {
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'grand');
    await expect(page).toHaveURL(/\/admin\/cohorts$/);
    await signOutByHand(page);
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('GUARD-03 does not lead past the account gate', async ({ page }) => {
    await page.goto('/dashboard/profile');
    await signInByHand(page, 'newcomer');
    await expect(page).toHaveURL(/\/migration$/);
  });

  test('P31 never leads to another site, whatever is asked or kept', async ({ page }) => {
    for (const path of [
      '//elsewhere.test/dashboard',
      '/\\elsewhere.test',
      'javascript:alert(1)',
      '/signin',
    ]) {
      await page.goto('/privacy');
      await page.evaluate((value) => {
        localStorage.clear();
        sessionStorage.setItem('returnPath', value);
      }, path);
      const asked = new URLSearchParams({ next: path, returnTo: path, redirect: path, redirect_to: path });
      await page.goto(`/signin?${asked}`);
      await page.getByLabel('Email').fill(demoEmail('pioneer'));
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page, path).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
    }
    await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  });
});

test('SESSION-07 a token of another person does not open a cached view', async ({ page }) => {
  await login(page, demoEmail('pioneer'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  const fresh = await fetchTokens(page.request, demoEmail('fresh'));
  await keepTokens(page, fresh);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore Leagues' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ML', exact: true })).toBeHidden();
});
