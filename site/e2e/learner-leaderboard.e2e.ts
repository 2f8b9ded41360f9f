import type { LeaderboardRow } from '../../api/contract/leaderboard.ts';
import { allow, apiPath, demoEmail, expect, login, refusedWith, test } from './fixtures.ts';
import { imaginaryStanding } from './imaginary.ts';
import { answerRows, lines, openWith, PATH, standings, table } from './leaderboard-page.ts';
import { actAs, holdBack, refuse, watchCalls } from './learner.ts';
import { expectSound } from './looks.ts';

test('LEADER-01 LEADER-02 LEADER-03 ROLE-15 OPEN-12 a visitor sees why, nothing is asked of the API, and signing in from there leads back', async ({
  page,
}) => {
  const { calls } = watchCalls(page);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Leaderboard Access Restricted' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'Sign in to view the community leaderboard and see top performers based on tasks completed.',
  );
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign In' });
  await expect(signIn).toHaveAttribute('href', '/signin');
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toHaveAttribute(
    'href',
    '/signup',
  );
  await expect(page.getByRole('table')).toHaveCount(0);
  // Nobody is greeted who is not there, and no area is offered that is closed.
  await expect(page.getByText(/^Hello/)).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  expect(calls).toEqual([]);
  await expectSound(page);
  await signIn.click();
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
  await login(page, demoEmail('luminary'));
  // The server's reply, once: other tests add learners and resources all the time.
  let reply: Promise<{ data: { leaderboard: LeaderboardRow[] } }> | undefined;
  await page.route(apiPath('/leaderboard'), async (route) => {
    reply ??= route.fetch().then((response) => response.json());
    await route.fulfill({ json: await reply });
  });
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Community Leaderboard' })).toBeVisible();
  const { leaderboard = [] } = (await reply)?.data ?? {};
  expect(leaderboard.length).toBeGreaterThan(12);
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Rank',
    'Student',
    'Role',
    'Tasks',
    'Progress',
    'Badges',
    'Recent Activity',
  ]);
  await expect(table(page).locator('[data-cell="progress"]').nth(1)).toHaveText(/^\d+%of all leagues$/);
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

  // Staff are not ranked, and see the table as well.
  await page.unrouteAll();
  await login(page, demoEmail('grand'));
  await page.goto(PATH);
  await expect(lines(page).first()).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Ishaan Grewal' })).toHaveCount(0);
  await expect(page.getByText(/^You: /)).toHaveCount(0);
});

test('LEADER-05 LEADER-08 LEADER-09 LEADER-10 LEADER-12 LEADER-13 the order of the server, medals for three, an initial for each, and what was done last on large screens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = [
    'Karthikeyan Subramaniam',
    'Bhagyalakshmi Venkatraman',
    'Anirudh Krishnamurthy',
    'Gurpreet Singh Ahluwalia',
  ];
  const [first, second, third, fourth] = standings(4);
  if (!first || !second || !third || !fourth) throw new Error('four rows');
  const longNamed = names.map((name, index) => {
    const row = imaginaryStanding(index + 5, { name });
    const last = row.recentActivity.lastCompletedResource;
    if (last) last.name = 'Backpropagation, step by step, with every derivative written out';
    return row;
  });
  const idle = imaginaryStanding(60, { name: 'ਹਰਪ੍ਰੀਤ ਕੌਰ' });
  const rows = [third, first, second, fourth, ...longNamed, idle];
  await openWith(
    page,
    rows.map((row, index) => ({ ...row, rank: index + 1 })),
  );
  const heads = lines(page).getByRole('rowheader');
  await expect(heads).toContainText(['Learner 3', 'Learner 1', 'Learner 2', 'Learner 4', ...names]);
  await expect(table(page).getByRole('img', { name: /medal/i })).toHaveCount(3);
  for (const [index, metal] of ['Gold', 'Silver', 'Bronze'].entries()) {
    const medal = lines(page)
      .nth(index)
      .getByRole('img', { name: new RegExp(metal) });
    await expect(medal).toHaveAccessibleName(new RegExp(`rank ${index + 1}`));
  }
  await expect(lines(page).nth(3).getByRole('cell').first()).toHaveText('4');
  await expect(lines(page).nth(3).locator('svg').first()).toHaveText('L4');
  await expect(lines(page).nth(3).getByRole('cell').last()).toContainText('Resource 4');
  await expect(lines(page).nth(3).getByRole('cell').last()).toContainText('4 h ago');
  await expect(lines(page).last().getByRole('cell').last()).toHaveText('No recent activity');
  for (const name of names) {
    const lineCount = await table(page)
      .getByText(name)
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 10))).size;
      });
    expect([name, lineCount]).toEqual([name, 1]);
  }
  const column = table(page).getByRole('columnheader', { name: 'Recent Activity' });
  await expect(column).toBeVisible();
  for (const width of [1024, 900, 768, 640, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => table(page).evaluate(listBrokenWords), { message: `${width} px` }).toEqual([]);
    if (width > 900) continue;
    await expect(column).toBeHidden();
    await expect(page.getByText('Resource 4')).toBeHidden();
  }
});

