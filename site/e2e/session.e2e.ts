import type { Page } from '@playwright/test';
import {
  allow,
  countCalls,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readTokens,
  refusedWith,
  test,
} from './fixtures.ts';
import { refuse } from './learner.ts';

const REFRESH = '/auth/refresh';
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Learning Dashboard' });

/** Spoils the access token, as fifteen minutes do. */
const expireAccess = (page: Page, stale = 'a-token-that-has-run-out') =>
  page.evaluate((token) => localStorage.setItem('accessToken', token), stale);

test('SESSION-01 SESSION-02 SESSION-03 SESSION-04 a page asks for the account with the kept token, and keeps nothing else', async ({
  page,
}) => {
  const { accessToken } = await login(page, demoEmail('fresh'));
  const request = page.waitForRequest(
    (candidate) => new URL(candidate.url()).pathname === '/api/auth/profile',
  );
  await page.goto('/dashboard');
  const headers = await (await request).allHeaders();
  expect(headers.authorization).toBe(`Bearer ${accessToken}`);
  expect(headers['content-type']).toContain('application/json');
  await expect(dashboard(page)).toBeVisible();
  const { keys, cookies } = await page.evaluate(() => ({
    keys: Object.keys(localStorage).filter((key) => /token|user|password|auth/i.test(key)),
    cookies: document.cookie,
  }));
  expect(keys.sort()).toEqual(['accessToken', 'refreshToken']);
  expect(cookies).toBe('');

  // Of the calls of a public page the check of the session alone carries the token.
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.headers().authorization) sent.push(new URL(call.url()).pathname);
  });
  await page.goto('/cohorts');
  await expect(page.getByText('Available Now').first()).toBeVisible();
  await expect.poll(() => sent).toEqual(['/api/auth/profile']);
});

