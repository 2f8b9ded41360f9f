import { expect, test } from './fixtures.ts';
import { holdBack } from './learner.ts';
import { openArea, rowOf } from './staff-page.ts';

test('whoever loses the role is shown no more of what was loaded before, and hears it at the next screen', async ({
  page,
}) => {
  await page.clock.install();
  await openArea(page, 'cohorts');
  await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(1);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Leagues' }).click();
  await expect(rowOf(page, 'Quantum')).toHaveCount(1);
  await page.route('**/api/auth/profile', async (route) => {
    const reply = await route.fetch();
    const { data, ...envelope } = await reply.json();
    await route.fulfill({ json: { ...envelope, data: { ...data, role: 'PIONEER' } } });
  });
  await page.clock.fastForward(20_000);
  await sidebar.getByRole('link', { name: 'Cohorts' }).click();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(0);
});

test.describe('the command palette', () => {
  test('Ctrl+K finds people, leagues and actions by keyboard, and leads to them', async ({ page }) => {
    await openArea(page, 'cohorts');
    await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(1);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const box = palette.getByRole('combobox');
    await expect(box).toBeFocused();
    await page.keyboard.type('quant');
    await expect(palette.getByRole('option', { name: 'Quantum Cohort 1.5' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/league\/[^/]+$/);
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quantum');
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await button.click();
    // The demo has a person called newcomer; asked by a verb, the action stands first, and works every time.
    const form = page.getByRole('dialog', { name: 'Create New League' });
    for (const typed of ['new league', 'add league']) {
      await box.fill(typed);
      await expect(palette.getByRole('option').first()).toHaveAccessibleName('Create League');
      await expect(palette.getByRole('status').filter({ hasText: 'suggestion' })).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(form).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(palette).toHaveCount(0);
      await page.keyboard.press('Escape');
      await button.click();
    }
    // What is here at once stands below what is found a moment later: Enter takes what stands first by then.
    const options = palette.getByRole('option');
    await box.fill('ad');
    await expect(options.first()).toHaveAccessibleName(/^Aditi Menon/);
    await expect(options.filter({ hasText: 'Approve Users' })).toHaveCount(1);
    await expect(palette.getByRole('option', { selected: true })).toHaveAccessibleName(/^Aditi Menon/);
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('aria-selected', 'true');
    await expect(options.last()).toBeInViewport();
    const saved = page.waitForEvent('download');
    await box.fill('export cohorts');
    await page.keyboard.press('Enter');
    expect((await saved).suggestedFilename()).toMatch(/^cohorts.*\.csv$/);
    await expect(palette).toHaveCount(0);
    await button.click();
    await box.fill('no such thing anywhere');
    await expect(palette.getByText('Nothing found for')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test('Enter right after typing waits for what was typed, and never takes what was found before', async ({
    page,
  }) => {
    await openArea(page, 'cohorts');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const box = palette.getByRole('combobox');
    await box.fill('aditi');
    const old = palette.getByRole('option', { name: /^Aditi Menon/ });
    await expect(old).toHaveAttribute('aria-selected', 'true');
    const release = await holdBack(page, '/admin/search');
    const asked = page.waitForRequest('**/api/admin/search?q=quant');
    await box.fill('quant');
    await page.keyboard.press('Enter');
    await asked;
    await expect(old, 'the answer of before stays while it waits').toBeVisible();
    release();
    await expect(page).toHaveURL(/\/admin\/league\/[^/]+$/);
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quantum');
  });
});
