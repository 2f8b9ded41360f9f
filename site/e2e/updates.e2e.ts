import type { Page } from '@playwright/test';
import { allow, expect, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { holdBack } from './learner.ts';

/** One commit as the code host tells it. */
interface Commit {
  sha: string;
  commit: { message: string; author: { name: string; date: string } };
  author: { login: string } | null;
}
type History = Record<'client' | 'server' | 'monitoring', Commit[]>;

let made = 0;
/** A commit so many hours before noon of June 13, 2025. */
function makeCommit(hours: number, message = 'First steps', author = 'noor'): Commit {
  made += 1;
  return {
    sha: made.toString(16).padStart(7, '0').padEnd(40, 'e'),
    commit: {
      message,
      author: { name: author, date: new Date(Date.UTC(2025, 5, 13, 12) - hours * 3_600_000).toISOString() },
    },
    author: author.includes(' ') ? null : { login: author },
  };
}
const makeMany = (count: number) => Array.from({ length: count }, (_, at) => makeCommit(100 + at));

/** Stands in for the code host and notes what it is asked. */
async function serveHistory(page: Page, history: Partial<History>): Promise<string[]> {
  const asked: string[] = [];
  await page.unrouteAll();
  await page.route(/\/repos\/.+\/commits/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.pathname + url.search);
    const commits = history[url.pathname.split('/')[3] as keyof History] ?? [];
    const at = (Number(url.searchParams.get('page')) - 1) * Number(url.searchParams.get('per_page'));
    await route.fulfill({ json: commits.slice(at, at + 100) });
  });
  return asked;
}

const updates = (page: Page) =>
  page.locator('.updates-note + .updates-day ~ .updates-day .update, .updates-note + .updates-day .update');

test('a public page names no script of its islands before they wake up, and asks for it once', async ({
  page,
}) => {
  const CLIENT = /\/client\.[^/]+\.js$/;
  await serveHistory(page, { server: makeMany(1) });
  for (const path of ['/updates', '/cohorts']) {
    const html = await (await page.request.get(path)).text();
    const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(named.length, path).toBeGreaterThan(0);
    expect(
      named.filter((url = '') => CLIENT.test(url)),
      path,
    ).toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    expect(
      asked.filter((url) => CLIENT.test(url)),
      path,
    ).toHaveLength(1);
    page.removeAllListeners('request');
  }
});

test('while the script of an island does not arrive: the page says so after a while, and takes no room for it before', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  // With the query of the second try as well.
  await page.route(/\/_astro\/(?:Cohorts|Updates)\.[^/]*\.js/, (route) => route.abort());
  for (const path of ['/updates', '/cohorts']) {
    const failed = page.waitForEvent('requestfailed');
    await page.goto(path);
    await failed;
    const late = page.getByText('This is taking longer than it should.');
    await expect(late).toBeHidden();
    expect(await late.evaluate((element) => element.clientHeight)).toBe(0);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(late, path).toBeVisible();
    await expect(late).toBeInViewport();
  }
});

test.use({ timezoneId: 'Asia/Kolkata' });