/** The words of an element that begin on one line and end on another. */
function listBrokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) broken.push(word);
    }
  }
  return broken;
}

test('LEADER-11 one hundred rows of long names, with how they moved, stay inside a small window, the own row in sight, also further down than they go', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const rows = standings(100);
  const week = [3, -1204, 0, null];
  for (const [index, row] of rows.entries()) {
    row.user.name = `${'Venkatanarasimharajuvaripeta'.repeat(3)} ${row.user.name}`;
    row.movement = week[index % week.length] ?? null;
  }
  await actAs(page, { id: rows[70]?.user.id ?? '' });
  await answerRows(page, rows);
  await page.goto(PATH);
  await expect(lines(page)).toHaveCount(100);
  await expect(page.getByText('Showing 100 students')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const [index, words] of [
    [4, ', up 3 places this week'],
    [5, ', down 1,204 places this week'],
    [6, ', the same place this week'],
    [7, ', new this week'],
  ] as const) {
    await expect(lines(page).nth(index).getByRole('cell').first()).toContainText(`${index + 1}`);
    await expect(lines(page).nth(index).getByRole('cell').first()).toContainText(words);
  }
  await expect(page.getByText('▲ ▼ places since Monday')).toBeVisible();
  await expect(lines(page).filter({ hasText: 'You' })).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(lines(page).filter({ hasText: 'You' })).toBeInViewport();

  await actAs(page);
  await answerRows(page, standings(5), { total: 5000, ownRank: 4711 });
  await page.reload();
  await expect(lines(page)).toHaveCount(6);
  await expect(lines(page).last()).toContainText('Meera Nair');
  await expect(lines(page).last().getByRole('cell').first()).toHaveText('4,711');
  await expect(page.getByText('You: 4,711th')).toBeVisible();
  await expect(page.getByText('of 5,000 students')).toBeVisible();
  await expect(page.getByText('Showing 5 students')).toBeVisible();
});

test('LEADER-14 LEADER-15 LEADER-16 ERR-15 it says that it is loading, that nobody is there yet, and that it failed', async ({
  page,
}) => {
  allow(refusedWith(500));
  await actAs(page, { id: imaginaryStanding(1).user.id });
  await answerRows(page, []);
  const release = await holdBack(page, '/leaderboard');
  await page.goto(PATH);
  await expect(page.getByRole('status').filter({ hasText: /loading/i })).toBeVisible();
  release();
  await expect(page.getByRole('status').filter({ hasText: /loading/i })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No Data Available' })).toBeVisible();
  await expect(page.getByText('Leaderboard will populate as students complete tasks.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await refuse(page, '/leaderboard', 500, 'Something went wrong');
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'Unable to Load Leaderboard' });
  await expect(failure).toContainText('Failed to load leaderboard data');
  await answerRows(page, standings(3));
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(lines(page)).toHaveCount(3);
  await expect(failure).toHaveCount(0);
});
