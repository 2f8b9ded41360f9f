import type { Page } from '@playwright/test';
import { approveByApi, demoEmail, expect, keepTokens, login, signUpByApi, test } from './fixtures.ts';
import { actAs, watchCalls } from './learner.ts';
import { moveTo } from './looks.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Account Pending Approval' });

test('PEND-01 PEND-02 PEND-03 LPROG-01 OPEN-17 the pending screen stands in for every screen but the profile, which stays open', async ({
  page,
}) => {
  await login(page, demoEmail('pending'));
  const { calls } = watchCalls(page);
  for (const path of [
    '/dashboard',
    '/dashboard/league/some-league',
    '/dashboard/league',
    '/dashboard/leagues',
    '/dashboard/leaderboard',
    '/dashboard/revision',
    '/dashboard/history',
  ]) {
    await (page.url().endsWith('/livez') ? page.goto(path) : moveTo(page, path));
    await expect(page).toHaveURL(path);
    await expect(heading(page)).toBeVisible();
    await expect(
      page.getByRole('heading', { name: /Learning Dashboard|Learning Leagues|Top Performers/ }),
    ).toHaveCount(0);
  }
  expect(calls.filter((call) => /progress|leagues|leaderboard/.test(call))).toEqual([]);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Farhan Ali' })).toBeVisible();
});

test('PEND-04 PEND-06 PEND-07 it says who waits since when, what to do meanwhile, and lets one leave', async ({
  page,
}) => {
  const user = await actAs(page, { status: 'PENDING', createdAt: '2026-03-04T12:00:00.000Z' });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  const fact = (name: string) =>
    main.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Name')).toContainText(user.name);
  await expect(fact('Email')).toContainText(user.email);
  await expect(fact('Status')).toContainText('Pending');
  await expect(fact('Joined')).toContainText('March 4, 2026');
  await expect(main.getByText(/up to 24 hours/)).toBeVisible();
  await expect(main.getByText(/social handles/)).toBeVisible();
  await main.getByRole('link', { name: /Complete your profile/ }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await page.goBack();
  await main.getByRole('link', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ready to leave?' })).toBeVisible();
});

test('PEND-05 PEND-08 Refresh Status loads the page again, coming back to it asks again, and the approved learner is let in', async ({
  page,
}) => {
  const tokens = await signUpByApi(page.request, { migrated: true, verified: true });
  await keepTokens(page, tokens);
  await page.goto('/dashboard');
  const refresh = page.getByRole('button', { name: 'Refresh Status' });
  await Promise.all([page.waitForEvent('load'), refresh.click()]);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('We email you as soon as it is approved');
  await approveByApi(page.request, tokens.user.id);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore Leagues' })).toBeVisible();
});
