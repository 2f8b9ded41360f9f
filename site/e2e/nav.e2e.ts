import type { Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import { allow, demoEmail, expect, login, test, withMotion } from './fixtures.ts';

test.use(withMotion);

const LINKS = [
  ['Home', '/'],
  ['About', '/about'],
  ['Accelerate', '/accelerate'],
  ['Cohorts', '/cohorts'],
  ['Community', '/community'],
  ['Events', '/events'],
] as const;
const PHONE = { width: 390, height: 780 };

const bar = (page: Page) => page.getByRole('banner');
const menuButton = (page: Page) => bar(page).getByRole('button', { name: /menu/i });
const barTop = (page: Page) => bar(page).evaluate((element) => element.getBoundingClientRect().bottom);
const shadowOf = (page: Page) => bar(page).evaluate((element) => getComputedStyle(element).boxShadow);
/** Scrolls, and waits for the frame that tells of it: two scrolls within a frame are told as one. */
const scrollDown = (page: Page, y: number) =>
  page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: 'instant' });
    await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)));
  }, y);

type Watched = typeof globalThis & { scrollReads?: { later: number; atOnce: number } };

/** Counts who asks how far the page is scrolled, which lays it out: that is due in a task of its own. */
function watchScrollReads(): void {
  const reads = { later: 0, atOnce: 0 };
  (globalThis as Watched).scrollReads = reads;
  let isLater = false;
  const start = setTimeout;
  globalThis.setTimeout = ((run: () => void, ms?: number) =>
    start(() => {
      isLater = true;
      run();
      isLater = false;
    }, ms)) as typeof setTimeout;
  const read = Object.getOwnPropertyDescriptor(globalThis, 'scrollY')?.get;
  Object.defineProperty(globalThis, 'scrollY', {
    get: () => {
      reads[isLater ? 'later' : 'atOnce'] += 1;
      return read?.call(globalThis);
    },
  });
}

