import type { Page } from '@playwright/test';
import type { User } from '../../api/contract/users.ts';
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
import { imaginaryLeagues } from './imaginary.ts';
import {
  actAs,
  arriveAsLearner,
  comeOnline,
  holdBack,
  type League,
  messageOn,
  refuse,
  succeed,
  watchCalls,
} from './learner.ts';

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
/** Other tests add leagues to the catalogue, which shows a long list in parts. */
async function showAll(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  const all = page.getByRole('button', { name: /^Show all \d+ leagues$/ });
  if (await all.isVisible()) await all.press('Enter');
}
const EXPIRED = 'Enrollment for this league is expired. Please check back later.';

async function openWith(page: Page, names: readonly string[]): Promise<void> {
  await actAs(page);
  await succeed(page, '/leagues', imaginaryLeagues(names));
  await page.goto('/dashboard/leagues');
}

test('LEAGUES-01 LEAGUES-02 LEAGUES-04 LEAGUES-06 every league of the API has a card; only own ones open', async ({
  page,
}) => {
  const { accessToken } = await login(page, demoEmail('luminary'));
  const answered = page.waitForResponse('**/api/leagues');
  await page.goto('/dashboard/leagues');
  const { leagues }: { leagues: League[] } = (await (await answered).json()).data;
  await expect(page.getByRole('heading', { level: 1, name: 'Learning Leagues' })).toBeVisible();
  await showAll(page);
  await expect(page.getByRole('article')).toHaveCount(leagues.length);
  const own = new Set(['ML', 'Finance', 'Quantum']);
  const { enrollments } = await readAs<User>(page.request, accessToken, '/auth/profile');
  const lookBack = new Set(enrollments.map(({ leagueId }) => leagueId));
  for (const league of leagues) {
    const {
      name,
      description,
      weeksCount,
      sectionsCount,
      resourcesCount,
      firstModules = [],
      id,
      isExpired,
    } = league;
    const one = card(page, name);
    await expect(one).toContainText(description ?? '');
    const more = weeksCount - firstModules.length;
    const modules = [
      ...firstModules,
      ...(more > 0 ? [`+${more} more ${more === 1 ? 'module' : 'modules'}`] : []),
    ];
    await expect(one.locator('ol').getByRole('listitem')).toHaveText(modules);
    await expect(one.getByRole('list').last().getByRole('listitem')).toHaveText([
      new RegExp(`^${weeksCount} modules?$`),
      new RegExp(`^${sectionsCount} topics?$`),
      new RegExp(`^${resourcesCount} resources?$`),
    ]);
    await expect(one.getByText('Enrolled', { exact: true })).toHaveCount(own.has(name) ? 1 : 0);
    if (own.has(name)) {
      const link = one.getByRole('link', { name: /^Continue Learning/ });
      await expect(link).toHaveAttribute('href', `/dashboard/league/${id}`);
    } else {
      await expect(one.getByRole('link')).toHaveCount(isExpired && lookBack.has(id) ? 1 : 0);
      await expect(one.getByRole('button', { name: isExpired ? /^Expired/ : /^Enroll Now/ })).toBeEnabled();
    }
  }
});

test('LEAGUES-03 LEAGUES-05 LEAGUES-09 LEAGUES-10 LEAGUES-11 LEAGUES-12 the two expired leagues tell why, and nothing is sent', async ({
  page,
}) => {
  await login(page, demoEmail('fresh'));
  const { calls } = watchCalls(page);
  await page.goto('/dashboard/leagues');
  await showAll(page);
  for (const name of ['ML League (1.0)', 'Finance League (1.0)']) {
    const expired = card(page, name);
    await expect(expired.getByText('League Expired', { exact: true })).toBeVisible();
    const button = expired.getByRole('button', { name: /^Expired/ });
    await expect(button).toHaveAccessibleDescription(/temporarily disabled/);
    await button.click();
    await expect(messageOn(page, EXPIRED)).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(messageOn(page, EXPIRED)).toHaveCount(0);
  }
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  await expect(card(page, 'Quantum').getByText('League Expired')).toHaveCount(0);
});

test('LEAGUES-08 a search without matches', async ({ page }) => {
  await openWith(page, ['Quantum', 'Finance']);
  // The message gives way while the words are looked for inside the leagues as well.
  const searched = page.waitForResponse(/\/api\/progress\/search\?/);
  await page.getByRole('searchbox').fill('no such league');
  await (await searched).finished();
  await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).last().press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('searchbox'), 'what was pressed is gone').toBeFocused();
});

