import type { Locator, Page } from '@playwright/test';
import {
  allow,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readAs,
  refusedWith,
  test,
} from './fixtures.ts';
import { imaginaryDashboard, imaginaryLeague, imaginaryLeagues } from './imaginary.ts';
import {
  actAs,
  type Dashboard,
  holdBack,
  messageOn,
  refuse,
  stopClock,
  succeed,
  watchCalls,
} from './learner.ts';
import { expectOneLine, expectStill, watchLayoutShift } from './looks.ts';

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function openWith(page: Page, leagues: Parameters<typeof imaginaryDashboard>[0]): Promise<Dashboard> {
  const dashboard = imaginaryDashboard(leagues);
  await actAs(page);
  await succeed(page, '/progress/dashboard', dashboard);
  await page.goto('/dashboard');
  return dashboard;
}

test('DASH-07 cards far below the window are drawn before one scrolls there, and nothing moves on the way', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 412, height: 823 });
  const names = Array.from({ length: 12 }, (_, index) => `${'Thermodynamics'.repeat(6)} ${index}`);
  await openWith(
    page,
    names.map((name) => ({ name })),
  );
  const buttons = page.getByRole('main').locator('article a');
  await expect(buttons).toHaveCount(names.length);
  const listDrawn = () =>
    buttons.evaluateAll((links) =>
      links.map((link) => link.checkVisibility({ contentVisibilityAuto: true })),
    );
  await expect.poll(listDrawn).toEqual(names.map(() => true));
  // A button that moves between press and release loses its click.
  const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  const height = await readHeight();
  await buttons.last().scrollIntoViewIfNeeded();
  await expect(buttons.last()).toBeInViewport();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await readHeight()).toBe(height);
});

test.describe('for a reader in another time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('DASH-07 the calendar names the zone whose days it counts, moves nothing as it is drawn near the window, and its streaks stand side by side', async ({
    page,
  }) => {
    await login(page, demoEmail('luminary'));
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 300 });
      await page.goto('/dashboard');
      const activity = page.getByRole('region', { name: 'Your last year' });
      const calendar = activity.getByRole('table');
      await expect(activity.locator('.skeleton')).toBeAttached();
      const height = (await activity.boundingBox())?.height;
      await activity.scrollIntoViewIfNeeded();
      await expect(calendar).toBeVisible();
      expect((await activity.boundingBox())?.height, `at ${width} pixels`).toBe(height);
      await expect(activity).toContainText('Days are those of Asia/Kolkata.');
    }
    const streaks = page.getByRole('region', { name: 'Your last year' }).locator('dl > div');
    await expect(streaks).toHaveCount(3);
    await expectOneLine(page, ...(await streaks.all()));
  });
});

test('DASH-01 DASH-06 DASH-07 DASH-08 rings and cards say what the API says', async ({ page }) => {
  await login(page, demoEmail('luminary'));
  await watchLayoutShift(page);
  // The page's own reply: other tests add leagues all the time.
  const answered = page.waitForResponse('**/api/progress/dashboard');
  await page.goto('/dashboard');
  const { enrollments, statistics }: Dashboard = (await (await answered).json()).data;
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Dashboard' })).toBeVisible();
  const rings = [
    ['Active Leagues', enrollments.length, statistics.totalLeagues],
    ['Topics Complete', statistics.totalCompletedSections, statistics.totalSections],
    ['Resources Completed', statistics.totalCompletedResources, statistics.totalResources],
  ] as const;
  await expect(page.getByRole('region', { name: 'Your progress' })).toContainText('enrolled, of all leagues');
  for (const [name, done, total] of rings) {
    const ring = page.getByRole('progressbar', { name, exact: true });
    await expect(ring).toHaveAttribute('aria-valuenow', String(Math.round((100 * done) / total)));
    await expect(ring).toHaveAttribute('aria-valuetext', `${done} of ${total}`);
  }
  const leagues = page.getByRole('region', { name: 'Your leagues' });
  await expect(leagues.getByRole('article')).toHaveCount(enrollments.length);
  for (const { league, progress, enrolledAt } of enrollments) {
    const own = card(page, league.name);
    await expect(own).toContainText(league.description ?? '');
    await expect(own.getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      String(progress.progressPercentage),
    );
    await expect(own).toContainText(`${progress.completedSections}/${progress.totalSections}`);
    await expect(own).toContainText(`${progress.completedResources}/${progress.totalResources}`);
    await expect(own.locator('dl > div').filter({ hasText: 'Modules' })).toContainText(
      String(progress.weeksCount),
    );
    await expect(own.getByRole('time').first()).toHaveAttribute('datetime', enrolledAt);
    if (league.isExpired) {
      await expect(own.getByRole('button', { name: 'Expired' })).toBeVisible();
      await expect(own.getByRole('link', { name: /^Look back/ })).toBeVisible();
    } else {
      await expect(own.getByRole('link', { name: /^Continue Learning/ })).toHaveAttribute(
        'href',
        `/dashboard/league/${league.id}`,
      );
    }
  }
  await expectStill(page);
});

