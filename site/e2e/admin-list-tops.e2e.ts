import { demoEmail, expect, login, test } from './fixtures.ts';
import { moveTo, NARROW } from './looks.ts';

const LAPTOP = { width: 1280, height: 800 };

/** Every list of the staff area: tables, and groups that open. */
const LISTS = [
  'users',
  'cohorts',
  'leagues',
  'specializations',
  'weeks',
  'sections',
  'resources',
  'assignments',
  'assignments?queue=all',
  'audit-log',
  'badges',
  'certificates',
  'people',
  'mail',
];

test('the first row of every staff list is near the top of the window', async ({ page }) => {
  test.slow();
  await login(page, demoEmail('grand'));
  await page.goto('/admin/users');
  for (const list of LISTS) {
    await moveTo(page, `/admin/${list}`);
    const first = page
      .getByRole('main')
      .locator('tbody > tr, section:has(> div button[aria-expanded])')
      .first();
    await expect(first).toBeVisible();
    for (const [window, limit] of [
      [LAPTOP, 300],
      // With its first line in sight.
      [NARROW, NARROW.height - 60],
    ] as const) {
      await page.setViewportSize(window);
      await page.evaluate(() => scrollTo(0, 0));
      await expect
        .soft(async () =>
          expect(
            await first.evaluate((row) => Math.round(row.getBoundingClientRect().top)),
          ).toBeLessThanOrEqual(limit),
        )
        .toPass({ timeout: 3000 });
    }
  }
});

test('ADMIN-19 the sidebar of a laptop shows every entry without scrolling', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await login(page, demoEmail('grand'));
  await page.goto('/admin/users');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  const last = sidebar.getByRole('navigation', { name: 'Files and oversight' }).getByRole('link').last();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test.describe('on a phone', () => {
  test.use({ viewport: NARROW, hasTouch: true, isMobile: true });

  test('the fields of every staff list have letters of 16 px, so that the phone does not zoom', async ({
    page,
  }) => {
    test.slow();
    await login(page, demoEmail('grand'));
    await page.goto('/admin/users');
    for (const list of [...LISTS, 'imports', 'league-files', 'analytics']) {
      await moveTo(page, `/admin/${list}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const small = await page
        .locator('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
      expect.soft(small, list).toEqual([]);
    }
  });
});
