import type { Page } from '@playwright/test';
import { addCurriculum, OPEN_COHORT } from './curriculum.ts';
import { demoEmail, expect, expectDialogLeftHistory, login, product, test, withMotion } from './fixtures.ts';
import { imaginaryDashboard, imaginaryLeague, imaginaryLeagues } from './imaginary.ts';
import { actAs, arriveAsLearner, holdBack, readLeague, succeed, watchCalls } from './learner.ts';

test.use(withMotion);

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Learning area' });
/** `--brand-strong`. */
const BRAND_STRONG = { light: 'rgb(255, 208, 31)', dark: 'rgb(255, 233, 140)' };
const quickActions = (page: Page) => page.getByRole('navigation', { name: 'Quick actions' });

test('LAYOUT-01 LAYOUT-02 LAYOUT-03 LAYOUT-04 LAYOUT-05 LAYOUT-07 CONST-18 ROUTE-06 ROUTE-12 ROUTE-13 OPEN-51 the sidebar leads to every screen, marks it, says its title and asks again only for what changes without us; the header greets by first name', async ({
  page,
}) => {
  await login(page, demoEmail('luminary'));
  await page.goto('/dashboard');
  const screens = [
    ['Leagues', '/dashboard/leagues', 'Learning Leagues', 'Learning Leagues'],
    ['Leaderboard', '/dashboard/leaderboard', 'Top Performers', 'Leaderboard'],
    ['Profile', '/dashboard/profile', /Aditi Menon/, 'Profile'],
    ['Overview', '/dashboard', 'Learning Dashboard', 'Learning Dashboard'],
  ] as const;
  await expect(sidebar(page).getByRole('link')).toHaveText(['Overview', 'Leagues', 'Leaderboard', 'Profile']);
  for (const [name, path, heading, title] of screens) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await sidebar(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(`${title} | ${product}`);
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText(name);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
  // The pointer rests on the one that was pressed, whose dark text needs a yellow ground.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveCSS(
      'background-color',
      BRAND_STRONG[colorScheme],
    );
  }
  await page.getByRole('main').getByRole('link', { name: 'Continue Learning in ML' }).click();
  await expect(page).toHaveURL(/\/dashboard\/league\//);
  await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Leagues');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Dashboard' })).toBeVisible();
  await expect(page).toHaveTitle(`Learning Dashboard | ${product}`);

  const { calls } = watchCalls(page);
  for (const name of ['Leagues', 'Overview', 'Leagues', 'Overview']) {
    await sidebar(page).getByRole('link', { name }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  }
  expect(calls).toEqual([]);

  const header = page.getByRole('banner');
  await expect(header.getByText('Hello, Aditi', { exact: true })).toBeVisible();
  await expect(header.getByText('Aditi Menon', { exact: true })).toBeVisible();
  await expect(header.getByText(demoEmail('luminary'))).toBeVisible();
  await expect(header.getByRole('link', { name: /Aditi Menon/ }).locator('svg')).toHaveText('AM');
  await expect(quickActions(page).getByRole('link')).toHaveText(['Back to Home', 'Sign Out']);
  await quickActions(page).getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Ready to leave?' })).toBeVisible();
  await page.goto('/dashboard');
  await quickActions(page).getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('LAYOUT-03 LAYOUT-06 ROUTE-09 staff have the Admin Panel, an account without a name is greeted as User, and an unknown screen leads home', async ({
  page,
}) => {
  await actAs(page, { name: '', role: 'PATHFINDER' });
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('banner').getByText('Hello, User', { exact: true })).toBeVisible();
  await expect(quickActions(page).getByRole('link', { name: 'Admin Panel' })).toHaveAttribute(
    'href',
    '/admin',
  );
  await page.goto('/dashboard/no-such-screen');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('LAYOUT-07 LAYOUT-08 DASH-02 the search filters the dashboard and the catalogue by name and description, is reached by / and Ctrl+K, and opens the catalogue on Enter', async ({
  page,
}) => {
  await actAs(page);
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'Quantum' }, { name: 'Finance' }]));
  await succeed(page, '/leagues', imaginaryLeagues(['Quantum', 'Finance', 'IoT']));
  await page.goto('/dashboard');
  const search = page.getByRole('searchbox', { name: 'Search leagues' });
  const headings = page.getByRole('article').getByRole('heading');
  await expect(headings).toHaveCount(2);
  await search.fill('  qUANTUM ');
  await expect(headings).toHaveText(['Quantum']);
  await expect(page.getByText('Search results for “qUANTUM”')).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'Leagues' }).click();
  await expect(headings).toHaveText(['Quantum']);
  await search.fill('what iot teaches');
  await expect(headings).toHaveText(['IoT']);
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click();
  await expect(headings).toHaveCount(3);
  await expect(search).toHaveValue('');
  for (const key of ['/', 'Control+k']) {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press(key);
    await expect(search).toBeFocused();
  }
  await page.keyboard.type('a/b');
  await expect(search).toHaveValue('a/b');
  // From any other screen, Enter opens the catalogue with what was found. A screen that arrives late leaves the focus there.
  let arrive = () => {};
  const isHeld = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  await sidebar(page).getByRole('link', { name: 'Profile' }).click();
  const box = page.getByRole('combobox', { name: 'Search leagues' });
  await box.fill('fin');
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Nair' })).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/leagues');
  await expect(headings).toHaveText(['Finance']);
});

