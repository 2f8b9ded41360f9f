import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail, expect, fetchTokens, keepTokens, login, test } from './fixtures.ts';
import { holdBack } from './learner.ts';

test('GUARD-01 nothing is shown and nobody is sent away while the account is unknown', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  const release = await holdBack(page, '/migration/status');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/migration/status'));
  await page.goto('/dashboard/profile');
  await asked;
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeHidden();
  release();
  await expect(page.getByRole('main').getByText(demoEmail('fresh'))).toBeVisible();
});

test('ADMIN-01 GUARD-15 GUARD-16 GUARD-17 GUARD-18 the role gate says who may enter and leads back', async ({
  page,
}) => {
  await login(page, demoEmail('luminary'));
  await page.goto('/admin/cohorts');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText("You don't have permission to access this page.");
  await expect(main.getByText('Luminary', { exact: true })).toBeVisible();
  await expect(main.getByText(/Pathfinder or .*Pathfinder/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: /Home/ })).toHaveAttribute('href', '/');
  await main.getByRole('link', { name: /Dashboard/ }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
});

test.describe('the way back after sign-in', () => {
  const signInByHand = async (page: Page, name: 'pioneer' | 'grand') => {
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

  test('GUARD-14 leads staff to their area, anybody else to the dashboard', async ({ page }) => {
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'grand');
    await expect(page).toHaveURL(/\/admin\/cohorts$/);
    await signOutByHand(page);
    await page.goto('/admin/cohorts');
    await signInByHand(page, 'pioneer');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('P31 never leads to another site, whatever is asked or kept', async ({ page }) => {
    // Many more: return-path.test.ts.
    for (const path of ['//elsewhere.test/dashboard', 'javascript:alert(1)']) {
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
