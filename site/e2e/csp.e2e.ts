import type { Page } from '@playwright/test';
import {
  allowing,
  demoEmail,
  expect,
  fetchTokens,
  keepTokens,
  refusedWith,
  scrollThrough,
  test,
} from './fixtures.ts';
import { BUILT_PAGES } from './screens.ts';

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

  const openAll = async (page: Page, paths: string[]) => {
    for (const path of paths) {
      const response = await page.request.get(path);
      const policy = response.headers()['content-security-policy'] ?? '';
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      // For the one page that asks: with a route, every page is loaded whole and through the test process.
      if (path === '/updates') await page.route(`${CODE_HOST}/**`, (route) => route.fulfill({ json: [] }));
      // Some pages lead on while they are read, or while the next one is asked for.
      await expect(() => page.goto(path, { waitUntil: 'commit' })).toPass();
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

  test('CALL-22 every public and account page keeps to it; pictures and all else come from this origin', async ({
    page,
  }) => {
    const open = [...BUILT_PAGES.filter((path) => !isSignedInArea(path)), '/certificates/7K3M-Q9TX-2BND'];
    expect(open.length).toBeGreaterThan(20);
    await openAll(page, open);
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

  test('every page of the signed-in areas keeps to it, and asks no other host', async ({ page }) => {
    await keepTokens(page, await fetchTokens(page.request, demoEmail('grand')));
    await openAll(page, BUILT_PAGES.filter(isSignedInArea));
  });
});
