import type { Page } from '@playwright/test';
import { addLeague, type Made, OPEN_COHORT, send, unique } from './curriculum.ts';
import {
  allow,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  login,
  readAs,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { refuse } from './learner.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

/** The learners of the demo's ML league. */
async function openLearners(page: Page, account: 'grand' | 'pathfinder' = 'grand'): Promise<string> {
  const { accessToken } = await login(page, demoEmail(account));
  const { leagues } = await readAs<{ leagues: Made[] }>(page.request, accessToken, '/leagues');
  const id = leagues.find(({ name }) => name === 'ML')?.id ?? '';
  await page.goto(`/admin/league/${id}`);
  await page.getByRole('navigation', { name: 'Parts of the league' }).getByText('Learners').click();
  await expect(page.getByRole('table', { name: 'learners' })).toBeVisible();
  return id;
}

test('a pathfinder finds who has finished, and sees one learner by module', async ({ page }) => {
  await openLearners(page, 'pathfinder');
  await expect(page).toHaveTitle(/^ML \| Learners/);
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Finished' });
  await expect(page).toHaveURL(/show=finished/);
  await expect(page.getByRole('status').filter({ hasText: 'Showing 2 of' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'learners' }).getByRole('row');
  await expect(rows.getByRole('progressbar')).toHaveCount(2);
  for (const bar of await rows.getByRole('progressbar').all()) {
    await expect(bar).toHaveAttribute('aria-valuenow', '100');
  }
  await expect(rows.getByText('Certificate').first()).toBeVisible();
  await expectAccessible(page);

  const name = rows.getByRole('button', { name: 'Ananya Deshpande', exact: true });
  await name.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Ananya Deshpande' });
  await expect(panel.getByRole('list', { name: 'Progress by module' }).getByRole('listitem')).toHaveCount(4);
  await expect(panel.getByRole('progressbar', { name: 'Progress in ML' })).toHaveAttribute(
    'aria-valuetext',
    '48 of 48 resources',
  );
  await expect(panel.getByRole('list', { name: 'Attempts' })).toContainText('Approved');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(name).toBeFocused();
});

test('progress sorts the list, and search narrows it', async ({ page }) => {
  await openLearners(page);
  const bars = page.getByRole('table', { name: 'learners' }).getByRole('progressbar');
  await page.getByRole('button', { name: 'Progress', exact: true }).click();
  await page.getByRole('button', { name: 'Progress', exact: true }).click();
  await expect(page).toHaveURL(/sort=-progress/);
  await expect(bars.first()).toHaveAttribute('aria-valuenow', '100');
  await page.getByRole('searchbox', { name: 'Search learners' }).fill('aditi');
  await expect(bars).toHaveCount(1);
  await expect(rowOf(page, 'Aditi Menon')).toContainText('Needs Revision');
  await page.getByRole('searchbox', { name: 'Search learners' }).fill('nobody of this name');
  await expect(page.getByRole('heading', { name: 'No matching learners' })).toBeVisible();
});

test('somebody is enrolled by search, and removed again', async ({ page, request }) => {
  const league = await addLeague(request, 'Robots', OPEN_COHORT);
  const { user } = await signUpByApi(request, {
    name: unique('Nadia'),
    verified: true,
    migrated: true,
    approved: true,
  });
  await openArea(page, `league/${league.id}/learners`);
  await expect(page.getByRole('heading', { name: 'Nobody learns here yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enroll' }).click();
  const dialog = page.getByRole('dialog', { name: `Enroll in ${league.name}` });
  await dialog.getByRole('searchbox', { name: 'People' }).fill(user.name);
  await expect(dialog.getByText('1 person found')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Chosen' })).toContainText(user.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(toast(page, `Enrolled in ${league.name}`)).toBeVisible();
  await expect(rowOf(page, user.name)).toContainText('Not started');

  await page.getByRole('button', { name: `Remove ${user.name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Remove ${user.name} from ${league.name}?` });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, `${user.name} was removed from ${league.name}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nobody learns here yet' })).toBeVisible();
  const learners = `/admin/leagues/${league.id}/learners`;
  const { counts } = await send<{ counts: { total: number } }>(request, 'get', learners);
  expect(counts.total).toBe(0);
});

test('the list goes away as a file', async ({ page }) => {
  await openLearners(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^learners-\d{4}-\d{2}-\d{2}\.csv$/);
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('list and panel fit, and can be read in both schemes', async ({ page }) => {
    await openLearners(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Aditi Menon', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Progress by module' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('a list that fails says so and loads again', async ({ page }) => {
  allow(refusedWith(503));
  const id = await openLearners(page);
  await refuse(page, `/admin/leagues/${id}/learners`, 503, 'Not now');
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load learners' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: /Try again|Load again|Retry/ }).click();
  await expect(page.getByRole('table', { name: 'learners' })).toBeVisible();
});