test('LAYOUT-08 from any screen the search leads to a module, topic or resource, by keyboard and by pointer', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page, 'Quantum');
  const { weeks } = (await readLeague(learner, 'Quantum')).progress;
  const week = weeks.at(-1);
  const section = week?.sections.at(-1);
  const resource = section?.resources.at(-1);
  await page.goto('/dashboard/profile');
  const box = page.getByRole('combobox', { name: 'Search leagues' });
  const list = page.getByRole('listbox', { name: 'Matches' });
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await box.fill(resource?.title ?? '');
  const option = list.getByRole('option', { name: resource?.title ?? '' });
  await expect(option).toContainText(`Quantum › ${week?.name} › ${section?.name}`);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ match/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(option).toBeVisible();
  for (const key of ['ArrowDown', 'End', 'Home']) await page.keyboard.press(key);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  const path = `/dashboard/league/${learner.leagues.get('Quantum')}`;
  await expect(page).toHaveURL(`${path}#resource-${resource?.id}`);
  await expect(page.getByRole('main').getByRole('link', { name: resource?.title ?? '' })).toBeFocused();
  await expect(box).toHaveValue('');

  // On that page itself, at the smallest width, where the list is as wide as the screen.
  await page.setViewportSize({ width: 320, height: 640 });
  await box.fill(section?.name ?? '');
  const topic = list.getByRole('group', { name: 'Topics' }).getByRole('option');
  await topic.first().click();
  await expect(page).toHaveURL(`${path}#topic-${section?.id}`);
  await expect(page.getByRole('heading', { level: 3, name: section?.name ?? '' })).toBeFocused();
  await expect(list).toHaveCount(0);

  // The overview filters its leagues, and shows the matches in the page.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dashboard');
  const filter = page.getByRole('searchbox', { name: 'Search leagues' });
  await filter.fill(week?.name ?? '');
  await list.getByRole('group', { name: 'Modules' }).getByRole('option').first().waitFor();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { name: 'No Active Leagues Found' })).toHaveCount(
    0,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}#module-${week?.id}`);
  await expect(page.getByRole('main').locator('button[aria-expanded="true"]')).toContainText(
    week?.name ?? '',
  );
});