test('LEAGUES-01 CONST-24 two hundred leagues come with one call, a dozen at first, and stay inside a small window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { calls } = watchCalls(page);
  await openWith(
    page,
    Array.from({ length: 200 }, (_, index) =>
      index === 7 ? 'Finance League (1.0)' : `${'Electrodynamics'.repeat(5)} ${index}`,
    ),
  );
  await expect(page.getByRole('article')).toHaveCount(12);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expect(page.getByRole('group', { name: 'Which leagues' }).getByRole('button')).toHaveText([
    'All 200',
    'Open 199',
    'Expired 1',
  ]);
  await page.getByRole('button', { name: 'Expired 1' }).click();
  await expect(page.getByRole('article')).toHaveText([/Finance League/]);
  await page.getByRole('button', { name: 'All 200', exact: true }).click();
  await page.getByRole('button', { name: 'Show all 200 leagues' }).click();
  await expect(page.getByRole('article')).toHaveCount(200);
  expect(calls.filter((call) => call.includes('leagues'))).toEqual(['GET /leagues']);
});

test('LEAGUES-04 LEAGUES-06 LEAGUES-13 LEAGUES-15 enrolling names the first cohort, says welcome, loads again and opens the league', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page);
  const { cohorts } = (await learner.call('GET', '/cohorts')) as { cohorts: { id: string }[] };
  const { leagues } = (await learner.call('GET', '/leagues')) as { leagues: League[] };
  // Those that other tests add would move the page.
  const own = leagues.filter(({ name }) => !name.startsWith('Curricular'));
  await succeed(page, '/leagues', { leagues: own, pagination: {} });
  await page.setViewportSize({ width: 412, height: 640 });
  await page.goto('/dashboard/leagues');
  const quantum = card(page, 'Quantum');
  const sent = page.waitForRequest('**/api/progress/enroll');
  const loaded = page.waitForEvent('load');
  await quantum.getByRole('button', { name: /^Enroll Now/ }).click();
  expect((await sent).postDataJSON()).toEqual({ cohortId: cohorts[0]?.id, leagueId: expect.any(String) });
  await expect(messageOn(page, 'Enrollment successful! Welcome to your learning journey!')).toBeVisible();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await loaded;
  await expect(quantum.getByText('Enrolled', { exact: true })).toBeVisible();
  // The button 'Enrolled' is new, and may begin a line above the cards.
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), place)).toBeLessThan(60);
  await quantum.getByRole('link', { name: /^Continue Learning/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quantum' })).toBeVisible();
});

test('LEAGUES-07 LEAGUES-17 when a call fails: the leagues did not load, can be asked for again, and there are none', async ({
  page,
}) => {
  allow(refusedWith(400, 500), NETWORK_GONE);
  await actAs(page);
  await refuse(page, '/leagues', 500, 'The database is away');
  await page.goto('/dashboard/leagues');
  const banner = page.getByRole('alert').filter({
    hasText: 'Failed to load leagues. Please try again later. (The database is away)',
  });
  await expect(banner).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Leagues Available' })).toHaveCount(0);
  await succeed(page, '/leagues', imaginaryLeagues([]));
  await banner.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No Leagues Available' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('LEAGUES-15 LEAGUES-16 when a call fails: a refused enrollment says why, one without a network waits on this device, and while one runs no second one can be sent', async ({
  page,
}) => {
  allow(refusedWith(400, 500), NETWORK_GONE);
  await openWith(page, ['Quantum', 'Finance', 'IoT']);
  await succeed(page, '/cohorts', { cohorts: [{ id: 'cohort-1' }], pagination: {} });
  await refuse(page, '/progress/enroll', 400, 'Cannot enroll in inactive cohort');
  const button = card(page, 'Quantum').getByRole('button');
  await button.click();
  await expect(
    messageOn(page, 'Enrollment failed: Cannot enroll in inactive cohort. Please try again.'),
  ).toBeVisible();
  await expect(button).toBeEnabled();

  await disconnect(page, '/cohorts');
  await disconnect(page, '/progress/enroll');
  await button.click();
  await expect(messageOn(page, 'Your enrollment is saved on this device.')).toBeVisible();
  await expect(card(page, 'Quantum')).toContainText('On this device');
  await succeed(page, '/cohorts', { cohorts: [{ id: 'cohort-1' }], pagination: {} });
  await succeed(page, '/progress/enroll', { enrollment: {} });
  await comeOnline(page);
  await expect(messageOn(page, '1 change was sent.')).toBeVisible();
  await expect(card(page, 'Quantum')).not.toContainText('On this device');

  const release = await holdBack(page, '/progress/enroll');
  const { calls } = watchCalls(page);
  const next = card(page, 'Finance').getByRole('button');
  await next.dblclick();
  await expect(next).toBeDisabled();
  await expect(card(page, 'IoT').getByRole('button')).toBeDisabled();
  // The page loads again only after two seconds, and till then nothing is left to press.
  release();
  await expect(messageOn(page, 'Enrollment successful!')).toBeVisible();
  await expect(card(page, 'Finance').getByRole('link', { name: /^Continue Learning/ })).toBeVisible();
  await expect(next).toHaveCount(0);
  expect(calls.filter((call) => call === 'POST /progress/enroll')).toHaveLength(1);
});
