import type { Page } from '@playwright/test';
import { allow, collectStrangers, demoEmail, expect, login, product, refusedWith, test } from './fixtures.ts';
import { LAPTOP, moveTo } from './looks.ts';
import { BUILT_PAGES } from './screens.ts';
import { openArea } from './staff-page.ts';

const AREAS = [
  ['Users', '/admin/users'],
  ['Cohorts', '/admin/cohorts'],
  ['Leagues', '/admin/leagues'],
  ['Specializations', '/admin/specializations'],
  ['Modules', '/admin/weeks'],
  ['Topics', '/admin/sections'],
  ['Resources', '/admin/resources'],
  ['Assignments', '/admin/assignments'],
] as const;

const STAFF = [
  { name: 'grand', role: 'Grand Pathfinder', landing: '/admin/users', entries: 8, ids: 'ADMIN-02 ADMIN-19' },
  {
    name: 'chief',
    role: 'Chief Pathfinder',
    landing: '/admin/weeks',
    entries: 4,
    ids: 'ADMIN-03 ADMIN-12 to 17 ADMIN-20 ASPEC-01 ASPEC-02',
  },
  {
    name: 'pathfinder',
    role: 'Pathfinder',
    landing: '/admin/weeks',
    entries: 3,
    ids: 'ADMIN-03 ADMIN-12 to 17 ADMIN-21 ASPEC-01 ASPEC-02',
  },
  { name: 'admin', role: 'Admin', landing: '/admin/users', entries: 8, ids: 'ADMIN-04 ADMIN-22' },
] as const;

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Administration' });

/** What the sidebar of a role lists: chiefs and pathfinders from Modules on, the others all. */
const entriesOf = (count: number) => AREAS.slice(count === AREAS.length ? 0 : 4).slice(0, count);