test.describe('a token that has run out', () => {
  test.beforeEach(() => allow(refusedWith(401, 403, 429, 500, 503), NETWORK_GONE));

  test('SESSION-05 is renewed once for all calls, in the middle of a visit and at a load', async ({
    page,
  }) => {
    const { refreshToken } = await login(page, demoEmail('pioneer'));
    await page.goto('/dashboard');
    await expect(dashboard(page)).toBeVisible();
    await expireAccess(page);
    const refreshes = await countCalls(page, REFRESH);
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await expect(page.getByRole('table', { name: /Community Leaderboard/ })).toBeVisible();
    expect(refreshes).toEqual([{ method: 'POST', body: { refreshToken } }]);
    await expireAccess(page, 'run-out-again');
    await page.goto('/dashboard');
    await expect(dashboard(page)).toBeVisible();
    expect(refreshes).toHaveLength(2);
    const tokens = await readTokens(page);
    expect(tokens.accessToken).not.toBe('run-out-again');
    expect(tokens.refreshToken).toBe(refreshToken);
  });

  /** Four tabs that find the token run out at the same moment, again and again. */
  async function race(page: Page, rounds: number): Promise<{ refreshes: number[]; states: string[] }> {
    const { refreshToken } = await login(page, demoEmail('pioneer'));
    const context = page.context();
    const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto('/dashboard/profile')));
    await Promise.all(
      tabs.map((tab) => expect(tab.getByRole('heading', { level: 1 })).toContainText('Rohan')),
    );
    let refreshed = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api${REFRESH}`) refreshed += 1;
    });
    const refreshes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const stale = `run-out-${round}`;
      refreshed = 0;
      await page.evaluate((token) => localStorage.setItem('accessToken', token), stale);
      await Promise.all(tabs.map((tab) => tab.evaluate(retrySearch, stale)));
      refreshes.push(refreshed);
      const tokens = await readTokens(page);
      expect(tokens.refreshToken, `round ${round}`).toBe(refreshToken);
      expect(tokens.accessToken, `round ${round}`).not.toBe(stale);
    }
    return { refreshes, states: tabs.map((tab) => new URL(tab.url()).pathname) };
  }

  /** Makes a page ask for its account anew, as one does that comes back from memory; resolves with the answer. */
  const retrySearch = (stale: string) =>
    new Promise<void>((resolve, reject) => {
      const answers = new PerformanceObserver((list) => {
        const last = list.getEntries().filter(({ name }) => name.endsWith('/api/auth/profile'));
        const isFresh = last.some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);
        if (!isFresh) return;
        answers.disconnect();
        resolve();
      });
      answers.observe({ type: 'resource' });
      setTimeout(() => reject(new Error(`No account after ${stale}`)), 60_000);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });

  test('P18 SESSION-05 four tabs, eight rounds: one renewal for all of them, and nobody is signed out', async ({
    page,
  }) => {
    const { refreshes, states } = await race(page, 8);
    expect(refreshes).toEqual(Array(8).fill(1));
    expect(states).toEqual(Array(4).fill('/dashboard/profile'));
  });

  test('P18 SESSION-05 without Web Locks the tabs renew by themselves, and nobody is signed out', async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
    });
    const { refreshes, states } = await race(page, 3);
    expect(await page.evaluate(() => navigator.locks)).toBeUndefined();
    expect(Math.max(...refreshes)).toBeLessThanOrEqual(4);
    expect(states).toEqual(Array(4).fill('/dashboard/profile'));
  });

  test('SESSION-06 the tokens stay while the server is only out of reach, and Try Again goes on', async ({
    page,
  }) => {
    const { refreshToken } = await login(page, demoEmail('fresh'));
    await expireAccess(page);
    for (const spoil of [
      () => disconnect(page, REFRESH),
      () => refuse(page, REFRESH, 500, 'Internal server error'),
      () => refuse(page, REFRESH, 429, 'Too many requests'),
    ]) {
      await spoil();
      await page.goto('/dashboard');
      await expect(page.getByRole('button', { name: /try again/i })).toBeVisible();
      expect((await readTokens(page)).refreshToken).toBe(refreshToken);
      await page.unrouteAll();
    }
    await page.getByRole('button', { name: /try again/i }).click();
    await expect(dashboard(page)).toBeVisible();
  });

  test('SESSION-06 without a network the session stays on the account pages as well', async ({ page }) => {
    await login(page, demoEmail('newcomer'));
    await disconnect(page, '/auth/profile');
    for (const path of ['/migration', '/email-verification']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
      expect((await readTokens(page)).accessToken).toBeTruthy();
    }
    await page.goto('/migration');
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  });
});

test("SESSION-08 a page that Back brings from the browser's memory does not show who was here", async ({
  page,
}) => {
  await login(page, demoEmail('pioneer'));
  await page.goto('/dashboard');
  await expect(dashboard(page)).toBeVisible();
  // Playwright's browser keeps no pages in memory; this is what such a page sees when it wakes.
  await page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).toHaveURL(/\/signin$/);
});

test.describe('two tabs', () => {
  test('SESSION-07 NAV-02 NAV-03 a public page in another tab follows sign-in and sign-out', async ({
    page,
    context,
  }) => {
    await page.goto('/about');
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible();
    const other = await context.newPage();
    await login(other, demoEmail('pioneer'));
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeHidden();
    await other.evaluate(() => localStorage.clear());
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden();

    // A session whose time is over greets nobody, and the page takes along what was kept for it.
    await login(other, demoEmail('pioneer'));
    await other.evaluate(async () => {
      localStorage.setItem('kept-account', '{}');
      await caches.open('kept-replies:somebody');
      localStorage.setItem('session-expiry', '1');
    });
    await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible();
    const left = () => page.evaluate(async () => [...Object.keys(localStorage), ...(await caches.keys())]);
    await expect.poll(left).toEqual([]);
  });

  test('SESSION-07 another account signing in elsewhere takes over here', async ({ page, context }) => {
    await login(page, demoEmail('pioneer'));
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('main').getByText(demoEmail('pioneer'))).toBeVisible();
    const other = await context.newPage();
    await login(other, demoEmail('luminary'));
    await expect(page.getByRole('main').getByText(demoEmail('luminary'))).toBeVisible();
    await expect(page.getByRole('main').getByText(demoEmail('pioneer'))).toBeHidden();
  });
});
