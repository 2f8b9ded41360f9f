import type { Page } from '@playwright/test';
import type { LeaderboardRow } from '../../api/contract/leaderboard.ts';
import {
  allowing,
  apiPath,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readTokens,
  refusedWith,
  test,
} from './fixtures.ts';
import { imaginaryBoard, imaginaryLeagues, imaginaryStanding } from './imaginary.ts';
import {
  actAs,
  arriveAsLearner,
  holdBack,
  readLeague,
  refuse,
  stopClock,
  succeed,
  watchCalls,
} from './learner.ts';

const PATH = '/dashboard/leaderboard';
const table = (page: Page) => page.getByRole('table', { name: 'Community Leaderboard' });
const lines = (page: Page) => table(page).locator('tbody').getByRole('row');

const standings = (count: number) =>
  Array.from({ length: count }, (_, index) => imaginaryStanding(index + 1));
async function answerRows(
  page: Page,
  leaderboard: LeaderboardRow[],
  changes: Parameters<typeof imaginaryBoard>[1] = {},
): Promise<void> {
  await succeed(page, '/leagues', imaginaryLeagues(['ML', 'Quantum']));
  await succeed(page, '/leaderboard', imaginaryBoard(leaderboard, { ownRank: null, ...changes }));
}

async function openWith(page: Page, rows: LeaderboardRow[]): Promise<void> {
  await actAs(page, { id: rows[0]?.user.id ?? 'user-abc123' });
  await answerRows(page, rows);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Top Performers' })).toBeVisible();
}

test('LEADER-01 LEADER-02 LEADER-03 ROLE-15 OPEN-12 a visitor sees why, and nothing is asked of the API', async ({
  page,
}) => {
  const { calls } = watchCalls(page);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Leaderboard Access Restricted' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'Sign in to view the community leaderboard and see top performers based on tasks completed.',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/signin',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toHaveAttribute(
    'href',
    '/signup',
  );
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('LEADER-03 whoever signs in from there comes back', async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel(/e-?mail/i).fill(demoEmail('luminary'));
  await page.getByLabel('Password', { exact: true }).fill('OpenLeague-demo-1!');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^sign in/i })
    .click();
  await expect(page).toHaveURL(PATH);
  await expect(table(page)).toBeVisible();
});

test('LEADER-04 LEADER-05 LEADER-06 LEADER-07 LEADER-11 LEADER-12 LEADER-13 ROLE-14 CONST-28 the table says what the API says', async ({
  page,
}) => {
  const { accessToken } = await login(page, demoEmail('luminary'));
  const reply = await page.request.get('/api/leaderboard', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { leaderboard }: { leaderboard: LeaderboardRow[] } = (await reply.json()).data;
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Community Leaderboard' })).toBeVisible();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Rank',
    'Student',
    'Role',
    'Tasks',
    'Progress',
    'Badges',
    'Recent Activity',
  ]);
  await expect(page.getByText(`Showing ${leaderboard.length} students`)).toBeVisible();
  await expect(page.getByText('Rankings update in real-time')).toBeVisible();
  const last = Number.POSITIVE_INFINITY;
  let previous = last;
  for (const [index, row] of leaderboard.slice(0, 12).entries()) {
    const line = lines(page).nth(index);
    await expect(line).toContainText(row.user.name);
    await expect(line).toContainText(row.user.id.slice(-6));
    await expect(line.getByRole('cell').nth(1)).toHaveText(/^(Pioneer|Luminary)$/);
    await expect(line.getByRole('cell').nth(2)).toContainText(
      `${row.stats.resourcesCompleted}/${row.stats.totalResources}`,
    );
    await expect(line.getByRole('cell').nth(3)).toContainText(`${row.stats.completionPercentage}%`);
    await expect(line.getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      String(row.stats.completionPercentage),
    );
    await expect(line.getByRole('cell').nth(4)).toContainText(String(row.stats.badgesEarned));
    await expect(line.getByRole('cell').first()).toContainText(String(index + 1));
    expect(row.stats.completionPercentage).toBeLessThanOrEqual(previous);
    previous = row.stats.completionPercentage;
  }
});

