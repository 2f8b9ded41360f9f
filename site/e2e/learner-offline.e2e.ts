import type { Page } from '@playwright/test';
import { allow, expect, expectAccessible, NETWORK_GONE, refusedWith, test } from './fixtures.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { main, noteOf, rowOf, tickOf, weeks } from './league-page.ts';
import { arriveAsLearner, comeOnline, type Learner, readLeague } from './learner.ts';

// Through a network of its own, which can be cut for pages and their worker alike.
test.use({ serviceWorkers: 'allow' });
test.beforeEach(() =>
  allow(NETWORK_GONE, refusedWith(409), /ERR_|Network error|HTTP 409|fetching the script/),
);
test.describe.configure({ mode: 'serial' });

let network: FlakyProxy;
test.beforeAll(async ({ baseURL }) => {
  const nothing = { lostRequest: 0, lostReply: 0, doubled: 0, late: 0, held: 0 };
  network = await startFlakyProxy(baseURL ?? '', nothing, Math.random);
});
test.afterAll(() => network.close());
test.afterEach(() => network.heal());

/** A learner of their own on the page of a league, seen through that network, with the first module open. */
async function openLeague(page: Page): Promise<{ learner: Learner; titles: string[]; path: string }> {
  const learner = await arriveAsLearner(page, 'Quantum');
  const tokens = await page.evaluate(() => ({ ...localStorage }));
  await page.goto(`${network.origin}/livez`);
  await page.evaluate((kept) => Object.assign(localStorage, kept), tokens);
  const league = await readLeague(learner, 'Quantum');
  const titles = league.progress.weeks[0]?.sections[0]?.resources.map(({ title }) => title) ?? [];
  const path = `${network.origin}/dashboard/league/${learner.leagues.get('Quantum')}`;
  await page.goto(path);
  await weeks(page).first().click();
  await expect(rowOf(page, titles[0] ?? '')).toBeVisible();
  return { learner, titles, path };
}

const progressOf = async (learner: Learner) =>
  (await readLeague(learner, 'Quantum')).progress.weeks[0]?.sections[0]?.resources.map(
    ({ progress }) => progress,
  );
const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: /this device only|You're offline/ });

test('LPROG-26 LEADER-11 NOTE-08 P41 offline: done, noted, reloaded, and sent once when the connection is back', async ({
  page,
  context,
}) => {
  const { learner, titles, path } = await openLeague(page);
  const [first = '', second = ''] = titles;
  await page.goto(`${network.origin}/dashboard/leaderboard`);
  await expect(page.getByText('Rankings update in real-time')).toBeVisible();
  // It is kept a moment after it is drawn.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = (await caches.keys()).filter((name) => name.startsWith('kept-replies'));
        const requests = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().some(({ url }) => url.includes('/leaderboard'));
      }),
    )
    .toBe(true);
  await page.goto(path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).join()))
    .toMatch(/shell-.*kept-replies|kept-replies.*shell-/);
  network.cut();

  await tickOf(rowOf(page, first)).click();
  await expect(rowOf(page, first)).toContainText('On this device');
  await expect(tickOf(rowOf(page, first))).toBeChecked();
  await noteOf(rowOf(page, second)).click();
  await page.getByRole('textbox', { name: 'Your note' }).fill('Written on the train');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, second)).toContainText('On this device');
  await expect(banner(page)).toContainText('2 changes are on this device only.');
  // Axe takes a button that is half under the header for one too small to press.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectAccessible(page);

  await page.goto(path);
  await expect(banner(page)).toContainText(
    /You're offline\. Showing your progress from \d\d:\d\d\. You can still open your dashboard/,
  );
  await expect(tickOf(rowOf(page, first))).toBeChecked();
  await expect(rowOf(page, second)).toContainText('Written on the train');
  const other = await context.newPage();
  await other.goto(`${network.origin}/dashboard`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.goto(`${network.origin}/dashboard/leaderboard`);
  await expect(other.locator('[aria-labelledby="community-leaderboard"] tbody tr').first()).toBeVisible();
  await expect(other.getByText(/^As of \d{1,2} [A-Z][a-z]{2,3}, \d\d:\d\d\./)).toBeVisible();
  await expect(other.getByText('Rankings update in real-time')).toHaveCount(0);
  await expect(banner(other)).toContainText("You're offline. Showing your progress from");
  await expectAccessible(other);
  expect((await progressOf(learner))?.map(({ isCompleted }) => isCompleted).slice(0, 2)).toEqual([
    false,
    false,
  ]);

  await expect(page.getByRole('button', { name: 'Try now' })).toBeEnabled();
  // Whichever tab sends it; here there is one left to say so.
  await other.close();
  await network.heal();
  await comeOnline(page);
  await expect(page.getByText('2 changes were sent.')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect(rowOf(page, first)).not.toContainText('On this device');
  const [one, two] = (await progressOf(learner)) ?? [];
  expect([one?.isCompleted, two?.personalNote]).toEqual([true, 'Written on the train']);
});