test('UPD-01 UPD-02 UPD-06, 08 to 11, 14, 16 to 18 CALL-21 ENT-23 ENT-24 the history of three repositories in one list', async ({
  page,
}) => {
  const history: History = {
    client: [
      makeCommit(1, 'feat: open the gallery\n\nA body that is not shown.', 'meera'),
      makeCommit(4, 'fix: keep the session', 'meera'),
      makeCommit(7, 'Round every button', 'kabir'),
      makeCommit(10, 'Show the admin sidebar', 'kabir'),
      ...makeMany(96),
    ],
    server: [
      makeCommit(2, 'db: index progress', 'Aarav Betwa'),
      makeCommit(5, 'chore: bump packages', 'meera'),
      makeCommit(8, 'Refuse an old password twice'),
      makeCommit(11, 'Draw the badge once'),
    ],
    monitoring: [
      makeCommit(3, 'ci: run on every push'),
      makeCommit(6, 'docs: say how to start'),
      makeCommit(9, 'Load modules five at a time'),
      makeCommit(12, 'First light'),
    ],
  };
  const asked = await serveHistory(page, history);
  const letGo = await holdBack(page, /\/repos\/.+\/commits/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/updates');
  const main = page.getByRole('main');
  await expect(main.getByRole('status').filter({ hasText: 'Loading updates...' })).toBeVisible();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(footer?.y, 'below the window').toBeGreaterThanOrEqual(900);
  letGo();
  await expect(main.getByText('108 commits')).toBeVisible();
  await expect(main.getByText('Loading updates...')).toBeHidden();
  expect(asked.map((path) => path.replace(/^\/repos\/[^/]+\//, '')).toSorted()).toEqual([
    'client/commits?per_page=100&page=1',
    'client/commits?per_page=100&page=2',
    'monitoring/commits?per_page=100&page=1',
    'server/commits?per_page=100&page=1',
  ]);

  const entry = updates(page);
  const rows = [
    ['feat: open the gallery', 'Features', 'client', 'meera'],
    ['db: index progress', 'Database', 'server', 'Aarav Betwa'],
    ['ci: run on every push', 'DevOps', 'monitoring', 'noor'],
    ['fix: keep the session', 'Bug Fixes', 'client', 'meera'],
    ['chore: bump packages', 'Maintenance', 'server', 'meera'],
    ['docs: say how to start', 'Documentation', 'monitoring', 'noor'],
    ['Round every button', 'UI Components', 'client', 'kabir'],
    ['Refuse an old password twice', 'Authentication', 'server', 'noor'],
    ['Load modules five at a time', 'Learning Platform', 'monitoring', 'noor'],
    ['Show the admin sidebar', 'Admin Panel', 'client', 'kabir'],
    ['Draw the badge once', 'Gamification', 'server', 'noor'],
    ['First light', 'General', 'monitoring', 'noor'],
  ] as const;
  for (const [at, [summary, ...facts]] of rows.entries()) {
    await expect(entry.nth(at).locator('.update-summary')).toHaveText(summary);
    for (const fact of facts) await expect(entry.nth(at).getByText(fact, { exact: true })).toBeVisible();
  }
  const sha = history.client[0]?.sha ?? '';
  await expect(entry.first().getByText(sha.slice(0, 7), { exact: true })).toBeVisible();
  // 11:00 in London is 4:30 in the afternoon in India.
  await expect(entry.first()).toContainText(/4:30\sPM/);
  await expect(main.getByRole('heading', { name: 'Jun 13, 2025' })).toBeVisible();
  await expect(main.getByText('A body that is not shown.')).toHaveCount(0);

  const people = main.getByRole('region', { name: 'Contributors' }).getByRole('listitem');
  await expect(people).toHaveText(['noor102', 'meera3', 'kabir2']);
  await main.getByRole('navigation', { name: 'Days' }).getByRole('link').last().press('Enter');
  await expect(main.getByRole('heading', { level: 2 }).last()).toBeInViewport();
  await main.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('UPD-03 UPD-04 UPD-05 UPD-12 UPD-13 fifteen, fifteen more after half a second, kept for five minutes', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2025-06-20T08:00:00Z') });
  const asked = await serveHistory(page, { client: makeMany(20), server: makeMany(12) });
  await page.goto('/updates');
  await expect(page.getByText('32 commits')).toBeVisible();
  await expect(updates(page)).toHaveCount(15);
  await page.clock.pauseAt(new Date('2025-06-20T08:01:00Z'));
  const more = page.getByRole('button', { name: 'View More' });
  await more.press('Enter');
  await more.press('Enter');
  await page.clock.runFor(499);
  await expect(updates(page)).toHaveCount(15);
  await page.clock.runFor(1);
  await expect(updates(page)).toHaveCount(30);
  await expect(page.getByRole('status').filter({ hasText: '30 of 32' })).toBeVisible();
  await more.click();
  await page.clock.runFor(500);
  await expect(updates(page)).toHaveCount(32);
  await expect(more).toBeHidden();

  expect(asked).toHaveLength(3);
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('updates:'))
        .toSorted(),
    ),
  ).toEqual(['updates:all', 'updates:recent-15']);
  await page.clock.setFixedTime(new Date('2025-06-20T08:04:55Z'));
  await page.reload();
  await expect(page.getByText('32 commits')).toBeVisible();
  expect(asked, 'within five minutes').toHaveLength(3);
  await page.clock.setFixedTime(new Date('2025-06-20T08:05:30Z'));
  await page.reload();
  await expect.poll(() => asked.length, 'after five minutes').toBe(6);
});

