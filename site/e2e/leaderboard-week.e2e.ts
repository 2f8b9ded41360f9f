import {
  allow,
  apiPath,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  refusedWith,
  test,
} from './fixtures.ts';
import { imaginaryBoard, imaginaryLeagues } from './imaginary.ts';
import { lines, PATH, standings } from './leaderboard-page.ts';
import { actAs, arriveAsLearner, readLeague, refuse, succeed } from './learner.ts';

test('LEADER-11 LEADER-12 this week is a view beside all time, with an address, the first of last week and no shares', async ({
  page,
}) => {
  await actAs(page);
  await succeed(page, '/leagues', imaginaryLeagues(['ML']));
  let week = standings(4);
  const lastWeek = standings(3).map(({ rank, user, resourcesCompleted }) => ({
    rank,
    user,
    resourcesCompleted,
  }));
  // Somebody hides: the rank is taken, the row is not there.
  week.splice(1, 1);
  await page.route(apiPath('/leaderboard'), (route) => {
    const isWeek = new URL(route.request().url()).searchParams.get('period') === 'week';
    const data = isWeek
      ? imaginaryBoard(week, { ownRank: null, lastWeek, totalUsers: 4 })
      : imaginaryBoard(standings(9));
    return route.fulfill({ json: { success: true, data } });
  });
  await page.goto(PATH);
  await expect(lines(page)).toHaveCount(10);
  const periods = page.getByRole('navigation', { name: 'Period' });
  await expect(periods.getByRole('link', { name: 'All time' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('columnheader', { name: 'Progress' })).toHaveCount(1);
  await periods.getByRole('link', { name: 'This week' }).click();
  await expect(page).toHaveURL(`${PATH}?period=week`);
  await expect(lines(page)).toHaveCount(3);
  await expect(lines(page).nth(1).getByRole('img')).toHaveAccessibleName('Bronze medal, rank 3');
  await expect(page.getByRole('columnheader', { name: 'Progress' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'League', exact: true })).toHaveCount(0);
  await expect(page.getByText('since Monday. Ties')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First of last week' }).getByRole('listitem')).toHaveCount(3);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.getByRole('searchbox', { name: 'Search students' }).fill('lea');
  await expect(page).toHaveURL(`${PATH}?period=week&search=lea`);

  week = [];
  await page.goto(`${PATH}?period=week`);
  await expect(page.getByRole('heading', { name: 'The week is new' })).toBeVisible();
  await expect(page.getByText('The first tick leads it.')).toBeVisible();
  await expectAccessible(page);
  await periods.getByRole('link', { name: 'All time' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(lines(page)).toHaveCount(10);
});

test('LEADER-11 a tick of this week shows in another open browser, until the learner hides', async ({
  page,
  browser,
}) => {
  const learner = await arriveAsLearner(page, 'ML');
  const { name } = (await learner.call('GET', '/auth/profile')) as { name: string };
  const { progress } = await readLeague(learner, 'ML');
  const resources = progress.weeks.flatMap((one) => one.sections.flatMap((section) => section.resources));
  const context = await browser.newContext();
  const other = await context.newPage();
  await arriveAsLearner(other);
  for (const one of [page, other]) {
    await one.goto(`${PATH}?period=week`);
    await expect(one.getByRole('link', { name: 'This week' })).toHaveAttribute('aria-current', 'page');
    await expect(
      one.getByText('Rankings update in real-time').or(one.getByText('The week is new')),
    ).toBeVisible();
  }
  for (const { id } of resources.slice(0, 7))
    await learner.call('POST', `/resource-progress/${id}/complete`, {});
  const seen = lines(other).filter({ hasText: learner.id.slice(-6) });
  await expect(seen).toContainText(name);
  await expect(seen.getByRole('cell').nth(2)).toHaveText(/^7/);
  await learner.call('DELETE', `/resource-progress/${resources[0]?.id}/reset`);
  await expect(seen.getByRole('cell').nth(2)).toHaveText(/^6/);

  await page.goto('/dashboard/profile');
  const hide = page.getByRole('switch', { name: 'Hide me from other learners' });
  await expect(hide).not.toBeChecked();
  allow(refusedWith(500));
  await refuse(page, '/users/me/learning', 500, 'Something went wrong');
  await hide.press('Space');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible();
  await expect(hide).not.toBeChecked();
  await page.unrouteAll();
  await hide.click();
  await expect(page.getByText('Other learners no longer see you.')).toBeVisible();
  await expect(hide).toBeChecked();
  await expectAccessible(page);
  await expect(seen).toHaveCount(0);
  await page.goto(`${PATH}?period=week`);
  await expect(lines(page).and(page.locator('[data-own]'))).toContainText(name);
  await page.goto('/dashboard/profile');
  await hide.click();
  await expect(page.getByText('Other learners see you again.')).toBeVisible();
  await expect(seen).toContainText(name);
  await context.close();
});