test('LEADER-12 LEADER-13 whatever order the rows come in, they are sorted and numbered from one', async ({
  page,
}) => {
  const [first, second, third] = standings(3);
  if (!first || !second || !third) throw new Error('three rows');
  // The same percentage: who completed something last comes first.
  second.stats.completionPercentage = first.stats.completionPercentage;
  second.recentActivity.lastCompletedResource = { name: 'Now', completedAt: new Date().toISOString() };
  await openWith(page, [third, first, second]);
  await expect(lines(page).getByRole('rowheader')).toContainText(['Learner 2', 'Learner 1', 'Learner 3']);
  await expect(
    lines(page)
      .nth(2)
      .getByRole('img', { name: /rank 3/ }),
  ).toBeVisible();
});

test('LEADER-05 LEADER-08 LEADER-10 medals for three, an initial for each, and what was done last', async ({
  page,
}) => {
  await openWith(page, [...standings(4), imaginaryStanding(60, { name: 'ਹਰਪ੍ਰੀਤ ਕੌਰ' })]);
  await expect(table(page).getByRole('img', { name: /medal/i })).toHaveCount(3);
  for (const [index, metal] of ['Gold', 'Silver', 'Bronze'].entries()) {
    await expect(
      lines(page)
        .nth(index)
        .getByRole('img', { name: new RegExp(metal) }),
    ).toBeVisible();
  }
  await expect(lines(page).nth(3).getByRole('cell').first()).toHaveText('4');
  await expect(lines(page).nth(3).locator('svg').first()).toHaveText('L4');
  await expect(lines(page).nth(3).getByRole('cell').last()).toContainText('Resource 4');
  await expect(lines(page).nth(3).getByRole('cell').last()).toContainText('4 h ago');
  await expect(lines(page).nth(4).getByRole('cell').last()).toHaveText('No recent activity');
});

test('LEADER-09 recent activity is for large screens', async ({ page }) => {
  await openWith(page, standings(4));
  const column = table(page).getByRole('columnheader', { name: 'Recent Activity' });
  await expect(column).toBeVisible();
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(column).toBeHidden();
  await expect(page.getByText('Resource 4')).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('Resource 4')).toBeHidden();
});

test('LEADER-11 one hundred rows of long names stay inside a small window, the own row in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const rows = standings(100);
  for (const { user } of rows) user.name = `${'Venkatanarasimharajuvaripeta'.repeat(3)} ${user.name}`;
  await actAs(page, { id: rows[70]?.user.id ?? '' });
  await answerRows(page, rows);
  await page.goto(PATH);
  await expect(lines(page)).toHaveCount(100);
  await expect(page.getByText('Showing 100 students')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expect(lines(page).filter({ hasText: 'You' })).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(lines(page).filter({ hasText: 'You' })).toBeInViewport();
});

test('LEADER-11 a learner further down than the rows go still sees the own place', async ({ page }) => {
  await actAs(page);
  await answerRows(page, standings(5), { total: 5000, ownRank: 4711 });
  await page.goto(PATH);
  await expect(lines(page)).toHaveCount(6);
  await expect(lines(page).last()).toContainText('Meera Nair');
  await expect(lines(page).last().getByRole('cell').first()).toHaveText('4,711');
  await expect(page.getByText('You: 4,711th')).toBeVisible();
  await expect(page.getByText('of 5,000 students')).toBeVisible();
  await expect(page.getByText('Showing 5 students')).toBeVisible();
});

test('LEADER-04 staff, who are not ranked, see the table as well', async ({ page }) => {
  await login(page, demoEmail('grand'));
  await page.goto(PATH);
  await expect(lines(page).first()).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Ishaan Grewal' })).toHaveCount(0);
  await expect(page.getByText(/^You: /)).toHaveCount(0);
});

