import type { Page } from '@playwright/test';
import { unique } from './curriculum.ts';
import { allow, demoEmail, expect, login, refusedWith, signUpByApi, test } from './fixtures.ts';
import { refuse } from './learner.ts';
import { expectSound, NARROW } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const search = (page: Page) => page.getByRole('searchbox');

test('P24 ROLE-11 a pathfinder finds one who waits, and approves them into a league by keyboard', async ({
  page,
}) => {
  const name = unique('Nadia Waiting');
  await signUpByApi(page.request, { name, migrated: true });
  await openArea(page, 'weeks', 'pathfinder');
  await sidebar(page).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Users' })).toHaveCount(0);

  await search(page).fill(`${name.split(' ').at(-1)} nadia`);
  const row = rowOf(page, name);
  await expect(row).toContainText('SIT-104');
  await expect(row).toContainText('Pending');
  await expect(row).not.toContainText('9876543210');
  await expectSound(page);

  await row.getByRole('button', { name: `Approve ${name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Approve ${name}` });
  await expect(dialog).toContainText('Biotechnology, Sample Institute of Technology, 2027');
  await expectSound(page);
  const league = dialog.getByLabel('League');
  await league.selectOption({ index: 1 });
  const chosen = (await league.locator('option:checked').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(toast(page, `${name} was approved`)).toBeVisible();
  await expect(row).toContainText('Active');
  await expect(row).toContainText(chosen);

  await page.getByLabel('Show').selectOption('Waiting');
  await expect(page.getByText('Nobody found')).toBeVisible();
  await page.setViewportSize(NARROW);
  await page.getByLabel('Show').selectOption('Enrolled');
  // The message of the approval may still be there, with the name in it.
  await expect(page.getByText(name, { exact: true })).toBeVisible();
});

test('P24 the palette leads to the people of own leagues; a Grand Pathfinder has Users instead', async ({
  page,
}) => {
  const name = unique('Petra Palette');
  const { user } = await signUpByApi(page.request, { name });
  await openArea(page, 'weeks', 'pathfinder');
  await expect(page.getByRole('searchbox', { name: 'Search modules' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(name);
  await palette.getByRole('option', { name: new RegExp(name) }).click();
  await expect(page).toHaveURL(/\/admin\/people\?q=/);
  await expect(rowOf(page, user.email)).toBeVisible();

  await openArea(page, 'users');
  await expect(sidebar(page).getByRole('link', { name: 'Users' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'People' })).toHaveCount(0);
});

test('a list that fails says so and is asked for again; a refused approval stays in the dialog', async ({
  page,
}) => {
  allow(refusedWith(403, 503));
  const name = unique('Rita Refused');
  await signUpByApi(page.request, { name });
  await login(page, demoEmail('pathfinder'));
  await refuse(page, '/admin/people', 503, 'Busy', 'UNAVAILABLE');
  await page.goto('/admin/people');
  await expect(page.getByText(/Failed to load people/)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: /retry|again/i }).click();
  await search(page).fill(name);
  // The row moves to the top when the search is answered.
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
  await rowOf(page, name)
    .getByRole('button', { name: `Approve ${name}` })
    .click();
  await page.route(/\/api\/admin\/people\/[^/]+\/approve$/, (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, error: 'You do not have access to this league', code: 'LEAGUE_OUT_OF_SCOPE' },
    }),
  );
  const dialog = page.getByRole('dialog', { name: `Approve ${name}` });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText(/Failed to approve user: You do not have access/)).toBeVisible();
});
