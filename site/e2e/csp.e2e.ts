import type { Page } from '@playwright/test';
import {
  allowing,
  demoEmail,
  expect,
  fetchTokens,
  keepTokens,
  product,
  refusedWith,
  scrollThrough,
  test,
} from './fixtures.ts';
import { ACCOUNT_PAGES, BUILT_PAGES, PUBLIC_PAGES } from './screens.ts';

/** The host of the repositories' history, which the updates page alone may ask. */
const CODE_HOST = 'https://api.github.com';
const isSignedInArea = (path: string) =>
  /^\/(dashboard|admin|migration|email-verification|logout)/.test(path);

test.describe('the content security policy', () => {
  test.use(allowing(refusedWith(404)));

  /** Every request that leaves the origin, as 'page asked origin'. */
  let strangers = new Set<string>();

  test.beforeEach(async ({ page, baseURL }) => {
    strangers = new Set();
    const own = new URL(baseURL ?? '').origin;
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin === own || /^(data|blob):/.test(protocol)) return;
      strangers.add(`${new URL(request.frame().url()).pathname} asked ${origin}`);
    });
    page.on('websocket', (socket) => strangers.add(`${page.url()} opened ${socket.url()}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} at ${event.sourceFile}`);
      });
    });
  });

  /** Opens each page in turn; `look` sees it before it is scrolled through. */
  const openAll = async (page: Page, paths: string[], look: (path: string) => Promise<void>) => {
    for (const path of paths) {
      const response = await page.request.get(path);
      expect(response.status(), path).toBe(path === '/events/not-found' ? 404 : 200);
      const policy = response.headers()['content-security-policy'] ?? '';
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      // For the one page that asks: with a route, every page is loaded whole and through the test process.
      if (path === '/updates') await page.route(`${CODE_HOST}/**`, (route) => route.fulfill({ json: [] }));
      // Some pages lead on while they are read, or while the next one is asked for.
      await expect(() => page.goto(path, { waitUntil: 'commit' })).toPass();
      await look(path);
      await expect(() => scrollThrough(page)).toPass();
      if (path === '/updates') {
        await page.waitForLoadState('networkidle');
        await page.unrouteAll();
      }
    }
    // Without a click; where the updates page is among them, it has asked the one host that it is for.
    const exception = paths.includes('/updates') ? [`/updates asked ${CODE_HOST}`] : [];
    expect([...strangers], 'requests that leave the origin').toEqual(exception);
  };

  test('CALL-22 ROUTE-01 ROUTE-02 ROUTE-03 ROUTE-12 ROLE-06 every public and account page opens under its title and keeps to it; all else comes from this origin', async ({
    page,
  }) => {
    const titled = new Map([...PUBLIC_PAGES, ...ACCOUNT_PAGES].map((shown) => [shown.path as string, shown]));
    const built = BUILT_PAGES.filter((path) => !isSignedInArea(path));
    const open = new Set([...built, ...titled.keys(), '/certificates/7K3M-Q9TX-2BND']);
    expect(open.size).toBeGreaterThan(20);
    const titles = new Set<string>();
    await openAll(page, [...open], async (path) => {
      const shown = titled.get(path);
      if (!shown) return;
      await expect(page).toHaveTitle(`${shown.title} | ${product}`);
      await expect(page.getByRole('heading', { level: 1, name: shown.heading })).toBeVisible();
      await expect(page).toHaveURL(path);
      titles.add(await page.title());
    });
    expect(titles.size, 'no two pages share a title').toBe(titled.size);
  });

  test('P34 the API documentation draws every call, and cannot reach the tokens of whoever reads it', async ({
    page,
  }) => {
    await keepTokens(page, await fetchTokens(page.request, demoEmail('grand')));
    await page.goto('/api/docs');
    await expect(page.getByText('/api/auth/login', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /authorize/i })).toHaveCount(0);
    const reached = await page.evaluate(() => {
      try {
        return localStorage.length;
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(reached).toBe('SecurityError');
    await page.getByText('/api/auth/login', { exact: true }).click();
    await expect(page.getByText('Request body').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0);
    expect([...strangers]).toEqual([]);
  });

  test('ROUTE-08 ADMIN-02 every page of the signed-in areas keeps to it and asks no other host; /admin is one area with its own addresses', async ({
    page,
  }) => {
    await keepTokens(page, await fetchTokens(page.request, demoEmail('grand')));
    const areas = BUILT_PAGES.filter((path) => path.startsWith('/admin/'));
    expect(areas.length).toBeGreaterThanOrEqual(12);
    const titles = new Set<string>();
    await openAll(page, BUILT_PAGES.filter(isSignedInArea), async (path) => {
      if (path === '/admin') await expect(page).toHaveURL(/\/admin\/users$/);
      if (!areas.includes(path)) return;
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(new RegExp(`^.+ \\| ${product}$`));
      titles.add(await page.title());
    });
    expect(titles.size, [...titles].join('; ')).toBe(areas.length);
  });
});