/** Modules, topics and resources open; leagues and specializations are refused. */
async function expectContentOnly(page: Page): Promise<void> {
  for (const area of ['Modules', 'Topics', 'Resources']) {
    await sidebar(page).getByRole('link', { name: area }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(area.slice(0, -1)),
    );
    await expect(page.getByText('Access Denied')).toHaveCount(0);
  }
  await moveTo(page, '/admin/leagues');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await moveTo(page, '/admin/specializations');
  await expect(
    page.getByText('Access Denied - Only Grand Pathfinders can access Specialization Management.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/admin/cohorts');
  await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible();
}

for (const { name, role, landing, entries, ids } of STAFF) {
  test(`ADMIN-01 ${ids} ADMIN-05 ${role}: landing, sidebar, role in the header, and what is refused`, async ({
    page,
  }) => {
    await login(page, demoEmail(name));
    await page.goto('/admin');
    await expect(page).toHaveURL(landing);
    // The bar's own title reads Admin as well; the role stands after it.
    await expect(page.getByRole('banner').getByText(role, { exact: true }).last()).toBeVisible();
    const links = sidebar(page).getByRole('link');
    await expect(links).toHaveText(entriesOf(entries).map(([entry]) => entry));
    for (const [entry, path] of entriesOf(entries)) {
      await expect(sidebar(page).getByRole('link', { name: entry, exact: true })).toHaveAttribute(
        'href',
        path,
      );
    }
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveAttribute('href', landing);
    await page.goBack();
    await expect(page).not.toHaveURL(/\/admin$/);
    if (name !== 'chief' && name !== 'pathfinder') return;
    await page.goto(landing);
    await expectContentOnly(page);
  });
}

test('ADMIN-04 ADMIN-11 ADMIN-18 ROLE-05 OPEN-15 ADMIN is refused in every area, with the sidebar still there', async ({
  page,
}) => {
  await login(page, demoEmail('admin'));
  await page.goto('/admin');
  for (const [entry, path] of AREAS) {
    await sidebar(page).getByRole('link', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(entry === 'Specializations' ? /\/admin\/(specializations|cohorts)$/ : path);
    await expect(
      page
        .getByRole('heading', { name: /Access Denied/ })
        .or(page.getByText(/^Access Denied/))
        .first(),
    ).toBeVisible();
    await expect(sidebar(page)).toBeVisible();
  }
  await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Grand Pathfinder');
});

test('ROUTE-08 ROUTE-12 ADMIN-02 a Grand Pathfinder may open every area; each has its address and title, and none asks another host', async ({
  page,
  baseURL,
}) => {
  allow(refusedWith(404));
  const strangers = collectStrangers(page, baseURL);
  await openArea(page, 'users');
  for (const [entry, path] of AREAS) {
    await sidebar(page).getByRole('link', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(new RegExp(`\\| ${product}$`));
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText(entry);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(entry.slice(0, -1)),
    );
    await expect(page.getByText('Access Denied')).toHaveCount(0);
  }
  const areas = BUILT_PAGES.filter((path) => path.startsWith('/admin/'));
  expect(areas.length).toBeGreaterThanOrEqual(12);
  const titles = new Set<string>();
  for (const path of areas) {
    await moveTo(page, path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(
      /^(Loading|Opening)/,
    );
    await expect(page).toHaveURL(path);
    titles.add(await page.title());
  }
  expect(titles.size, [...titles].join('; ')).toBe(areas.length);
  expect(strangers).toEqual([]);
});

test('ADMIN-19 the sidebar of a laptop shows every entry without scrolling; one longer than the window shades the edge behind which more follows, and shows the current entry', async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP);
  await openArea(page, 'audit-log');
  const whole = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(whole.getByRole('link', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  const last = whole.getByRole('navigation', { name: 'Files and oversight' }).getByRole('link').last();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.reload();
  const entries = page.locator('aside .sidebar-entries');
  await expect(entries.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('aside').getByRole('link', { name: product })).toBeInViewport({ ratio: 1 });
  // Of the four layers two scroll along: the covers, which hide the shades at either end.
  await expect(entries).toHaveCSS('background-attachment', 'local, local, scroll, scroll');
  // The lowest line of the list is darker than the surface where more follows, and is the surface at its end.
  const shadeAt = async (top: number) => {
    await entries.evaluate((element, to) => element.scrollTo({ top: to, behavior: 'instant' }), top);
    const { x, y, height } = (await entries.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const line = { x, y: y + height - 1, width: 8, height: 1 };
    return (await page.screenshot({ clip: line })).toString('base64');
  };
  const [more, end] = [await shadeAt(0), await shadeAt(10_000)];
  expect(more).not.toBe(end);
  // To have shown the entry does not make it the place from which Tab goes on.
  await page.reload();
  await expect(entries.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test.describe('the sidebar of a narrow window', () => {
  test.use({ viewport: { width: 1023, height: 740 } });

  test('ADMIN-06 ADMIN-07 ADMIN-08 ADMIN-09 it opens from the menu button and closes outside, on Escape and on a wide window', async ({
    page,
  }) => {
    await openArea(page, 'cohorts');
    const button = page.getByRole('banner').getByRole('button', { name: /menu/i });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(sidebar(page)).toBeHidden();
    await button.click();
    await expect(sidebar(page).getByRole('link')).toHaveCount(8);
    await page.mouse.click(900, 400);
    await expect(menu).toBeHidden();
    await button.click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.setViewportSize({ width: 1024, height: 740 });
    await expect(menu).toBeHidden();
    await expect(button).toBeHidden();
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 740 });
    await button.click();
    await menu.getByRole('link', { name: 'Leagues' }).click();
    await expect(page).toHaveURL('/admin/leagues');
    await expect(menu).toBeHidden();
  });

  test('ADMIN-10 while it is open the page behind does not scroll', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 300 });
    await openArea(page, 'users');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const button = page.getByRole('banner').getByRole('button', { name: /menu/i });
    await button.click();
    await expect(page.locator('html')).toHaveCSS('overflow', /hidden/);
    await page.mouse.move(340, 200);
    await page.mouse.wheel(0, 400);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('html')).not.toHaveCSS('overflow', /hidden/);
  });
});