test('LEAGUES-08 LAYOUT-08 a single match is no empty result, and Enter opens it', async ({ page }) => {
  const { league } = await addCurriculum(page.request, ['Ferromagnetism'], ['Weiss domains'], OPEN_COHORT);
  await arriveAsLearner(page, league.name);
  await page.goto('/dashboard/leagues');
  const box = page.getByRole('searchbox', { name: 'Search leagues' });
  await box.fill('weiss domains');
  await expect(page.getByRole('listbox', { name: 'Matches' }).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No Results Found' })).toHaveCount(0);
  await expect(page.getByText('The matches are listed above.')).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dashboard/league/${league.id}#resource-`));
});

test('LAYOUT-08 what is found is read aloud from one live region, which is there before the answer', async ({
  page,
}) => {
  await arriveAsLearner(page, 'Quantum');
  for (const [path, role, unknown] of [
    ['/dashboard/profile', 'combobox', 'Nothing found for “zzzz”.'],
    ['/dashboard', 'searchbox', ''],
  ] as const) {
    await page.goto(path);
    const box = page.getByRole(role, { name: 'Search leagues' });
    const answered = page.waitForResponse(/\/search\?/);
    await box.fill('zzzz');
    await answered;
    const told = page.locator('[role="status"].sr-only').filter({ hasText: unknown });
    await expect(told.first()).toHaveText(unknown);
    await page.evaluate(() => {
      for (const region of document.querySelectorAll('[role="status"].sr-only'))
        region.setAttribute('data-was-there', '');
    });
    await box.fill('quantum');
    const found = page.getByRole('status').filter({ hasText: /^\d+ match/ });
    await expect(found).toHaveAttribute('data-was-there', '');
  }
});

test('LAYOUT-01 LAYOUT-04 on a phone the menu holds the sidebar; Escape, a click beside it, a link and a wide window close it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAs(page);
  await succeed(page, '/leagues', imaginaryLeagues(['A', 'B', 'C', 'D', 'E']));
  await page.goto('/dashboard/profile');
  const button = page.getByRole('banner').getByRole('button', { name: /menu/i });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(sidebar(page)).toBeHidden();
  await button.click();
  await expect(sidebar(page).getByRole('link')).toHaveCount(4);
  await expect(quickActions(page).getByRole('link', { name: 'Sign Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(350, 400);
  await expect(menu).toBeHidden();
  await button.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(menu).toBeHidden();
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await button.click();
  await menu.getByRole('link', { name: 'Leagues' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Leagues' })).toBeFocused();

  // The page behind the open menu does not scroll.
  const release = await holdBack(page, '/auth/profile');
  await page.goto('/dashboard/leagues');
  const shape = page.getByRole('main').locator('.skeleton').first();
  // The page's own skeleton makes way for the screen's in between.
  let shapeTop: number | undefined;
  await expect(async () => {
    shapeTop = (await shape.boundingBox())?.y;
    expect(shapeTop).toBeDefined();
  }).toPass();
  release();
  await expect(page.getByRole('article')).toHaveCount(5);
  // The heading stands where its shape was.
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBe(shapeTop);
  await button.click();
  await page.mouse.move(340, 400);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('Back closes the dialog on top, asks about what was typed, and leaves no step behind', async ({
  page,
}) => {
  // A busy phone runs its timers late.
  await page.addInitScript(() => {
    const runLater = globalThis.setTimeout;
    globalThis.setTimeout = ((run: TimerHandler, ms = 0) => runLater(run, ms + 300)) as typeof setTimeout;
  });
  await actAs(page);
  await succeed(page, '/leagues', imaginaryLeagues(['Quantum']));
  await page.goto('/dashboard/leagues');
  await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
  await page.goto('/dashboard/league/league-0');
  await page.locator('main button[aria-expanded]').first().click();
  const add = page.getByRole('button', { name: 'Add note: Resource 3' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add note' });
  await dialog.getByRole('textbox').fill('Half a thought');
  await page.goBack();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByRole('textbox')).toHaveValue('Half a thought');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/league/league-0');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/league/league-0');
  await add.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectDialogLeftHistory(page);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/leagues');
});