test('DASH-08 Continue Learning opens at the next resource, and Back leads to where one was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 640 });
  const { accessToken } = await login(page, demoEmail('luminary'));
  const { nextUp } = await readAs<Dashboard>(page.request, accessToken, '/progress/dashboard');
  const step = nextUp?.resources.at(-1);
  await page.goto('/dashboard');
  const link = card(page, step?.league.name ?? '').getByRole('link', { name: /^Continue Learning/ });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await link.click();
  const row = page.getByRole('row').filter({ hasText: step?.resource.title ?? '' });
  await expect(row.getByRole('link')).toBeFocused();
  await expect(row).toBeInViewport();
  const openModules = page.getByRole('main').locator('button[aria-expanded="true"]');
  await expect(openModules).toHaveCount(1);
  await page.reload();
  await expect(openModules, 'after a reload').toHaveCount(1);
  await page.goBack();
  await expect(link).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('ASSIGN-07 feedback that waits is the first thing, whatever the date, and leads to the answer', async ({
  page,
}) => {
  await actAs(page);
  const dashboard = imaginaryDashboard([{ name: 'Quantum' }]);
  const league = { id: 'league-0', name: 'Quantum' };
  const assignment = { id: 'a1', league, dueDate: null, isOverdue: false, status: 'NEEDS_REVISION' };
  await succeed(page, '/progress/dashboard', {
    ...dashboard,
    nextUp: {
      resources: [],
      revision: { marked: 0, due: 0, pausedAt: null },
      assignments: [
        { ...assignment, title: 'Measure a qubit', reviewer: 'Asha Verma' },
        {
          ...assignment,
          id: 'a2',
          league: { id: 'league-1', name: 'IoT' },
          title: 'Draw a circuit',
          dueDate: '2020-01-01T00:00:00Z',
          isOverdue: true,
          status: null,
        },
      ],
    },
  });
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText('Feedback from Asha Verma on Quantum')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText(
    'Read feedback on Measure a qubit',
  );
  await expect(today.getByText(/^Measure a qubit/)).toHaveCount(1);
  await expect(today.getByRole('listitem')).toHaveText([/^Draw a circuitIoT · overdue by/]);
  await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
  await today.getByRole('link', { name: /^Read feedback/ }).click();
  await expect(page).toHaveURL('/dashboard/league/league-0#assignment');
  await expect(page.locator('#assignment')).toBeInViewport();
});

test('DASH-03 DASH-04 DASH-05 without a league a welcome leads to the catalogue, also without a name', async ({
  page,
}) => {
  await login(page, demoEmail('fresh'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Simran!' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Explore Leagues' }).click();
  await expect(page).toHaveURL('/dashboard/leagues');
  await actAs(page, { name: '' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Learner!' })).toBeVisible();
});

test('DASH-02 DASH-09 DASH-10 a search that finds nothing says so and can be cleared; a panel leads to all leagues', async ({
  page,
}) => {
  await openWith(page, [{ name: 'Quantum' }, { name: 'Finance' }]);
  await page.getByRole('searchbox').fill('no such league');
  await expect(page.getByText(/^Search results for .no such league.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Active Leagues Found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  for (const which of [0, 1]) {
    await page.getByRole('searchbox').fill('no such league');
    await page.getByRole('main').getByRole('button', { name: 'Clear' }).nth(which).press('Enter');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByText(/^Search results for/)).toHaveCount(0);
    await expect(page.getByRole('searchbox'), 'what was pressed is gone').toBeFocused();
  }
  await succeed(page, '/leagues', imaginaryLeagues(['Quantum']));
  const panel = page.getByRole('region', { name: 'Explore Learning Leagues' });
  await panel.getByRole('link', { name: 'Browse All Leagues' }).click();
  await expect(page).toHaveURL('/dashboard/leagues');
});

test('DASH-06 OPEN-48 nothing done, all done and no resources at all are percentages too, and no width breaks a word of the rings', async ({
  page,
}) => {
  await openWith(page, [
    { name: 'Untouched', done: 0, total: 10 },
    { name: 'Finished', done: 7, total: 7 },
    { name: 'Empty', done: 0, total: 0 },
    { name: 'A third', done: 1, total: 3 },
    { name: 'Large', done: 20, total: 162 },
  ]);
  for (const [name, percentage] of [
    ['Untouched', 0],
    ['Finished', 100],
    ['Empty', 0],
    ['A third', 33],
  ] as const) {
    await expect(card(page, name).getByRole('progressbar')).toHaveAttribute(
      'aria-valuenow',
      String(percentage),
    );
    await expect(card(page, name).getByText('Completed', { exact: true })).toHaveCount(
      name === 'Finished' ? 1 : 0,
    );
  }
  const rings = page.getByRole('region', { name: 'Your progress' });
  for (const width of [320, 480, 640, 700, 767, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const listBroken = () =>
      rings.getByText(/Leagues|Topics|Resources/).evaluateAll((labels) =>
        labels.flatMap((label) => {
          const text = label.firstChild as Text;
          return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
          });
        }),
      );
    await expect.poll(listBroken, { message: `at ${width} pixels` }).toEqual([]);
  }
});

test('DASH-07 two hundred leagues of long names begin short, can be filtered and all be shown', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWith(
    page,
    Array.from({ length: 200 }, (_, index) => ({ name: `${'Thermodynamics'.repeat(6)} ${index}`, done: 3 })),
  );
  const cards = page.getByRole('article');
  const main = page.getByRole('main');
  await expect(cards).toHaveCount(12);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(10_000);
  await main.getByRole('button', { name: 'Show 24 more' }).click();
  await expect(cards).toHaveCount(36);
  await expect(messageOn(page, 'Showing 36 of 200 leagues')).toBeVisible();
  await expect(cards.nth(12).getByRole('link')).toBeFocused();
  const filter = main.getByRole('searchbox', { name: 'Filter your leagues' });
  await filter.fill('dynamics 7');
  await expect(messageOn(page, '11 of 200 leagues')).toBeVisible();
  await expect(cards).toHaveCount(11);
  await filter.fill('no such league');
  await main.getByRole('button', { name: 'Clear search' }).click();
  await expect(cards).toHaveCount(36);
  await expect(filter).toBeFocused();
  await main.getByRole('button', { name: 'Show all 200' }).click();
  await expect(cards).toHaveCount(200);
  await expect(cards.nth(36).getByRole('link')).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('LEAGUES-10 OPEN-20 an expired league says so, and those enrolled can look back', async ({ page }) => {
  await openWith(page, [{ name: 'ML League (1.0)' }, { name: 'Quantum' }]);
  await card(page, 'ML League (1.0)').getByRole('button', { name: 'Expired' }).click();
  await expect(messageOn(page, 'It has ended. Your work in it stays: look back at it below.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
  await card(page, 'ML League (1.0)').getByRole('link', { name: 'Look back at ML League (1.0)' }).click();
  await expect(page).toHaveURL('/dashboard/league/league-0');
});

test('DASH-13 DASH-14 CONST-22 while it loads an indicator shows, then a line for four seconds', async ({
  page,
}) => {
  await actAs(page);
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'Quantum' }]));
  const release = await holdBack(page, '/progress/dashboard');
  await page.clock.install();
  await page.goto('/dashboard');
  const indicator = page.getByRole('progressbar', { name: /league statistics/ });
  await expect(indicator).toBeVisible();
  const topOf = async (place: Locator) => (await place.first().boundingBox())?.y;
  const shapeTop = await topOf(page.getByRole('main').locator('.skeleton'));
  await stopClock(page);
  release();
  const toast = messageOn(page, 'Dashboard data fetched!');
  await expect(toast).toBeVisible();
  await expect(indicator).toHaveCount(0);
  // What comes stands where its shape was.
  expect(await topOf(page.getByRole('region', { name: 'Your progress' }))).toBe(shapeTop);
  await page.clock.runFor(3900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test('CONST-24 CONST-25 CONST-26 DASH-14 the first view makes three calls, whatever one is enrolled in, and its line comes once a visit', async ({
  page,
}) => {
  const { calls, mostAtOnce } = watchCalls(page);
  await openWith(
    page,
    Array.from({ length: 30 }, (_, index) => ({ name: `League ${index}` })),
  );
  await expect(messageOn(page, 'Dashboard data fetched!')).toBeVisible();
  expect(calls.toSorted()).toEqual(['GET /auth/profile', 'GET /migration/status', 'GET /progress/dashboard']);
  expect(mostAtOnce()).toBeLessThanOrEqual(2);
  const toast = messageOn(page, 'Dashboard data fetched!');
  await expect(page.locator('[data-toast]'), 'it covers nothing').toHaveCount(0);
  await expect(toast).toHaveCount(0);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('DASH-11 DASH-12 ERR-14 when the dashboard fails: a banner says why, whatever failed, and Try Again loads it', async ({
  page,
}) => {
  allow(refusedWith(500, 503), NETWORK_GONE);
  await actAs(page);
  await refuse(page, '/progress/dashboard', 500, 'Something went wrong');
  await page.goto('/dashboard');
  const banner = page.getByRole('alert').filter({ hasText: 'Connection Issue' });
  await expect(banner).toContainText(
    'Failed to connect to the learning platform. Please try again later. (Something went wrong)',
  );
  await expect(page.getByRole('link', { name: 'Browse All Leagues' })).toBeVisible();
  await expect(messageOn(page, 'Dashboard data fetched!')).toHaveCount(0);
  const tryAgain = banner.getByRole('button', { name: 'Try Again' });
  await disconnect(page, '/progress/dashboard');
  await tryAgain.click();
  await expect(banner).toContainText('Network error');
  await page.route('**/api/progress/dashboard', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Gateway</h1>' }),
  );
  await tryAgain.click();
  await expect(banner).toContainText('(Invalid JSON response from server (HTTP 200))');
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'Quantum' }]));
  await tryAgain.click();
  await expect(card(page, 'Quantum')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('DASH-11 GUARD-11 when even the account cannot be asked, the sign-in is kept and can be tried again', async ({
  page,
}) => {
  allow(refusedWith(500, 503), NETWORK_GONE);
  await actAs(page);
  await disconnect(page, '/auth/profile');
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'Quantum' }]));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Connection Issue' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBe('imaginary');
  await actAs(page);
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'Quantum' }]));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(card(page, 'Quantum')).toBeVisible();
});