test('LPROG-26 ticks that the server has are there without a connection, on the league and the dashboard, and so is what opens', async ({
  page,
}) => {
  const { titles, path } = await openLeague(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const title of titles.slice(0, 2)) {
    await tickOf(rowOf(page, title)).click();
    await expect(tickOf(rowOf(page, title))).toBeEnabled();
  }
  // They are kept a moment after they are stored.
  const copies = () =>
    page.evaluate(async () => {
      const kept = (await caches.keys()).find((name) => name.startsWith('kept-replies')) ?? '';
      const cache = await caches.open(kept);
      const texts = (await cache.keys()).map(async (key) => (await cache.match(key))?.text());
      return (await Promise.all(texts)).join();
    });
  await expect.poll(async () => (await copies()).match(/"isCompleted":true/g)?.length).toBe(2);
  await expect.poll(copies).toContain('"completedResources":2');
  network.cut();

  await page.goto(path);
  await expect(banner(page)).toContainText("You're offline. Showing your progress from");
  for (const title of titles.slice(0, 2)) await expect(tickOf(rowOf(page, title))).toBeChecked();
  await page.goto(`${network.origin}/dashboard`);
  await expect(main(page)).toContainText('2/');
  await page.getByRole('navigation', { name: 'Your record' }).getByRole('link', { name: 'Revision' }).click();
  await expect(main(page)).toContainText('Unable to Load Your Revision');
  await expect(banner(page)).toContainText(
    'You can still open your dashboard, the leaderboard and any league you have opened before.',
  );
  await expectAccessible(page);
  await network.heal();
  await comeOnline(page);
  await expect(banner(page)).toHaveCount(0);
  await expect(main(page)).toContainText('Nothing to revise yet');
});

test('NOTE-05 a note that was changed elsewhere meanwhile: both stay until somebody decides', async ({
  page,
}) => {
  const { learner, titles } = await openLeague(page);
  const [first = ''] = titles;
  const league = await readLeague(learner, 'Quantum');
  const id = league.progress.weeks[0]?.sections[0]?.resources[0]?.id;
  network.cut();
  await noteOf(rowOf(page, first)).click();
  await page.getByRole('textbox', { name: 'Your note' }).fill('From the phone');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(rowOf(page, first)).toContainText('On this device');
  await learner.call('PUT', `/resource-progress/${id}/note`, { personalNote: 'From the desk' });
  await network.heal();
  await comeOnline(page);
  await expect(rowOf(page, first)).toContainText('Not accepted');
  await expect(rowOf(page, first)).toContainText('From the desk');
  await page.getByRole('link', { name: /^Show/ }).click();
  await noteOf(rowOf(page, first)).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status').filter({ hasText: 'changed elsewhere' })).toContainText(
    'From the desk',
  );
  await expect(dialog.getByRole('textbox')).toHaveValue('From the phone');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, first)).not.toContainText('Not accepted');
  expect((await progressOf(learner))?.[0]?.personalNote).toBe('From the desk\n\nFrom the phone');

  // Logging out asks before it throws away what was never sent.
  network.cut();
  await tickOf(rowOf(page, first)).click();
  await expect(rowOf(page, first)).toContainText('On this device');
  await page.goto('about:blank');
  await network.heal();
  await page.goto(`${network.origin}/logout`);
  await page.getByRole('button', { name: 'Yes, log me out' }).click();
  await expect(main(page).getByRole('status')).toContainText('1 change is on this device only');
  await expect(main(page)).not.toContainText('Your progress is saved');
  await page.getByRole('button', { name: 'Log out and lose it' }).click();
  await expect(page).toHaveURL(`${network.origin}/`);
  const left = await page.evaluate(async () => [...Object.keys(localStorage), ...(await caches.keys())]);
  expect(left.filter((key) => /unsent|kept|Token/.test(key))).toEqual([]);
});