test('UPD-04 UPD-06 UPD-13 the newest fifteen stand there while older pages are read', async ({ page }) => {
  const asked = await serveHistory(page, { client: makeMany(120), server: [makeCommit(1)] });
  const letGo = await holdBack(page, /client\/commits.+page=2/);
  await page.goto('/updates');
  await expect(page.getByText('15+ commits')).toBeVisible();
  await expect(page.getByText('Loading updates...')).toBeHidden();
  await expect(updates(page)).toHaveCount(15);
  await expect(page.getByRole('button', { name: 'View More' })).toHaveCount(0);
  const kept = () =>
    page.evaluate(() =>
      Object.fromEntries(
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('updates:'))
          .map(([key, value]) => [key, JSON.parse(value).updates.length]),
      ),
    );
  await expect.poll(kept).toEqual({ 'updates:recent-15': 15 });
  letGo();
  await expect(page.getByText('121 commits')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View More' })).toBeVisible();
  await expect.poll(kept).toEqual({ 'updates:recent-15': 15, 'updates:all': 121 });
  expect(asked, 'each page once').toHaveLength(4);
});

test('UPD-02 UPD-07 UPD-13 UPD-15 ERR-12 without the code host: busy, broken, silent, gone or empty: the words for it, and another try', async ({
  page,
}) => {
  allow(refusedWith(403, 500), NETWORK_GONE);
  // A silent host is given ten seconds, which are cut short here.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) =>
      timeout(sessionStorage.getItem('host') === 'silent' ? 250 : milliseconds);
  });
  await page.goto('/about');
  const alert = page.getByRole('alert');
  for (const [host, words] of [
    ['busy', 'GitHub API error: 403'],
    ['broken', 'GitHub API error: 500'],
    ['silent', 'Network error. Please try again.'],
    ['gone', 'Network error. Please try again.'],
  ] as const) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/repos\/.+\/commits/, async (route) => {
      if (host === 'gone') await route.abort('connectionfailed');
      else if (host !== 'silent') await route.fulfill({ status: host === 'busy' ? 403 : 500, json: {} });
    });
    await page.evaluate((now) => sessionStorage.setItem('host', now), host);
    await page.goto('/updates');
    await expect(alert.getByRole('heading'), host).toHaveText('Unable to load updates');
    await expect(alert.getByText(words, { exact: true }), host).toBeVisible();
    await expect(page.getByText('Loading updates...')).toBeHidden();
    await expect(page.getByRole('button', { name: 'View More' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Contributors' })).toHaveCount(0);
  }
  await serveHistory(page, { server: makeMany(1) });
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('1 commit', { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);

  // What came before the older pages failed stays.
  const forget = () => page.evaluate(() => localStorage.clear());
  await forget();
  await serveHistory(page, { client: makeMany(120) });
  await page.route(/client\/commits.+page=2/, (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto('/updates');
  await expect(alert).toContainText('GitHub API error: 403');
  await expect(updates(page)).toHaveCount(15);
  await expect(page.getByText('15+ commits')).toBeVisible();

  await forget();
  await serveHistory(page, {});
  await page.goto('/updates');
  await expect(page.getByText('0 commits')).toBeVisible();
  await expect(page.getByText(/No updates yet/)).toBeVisible();
});
