import { addCurriculum, addLeague, unique } from './curriculum.ts';
import { allow, demoEmail, expect, login, refusedWith, test } from './fixtures.ts';
import { openArea } from './staff-page.ts';

test('the page of a league opens from its name in lists, and shows its outline', async ({
  page,
  request,
}) => {
  const { league, week } = await addCurriculum(request, ['First'], ['Read me']);
  await openArea(page, `leagues?q=${encodeURIComponent(league.name)}`);
  await page.getByRole('link', { name: league.name }).click();
  await expect(page).toHaveURL(`/admin/league/${league.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(league.name);
  await expect(main.getByRole('button', { name: week.name })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'Read me' }).last()).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${league.name} \\| Content`));
});

test('staff with one league have it above Modules, and find it in the palette', async ({ page }) => {
  await login(page, demoEmail('pathfinder'));
  await page.goto('/admin/weeks');
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('link', { name: 'Your league' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ML');
  await page.goto('/admin/weeks');
  await expect(page.getByRole('searchbox', { name: 'Search modules' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('ML');
  await page.getByRole('dialog').getByRole('option', { name: 'ML Cohort 1.5' }).click();
  await expect(page).toHaveURL(/\/admin\/league\//);
});

test('a league that is not there, or not in scope: says so, and leads back', async ({ page, request }) => {
  allow(refusedWith(404));
  await openArea(page, 'league/no-such-league');
  await expect(page.getByRole('heading', { name: 'League not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Leagues' }).click();
  await expect(page).toHaveURL('/admin/leagues');
  const { id } = await addLeague(request, unique('Strange'));
  await login(page, demoEmail('pathfinder'));
  await page.goto(`/admin/league/${id}`);
  await expect(page.getByRole('heading', { name: 'This league is not one of yours' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Modules' })).toBeVisible();
});