test('LEADER-11 an open leaderboard follows changes; one row is one student', async ({ page }) => {
  await page.clock.install();
  await openWith(page, standings(1));
  await expect(page.getByText('Showing 1 student', { exact: true })).toBeVisible();
  await answerRows(page, standings(2));
  await page.clock.fastForward(20_000);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByText('Showing 2 students')).toBeVisible();
});

test('LEADER-11 LEADER-13 pages, a search and a league stand in the address, the own place always on the screen', async ({
  page,
}) => {
  await actAs(page);
  await succeed(page, '/leagues', imaginaryLeagues(['ML', 'Quantum']));
  const asked: URLSearchParams[] = [];
  await page.route(apiPath('/leaderboard'), (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query);
    const number = Number(query.get('page') ?? 1);
    const rows = Array.from({ length: 50 }, (_, index) => imaginaryStanding((number - 1) * 50 + index + 1));
    const search = query.get('search');
    const found = search === 'nobody' ? [] : search ? [imaginaryStanding(812, { name: 'Ana Rao' })] : rows;
    const board = imaginaryBoard(found, { total: search ? found.length : 5000, ownRank: 214 });
    const isFirst = query.get('league') === 'league-1';
    return route.fulfill({
      json: {
        success: true,
        data: isFirst
          ? { ...board, own: { ...board.own, rank: 3, place: 'league', isInLeague: true } }
          : board,
      },
    });
  });
  await page.goto(PATH);
  const pages = page.getByRole('navigation', { name: 'Leaderboard pages' });
  const own = lines(page).filter({ hasText: 'Meera Nair' });
  await expect(page.getByText('You: 214th')).toBeVisible();
  await expect(own).toBeInViewport();
  await expect(pages.getByRole('link')).toHaveText(['Page 1', 'Page 2', 'Page 100', 'Next page']);
  await pages.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(`${PATH}?page=2`);
  await expect(lines(page).first().getByRole('cell').first()).toHaveText('51');
  await expect(pages.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByText('You: 214th')).toBeVisible();
  await page.getByRole('link', { name: 'Show my place' }).click();
  await expect(page).toHaveURL(`${PATH}?page=5`);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(PATH);
  await expect(lines(page).first().getByRole('cell').first()).toContainText('1');

  const box = page.getByRole('searchbox', { name: 'Search students' });
  const before = asked.length;
  await box.pressSequentially('ana', { delay: 20 });
  await expect(page).toHaveURL(`${PATH}?search=ana`);
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText('812');
  await expect(page.getByRole('status').filter({ hasText: '1 student named “ana”' })).toBeVisible();
  await expect(own).toBeVisible();
  expect(asked.length - before, 'one question for three letters').toBe(1);
  await box.fill('nobody');
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await expect(page.getByText('You: 214th')).toBeVisible();
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(box).toHaveValue('');
  await page.getByRole('combobox', { name: 'League' }).selectOption('Quantum');
  await expect(page).toHaveURL(`${PATH}?league=league-1`);
  await expect(page.getByText('You: 3rd')).toBeVisible();
  await expect(page.getByText('in this league')).toBeVisible();
  expect(asked.at(-1)?.get('league')).toBe('league-1');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'League' })).toHaveValue('league-1');
});