test('NAV-01 NAV-02 the bar links six pages, sign-in and sign-up, marks the current one, and leads there at once', async ({
  page,
}) => {
  // Chromium reports a transition between documents as aborted.
  await page.addInitScript(() => {
    addEventListener('pageswap', (event) => {
      const { viewTransition } = event as Event & { viewTransition?: unknown };
      if (viewTransition) console.error('a transition between documents');
    });
  });
  await page.goto('/');
  for (const [name, path] of LINKS) {
    await bar(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(bar(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(bar(page).locator('[aria-current]')).toHaveCount(1);
  }
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await expect(bar(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await bar(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('NAV-03 signed in, the bar leads to the dashboard instead', async ({ page }) => {
  await login(page, demoEmail('fresh'));
  for (const path of ['/', '/events/hackathon-1', '/terms']) {
    await page.goto(path);
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeHidden();
    await expect(bar(page).getByRole('link', { name: 'Sign Up' })).toBeHidden();
  }
  await bar(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('a session that is over', () => {
  test.beforeEach(() => allow(/(401|429).*\/api\/auth\/(profile|refresh)/));

  const dashboard = (page: Page) => bar(page).getByRole('link', { name: 'Dashboard' });
  const signIn = (page: Page) => bar(page).getByRole('link', { name: 'Sign In' });
  const openWith = async (page: Page, stored: Record<string, string>) => {
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    await page.goto('/about');
  };
  const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

  test('NAV-03 tokens of an earlier product are greeted no more, those past their time never', async ({
    page,
  }) => {
    const { accessToken, refreshToken } = await login(page, demoEmail('fresh'));
    await openWith(page, { accessToken: 'of.an.earlier-product', refreshToken: 'worthless' });
    await expect(signIn(page)).toBeVisible();
    await expect(dashboard(page)).toBeHidden();
    await expect.poll(() => storedKeys(page)).toEqual([]);

    await page.route('**/api/auth/profile', () => {});
    await openWith(page, { accessToken, refreshToken, 'session-expiry': '1' });
    await expect(signIn(page)).toBeVisible();
    await expect.poll(() => storedKeys(page)).toEqual([]);
  });

  test('NAV-03 an access token that is over is renewed, stays where the server cannot say, and a session that was ended on another device is greeted no more', async ({
    page,
  }) => {
    const { refreshToken } = await login(page, demoEmail('fresh'));
    const accessToken = () => page.evaluate(() => localStorage.getItem('accessToken'));
    await page.route('**/api/auth/refresh', (route) =>
      route.fulfill({ status: 429, json: { success: false } }),
    );
    const limited = page.waitForResponse('**/api/auth/refresh');
    await openWith(page, { accessToken: 'over', refreshToken });
    await (await limited).finished();
    await expect(dashboard(page)).toBeVisible();
    expect(await accessToken()).toBe('over');

    await page.unroute('**/api/auth/refresh');
    await page.reload();
    await expect.poll(accessToken).toMatch(/^[\w-]{43}$/);
    await expect(dashboard(page)).toBeVisible();

    const tokens = await login(page, demoEmail('fresh'));
    await page.request.post('/api/auth/logout', {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      data: { refreshToken: tokens.refreshToken },
    });
    await page.goto('/about');
    await expect(signIn(page)).toBeVisible();
    await expect(dashboard(page)).toBeHidden();
    await expect.poll(() => storedKeys(page)).toEqual([]);
  });
});

test('NAV-04 NAV-05 NAV-06 CONST-06 the bar hides on the way down, returns on the way up and casts a shadow', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watchScrollReads);
  await page.goto('/about');
  const scrollReads = () => page.evaluate(() => (globalThis as Watched).scrollReads);
  await expect.poll(async () => (await scrollReads())?.later).toBeGreaterThan(0);
  expect((await scrollReads())?.atOnce).toBe(0);
  const atRest = await shadowOf(page);
  await scrollDown(page, 20);
  await expect.poll(() => shadowOf(page)).toBe(atRest);
  await scrollDown(page, 21);
  await expect.poll(() => shadowOf(page)).not.toBe(atRest);
  await scrollDown(page, 100);
  await expect.poll(() => barTop(page)).toBeGreaterThan(40);
  await scrollDown(page, 101);
  await expect.poll(() => barTop(page)).toBeLessThanOrEqual(0);
  await scrollDown(page, 400);
  await scrollDown(page, 350);
  await expect.poll(() => barTop(page)).toBeGreaterThan(40);
  await scrollDown(page, 500);
  await expect.poll(() => barTop(page)).toBeLessThanOrEqual(0);
  // A keyboard that reaches into a hidden bar brings it back.
  await bar(page).getByRole('link', { name: 'Community' }).focus();
  await expect.poll(() => barTop(page)).toBeGreaterThan(40);
  await scrollDown(page, 0);
  await expect.poll(() => shadowOf(page)).toBe(atRest);
});

test('NAV-09 NAV-10 the footer links gallery, updates, privacy, terms and the status page outside', async ({
  page,
}) => {
  await page.route('https://api.github.com/**', (route) => route.fulfill({ json: [] }));
  await page.goto('/community');
  const footer = page.getByRole('contentinfo');
  for (const [name, path, end] of [
    ['Gallery', '/gallery', '/events'],
    ['Platform updates', '/updates', '/updates'],
    ['Privacy', '/privacy', '/privacy'],
    ['Terms', '/terms', '/terms'],
  ] as const) {
    const link = footer.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await link.click();
    await expect(page).toHaveURL(end);
  }
  const status = footer.getByRole('link', { name: /status/i });
  await expect(status).toHaveAttribute('href', site.statusUrl);
  await expect(status).toHaveAttribute('target', '_blank');
  await expect(status).toHaveAttribute('rel', /noopener/);
});

test('NAV-07 NAV-08 on a phone the menu opens, closes on Escape, beside it and on a followed link, and does not cover a window that grows wide', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/about');
  const cohorts = bar(page).getByRole('link', { name: 'Cohorts' });
  await expect(cohorts).toBeHidden();
  await menuButton(page).click();
  await expect(cohorts).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cohorts).toBeHidden();
  await expect(menuButton(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(cohorts).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('link', { name: 'Home', exact: true })).toBeFocused();
  await page.mouse.click(PHONE.width / 2, PHONE.height - 10);
  await expect(cohorts).toBeHidden();

  await menuButton(page).click();
  await bar(page).getByRole('link', { name: 'Events' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(cohorts).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(cohorts, 'a page that comes back is not covered by its menu').toBeHidden();

  await menuButton(page).click();
  await bar(page).getByRole('link', { name: 'About' }).click();
  await expect(cohorts, 'a link to the current page closes it as well').toBeHidden();

  await menuButton(page).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(menuButton(page)).toBeHidden();
  await expect(page.locator('#menu:popover-open'), 'the links are back in the bar').toHaveCount(0);
  await expect(cohorts).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click({ trial: true });
});
