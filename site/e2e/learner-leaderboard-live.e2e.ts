import {
  allow,
  apiPath,
  disconnect,
  expect,
  NETWORK_GONE,
  readTokens,
  test,
  withMotion,
} from './fixtures.ts';
import { imaginaryBoard, imaginaryLeagues, imaginaryStanding } from './imaginary.ts';
import { answerRows, lines, openWith, PATH, standings } from './leaderboard-page.ts';
import { actAs, arriveAsLearner, readLeague, stopClock, succeed, watchCalls } from './learner.ts';

test.use(withMotion);

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
  // An open leaderboard asks the same again every few seconds.
  const kindsSince = (count: number) =>
    [...new Set(asked.slice(count).map(String))].filter((query) => /search|league/.test(query));
  const before = asked.length;
  // Within one task of the page: on a busy machine the search would start between two letters.
  await box.evaluate((field) => {
    (field as HTMLInputElement).focus();
    for (const letter of 'ana') document.execCommand('insertText', false, letter);
  });
  await expect(page).toHaveURL(`${PATH}?search=ana`);
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText('812');
  await expect(page.getByRole('status').filter({ hasText: '1 student named “ana”' })).toBeVisible();
  await expect(own).toBeVisible();
  expect(kindsSince(before), 'one question for three letters').toEqual([
    expect.stringMatching(/search=ana$/),
  ]);
  await box.fill('nobody');
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await expect(page.getByText('You: 214th')).toBeVisible();
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(box).toHaveValue('');
  await page.getByRole('combobox', { name: 'League', exact: true }).selectOption('Quantum');
  await expect(page).toHaveURL(`${PATH}?league=league-1`);
  await expect(page.getByText('You: 3rd')).toBeVisible();
  await expect(page.getByText('in this league')).toBeVisible();
  expect(asked.at(-1)?.get('league')).toBe('league-1');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'League', exact: true })).toHaveValue('league-1');

  // A league chosen while a name is still being typed takes the name along.
  await page.goto(PATH);
  await expect(page.getByText('You: 214th')).toBeVisible();
  const beforeBoth = asked.length;
  const league = await page.getByRole('combobox', { name: 'League', exact: true }).elementHandle();
  // Both within one task of the page: on a busy machine the search would start between two commands.
  await box.evaluate((field, select) => {
    (field as HTMLInputElement).focus();
    document.execCommand('insertText', false, 'ana');
    (select as HTMLSelectElement).value = 'league-1';
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  }, league);
  await expect(page).toHaveURL(`${PATH}?search=ana&league=league-1`);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(`${PATH}?search=ana&league=league-1`);
  await expect(box).toHaveValue('ana');
  expect(kindsSince(beforeBoth)).toEqual([expect.stringMatching(/search=ana.*league=league-1/)]);
});

test('LEADER-11 a tick shows in other open browsers, with at most one question a second each', async ({
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
    pages.map((one) => expect(lines(one).and(one.locator('[data-own]'))).toContainText('1/')),
  );
  // A tick of another test may take the place away again.
  await expect(
    page.getByRole('status').filter({ hasText: /^You moved (up|down) to \d+\w\w\.$/ }),
  ).toHaveCount(1);

  for (const resource of resources.slice(1, 7)) {
    await learner.call('POST', `/resource-progress/${resource.id}/complete`, {});
  }
  await Promise.all(
    pages.map((one) => expect(lines(one).and(one.locator('[data-own]'))).toContainText('7/')),
  );
  // Seven ticks, at most one question a second and browser; one of before may come late.
  const seconds = (Date.now() - startedAt) / 1000;
  for (const [index, count] of boards().entries()) {
    expect(count - (atRest[index] ?? 0)).toBeLessThanOrEqual(Math.ceil(seconds) + 2);
  }
  await Promise.all(contexts.map((context) => context.close()));
});

test('LEADER-11 LEADER-15 by the clock: an open leaderboard follows changes; rows stay when a later question fails, and no longer claim to be live', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  await page.clock.install();
  await openWith(page, standings(1));
  await expect(page.getByText('Showing 1 student', { exact: true })).toBeVisible();
  await answerRows(page, standings(3), { ownRank: 3 });
  await page.clock.fastForward(20_000);
  await expect(lines(page)).toHaveCount(3);
  await expect(page.getByText('Showing 3 students')).toBeVisible();
  await stopClock(page);
  await disconnect(page, '/leaderboard');
  await page.clock.runFor(20_000);
  await expect(page.getByText('Rankings update in real-time')).toHaveCount(0);
  await expect(page.getByText(/^As of \d{1,2} [A-Z][a-z]{2,3}, \d\d:\d\d\./)).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
  await answerRows(page, standings(4), { ownRank: 2 });
  await page.clock.runFor(20_000);
  await expect(lines(page)).toHaveCount(4);
  await expect(page.getByRole('status').filter({ hasText: 'You moved up to 2nd.' })).toHaveCount(1);
  await expect(page.getByText('Rankings update in real-time')).toBeVisible();
});