test('LEADER-11 a tick shows in other open browsers within two seconds, one question each, and none while hidden', async ({
  page,
  browser,
}) => {
  const learner = await arriveAsLearner(page, 'ML');
  const { progress } = await readLeague(learner, 'ML');
  const resources = progress.weeks.flatMap((week) => week.sections.flatMap((section) => section.resources));
  await page.goto(PATH);
  const { accessToken, refreshToken } = await readTokens(page);
  const contexts = await Promise.all([1, 2].map(() => browser.newContext()));
  const pages = [page];
  for (const context of contexts) {
    const other = await context.newPage();
    await other.addInitScript(
      ([access, refresh]) => {
        localStorage.setItem('accessToken', access ?? '');
        localStorage.setItem('refreshToken', refresh ?? '');
      },
      [accessToken, refreshToken],
    );
    pages.push(other);
  }
  const watched = pages.map((one) => watchCalls(one).calls);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const one of pages) {
    await one.goto(PATH);
    await expect(lines(one).and(one.locator('[data-own]'))).toContainText('0/');
  }
  // The stream's first event may follow the rows.
  await page.waitForTimeout(700);
  const boards = () => watched.map((calls) => calls.filter((call) => call === 'GET /leaderboard').length);
  const atRest = boards();
  const startedAt = Date.now();
  await learner.call('POST', `/resource-progress/${resources[0]?.id}/complete`, {});
  await Promise.all(
    pages.map((one) =>
      expect(lines(one).and(one.locator('[data-own]'))).toContainText('1/', { timeout: 2000 }),
    ),
  );
  expect(Date.now() - startedAt).toBeLessThan(2000);
  await expect(page.getByRole('status').filter({ hasText: /^You moved up to \d+\w\w\.$/ })).toHaveCount(1);

  for (const resource of resources.slice(1, 7)) {
    await learner.call('POST', `/resource-progress/${resource.id}/complete`, {});
  }
  await Promise.all(
    pages.map((one) =>
      expect(lines(one).and(one.locator('[data-own]'))).toContainText('7/', { timeout: 4000 }),
    ),
  );
  // Seven ticks, at most one question a second and browser.
  const seconds = (Date.now() - startedAt) / 1000;
  for (const [index, count] of boards().entries()) {
    expect(count - (atRest[index] ?? 0)).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  }
  await Promise.all(contexts.map((context) => context.close()));
});

test('LEADER-14 it says that it is loading', async ({ page }) => {
  await actAs(page);
  await answerRows(page, []);
  const release = await holdBack(page, '/leaderboard');
  await page.goto(PATH);
  await expect(page.getByRole('status').filter({ hasText: /loading/i })).toBeVisible();
  release();
  await expect(page.getByRole('status').filter({ hasText: /loading/i })).toHaveCount(0);
});

test('LEADER-16 nobody yet', async ({ page }) => {
  await actAs(page);
  await answerRows(page, []);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'No Data Available' })).toBeVisible();
  await expect(page.getByText('Leaderboard will populate as students complete tasks.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test.describe('when it fails', () => {
  test.use(allowing(refusedWith(500), NETWORK_GONE));

  test('LEADER-15 ERR-15 the failure is named and can be tried again', async ({ page }) => {
    await actAs(page, { id: imaginaryStanding(1).user.id });
    await refuse(page, '/leaderboard', 500, 'Something went wrong');
    await page.goto(PATH);
    const failure = page.getByRole('alert').filter({ hasText: 'Unable to Load Leaderboard' });
    await expect(failure).toContainText('Failed to load leaderboard data');
    await answerRows(page, standings(3));
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(lines(page)).toHaveCount(3);
    await expect(failure).toHaveCount(0);
  });

  test('LEADER-11 LEADER-15 rows stay when a later question fails, and no longer claim to be live', async ({
    page,
  }) => {
    await page.clock.install();
    await openWith(page, standings(3));
    await expect(lines(page)).toHaveCount(3);
    await stopClock(page);
    await disconnect(page, '/leaderboard');
    await page.clock.runFor(20_000);
    await expect(page.getByText('Rankings update in real-time')).toHaveCount(0);
    await expect(lines(page)).toHaveCount(3);
    await answerRows(page, standings(4));
    await page.clock.runFor(20_000);
    await expect(lines(page)).toHaveCount(4);
    await expect(page.getByText('Rankings update in real-time')).toBeVisible();
  });
});
