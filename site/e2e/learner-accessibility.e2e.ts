import type { Page } from '@playwright/test';
import { allowing, expect, expectAccessible, expectNoSidewaysScroll, refusedWith, test } from './fixtures.ts';
import { imaginaryBoard, imaginaryDashboard, imaginaryLeague, imaginaryLeagues } from './imaginary.ts';
import { standings } from './leaderboard-page.ts';
import {
  main,
  noteOf,
  openImaginary,
  PATH,
  revisionOf,
  rowOf,
  shareOf,
  tickOf,
  weeks,
} from './league-page.ts';
import { actAs, arriveAsLearner, holdBack, messageOn, refuse, succeed } from './learner.ts';
import { expectRoomForLargeText, expectSound, NARROW, NARROWEST } from './looks.ts';

const LONG = 'Magnetohydrodynamics'.repeat(5);

interface Screen {
  name: string;
  path: string;
  /** Answers the calls of the screen. */
  stage: (page: Page) => Promise<unknown>;
  /** Seen once the screen has come. */
  mark: string | RegExp;
  /** Brings the screen into the state to check. */
  act?: (page: Page) => Promise<unknown>;
}

const overview = (leagues: Parameters<typeof imaginaryDashboard>[0]) => (page: Page) =>
  succeed(page, '/progress/dashboard', imaginaryDashboard(leagues));
const catalogue = (names: string[]) => (page: Page) => succeed(page, '/leagues', imaginaryLeagues(names));
const leaderboard = (count: number) => async (page: Page) => {
  await succeed(page, '/leagues', imaginaryLeagues([LONG]));
  await succeed(page, '/leaderboard', imaginaryBoard(standings(count), { total: count * 30 }));
};
const league = (shape: Parameters<typeof imaginaryLeague>[0]) => (page: Page) =>
  succeed(page, '/progress/leagues/league-0', imaginaryLeague(shape));
const [PLACE, BELOW] = [
  { id: 'l', name: LONG },
  { id: 'w', name: 'तरंगें और कण' },
];
const FOUND = {
  leagues: [
    { ...PLACE, isEnrolled: true },
    { id: 'o', name: 'Magneto', isEnrolled: false },
  ],
  weeks: [{ id: 'w1', name: LONG, league: PLACE }],
  sections: [{ id: 's1', name: 'Magnetoresistance', week: BELOW, league: PLACE }],
  resources: [{ id: 'r1', name: `${LONG} ${LONG}`, section: BELOW, week: BELOW, league: PLACE }],
};
const searchFor = async (page: Page, role: 'searchbox' | 'combobox') => {
  await page.getByRole(role, { name: 'Search leagues' }).fill('magneto');
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.keyboard.press('ArrowDown');
};
const openWeek = (page: Page) => weeks(page).first().click();

const SCREENS: Screen[] = [
  { name: 'dashboard, no league', path: '/dashboard', stage: overview([]), mark: /^Welcome, Meera/ },
  {
    name: 'dashboard, many leagues with long names, and a search',
    path: '/dashboard',
    stage: overview([
      { name: LONG, done: 3 },
      { name: 'ML League (1.0)' },
      { name: 'Quantum', done: 10 },
      { name: 'Finance' },
    ]),
    mark: 'Your leagues',
    act: (page) => page.getByRole('searchbox').fill('a'),
  },
  {
    name: 'dashboard, a search with matches inside the leagues',
    path: '/dashboard',
    stage: async (page) => {
      await overview([{ name: LONG, done: 3 }])(page);
      await succeed(page, '/progress/search', FOUND);
    },
    mark: 'Your leagues',
    act: (page) => searchFor(page, 'searchbox'),
  },
  {
    name: 'a search on another screen',
    path: '/dashboard/profile',
    stage: (page) => succeed(page, '/progress/search', FOUND),
    mark: /Meera/,
    act: (page) => searchFor(page, 'combobox'),
  },
  {
    name: 'a search that failed',
    path: '/dashboard/profile',
    stage: (page) => refuse(page, '/progress/search', 500, LONG),
    mark: /Meera/,
    act: async (page) => {
      await page.getByRole('combobox').fill('magneto');
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    },
  },
  {
    name: 'dashboard, a search without a match',
    path: '/dashboard',
    stage: overview([{ name: 'Quantum', done: 3 }]),
    mark: 'Your leagues',
    act: (page) => page.getByRole('searchbox').fill(LONG),
  },
  {
    name: 'dashboard, failed',
    path: '/dashboard',
    stage: (page) => refuse(page, '/progress/dashboard', 500, LONG),
    mark: 'Learning Dashboard',
  },
  {
    name: 'catalogue',
    path: '/dashboard/leagues',
    stage: catalogue([LONG, 'ML League (1.0)', ...Array.from({ length: 15 }, (_, at) => `Quantum ${at}`)]),
    mark: 'Learning Leagues',
    act: async (page) => {
      await page
        .getByRole('article')
        .getByRole('button', { name: /^Expired/ })
        .click();
    },
  },
  {
    name: 'catalogue, empty',
    path: '/dashboard/leagues',
    stage: catalogue([]),
    mark: 'No Leagues Available',
  },
  {
    name: 'catalogue, failed',
    path: '/dashboard/leagues',
    stage: (page) => refuse(page, '/leagues', 500, LONG),
    mark: 'Learning Leagues',
  },
  { name: 'league, modules closed', path: PATH, stage: league({ weeks: [[2], [1, 1]] }), mark: 'Quantum' },
  {
    name: 'league, a module open, long titles, an empty topic',
    path: PATH,
    stage: league({ name: LONG, weeks: [[2, 0]], title: (position) => `${LONG}${LONG} ${position}` }),
    mark: LONG,
    act: openWeek,
  },
  {
    name: 'league, note open near its limit',
    path: PATH,
    stage: league({ weeks: [[2]] }),
    mark: 'Quantum',
    act: async (page) => {
      await openWeek(page);
      await noteOf(rowOf(page, 'Resource 1')).click();
      await page.getByRole('dialog').getByRole('textbox').fill('x'.repeat(460));
    },
  },
  {
    name: 'league, the question before unticking',
    path: PATH,
    stage: league({ weeks: [[2]], title: (position) => (position === 1 ? LONG : 'Short') }),
    mark: 'Quantum',
    act: async (page) => {
      await openWeek(page);
      await tickOf(rowOf(page, LONG)).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'league, share open',
    path: PATH,
    stage: league({ weeks: [[2]] }),
    mark: 'Quantum',
    act: async (page) => {
      await openWeek(page);
      await shareOf(rowOf(page, 'Resource 1')).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'league without content', path: PATH, stage: league({ weeks: [] }), mark: 'No Content Available' },
  {
    name: 'league not found',
    path: PATH,
    stage: (page) => refuse(page, '/progress/leagues/league-0', 404, 'League not found', 'LEAGUE_NOT_FOUND'),
    mark: 'League Not Found',
  },
  {
    name: 'league, failed',
    path: PATH,
    stage: (page) => refuse(page, '/progress/leagues/league-0', 500, 'Something went wrong'),
    mark: 'Error Loading League',
  },
  { name: 'leaderboard', path: '/dashboard/leaderboard', stage: leaderboard(12), mark: 'Top Performers' },
  {
    name: 'leaderboard, empty',
    path: '/dashboard/leaderboard',
    stage: leaderboard(0),
    mark: 'No Data Available',
  },
  {
    name: 'leaderboard, failed',
    path: '/dashboard/leaderboard',
    stage: (page) => refuse(page, '/leaderboard', 500, 'Something went wrong'),
    mark: 'Unable to Load Leaderboard',
  },
  { name: 'profile, little known', path: '/dashboard/profile', stage: overview([]), mark: 'Meera Nair' },
  {
    name: 'profile, social links edited',
    path: '/dashboard/profile',
    stage: async (page) => {
      await overview([])(page);
      await actAs(page, { githubUsername: 'g'.repeat(39), institute: LONG, phoneNumber: '9876543210' });
    },
    mark: 'Meera Nair',
    act: (page) => page.getByRole('button', { name: 'Edit Social' }).click(),
  },
  {
    name: 'pending',
    path: '/dashboard',
    stage: (page) => actAs(page, { status: 'PENDING', name: LONG }),
    mark: 'Account Pending Approval',
  },
];

test.describe('no fault that axe can find, no sideways scroll at 320 pixels', () => {
  test.use(allowing(refusedWith(404, 500)));

  for (const { name, path, stage, mark, act } of SCREENS) {
    test(name, async ({ page }) => {
      await actAs(page);
      await stage(page);
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { name: mark }).first()).toBeVisible();
      await act?.(page);
      await expectSound(page);
      await expectRoomForLargeText(page);
    });
  }

  test('leaderboard for a visitor', async ({ page }) => {
    await page.goto('/dashboard/leaderboard');
    await expect(page.getByRole('heading', { name: 'Leaderboard Access Restricted' })).toBeVisible();
    await expectSound(page);
  });

  test('while the account and a league are asked for', async ({ page }) => {
    await actAs(page);
    await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
    const releaseLeague = await holdBack(page, '/progress/leagues/league-0');
    const releaseAccount = await holdBack(page, '/auth/profile');
    await page.goto(PATH);
    await expect(page.getByRole('status').first()).toBeAttached();
    await expectSound(page);
    releaseAccount();
    await expect(page.getByRole('heading', { level: 1, name: 'Loading league' })).toBeAttached();
    await expectSound(page);
    releaseLeague();
    await expect(page.getByRole('heading', { level: 1, name: 'Quantum' })).toBeVisible();
  });

  test('the open menu of a phone', async ({ page }) => {
    await page.setViewportSize(NARROW);
    await actAs(page, { name: LONG, email: `${LONG}@journey.test` });
    await page.goto('/dashboard/league');
    await page.getByRole('button', { name: /menu/i }).click();
    await expectAccessible(page);
    await page.setViewportSize(NARROWEST);
    await expectNoSidewaysScroll(page);
  });
});

test('LPROG-26 LPROG-28 LPROG-31 NOTE-08 a league is worked through with the keyboard alone', async ({
  page,
}) => {
  await arriveAsLearner(page, 'Quantum');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Continue Learning in Quantum' }).focus();
  await page.keyboard.press('Enter');
  const row = main(page).getByRole('row').nth(1);
  await expect(row.getByRole('link')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tickOf(row)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(messageOn(page, 'Well done!')).toBeVisible();
  await expect(tickOf(row)).toBeChecked();
  await expect(tickOf(row)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(noteOf(row)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Control+Enter');
  await expect(messageOn(page, 'Note saved.')).toBeVisible();
  await expect(noteOf(row)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(revisionOf(row)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(revisionOf(row)).toBeChecked();
  await expect(revisionOf(row)).toBeEnabled();
  await expect(revisionOf(row)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(shareOf(row)).toBeFocused();
  await tickOf(row).focus();
  await page.keyboard.press('Space');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(tickOf(row)).not.toBeChecked();
});

test('the first Tab reaches the skip link, and it leads into the screen', async ({ page }) => {
  await actAs(page);
  await page.goto('/dashboard/league');
  await expect(page.getByRole('heading', { name: 'Error Loading League' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(main(page).getByRole('link', { name: 'Back to Dashboard' })).toBeFocused();
});

test('LPROG-07 LPROG-11 the controls of a row do not overlap, however narrow the window', async ({
  page,
}) => {
  await openImaginary(page);
  const row = rowOf(page, 'Resource 1');
  for (const width of [320, 345, 360, 390, 414, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const boxes = await Promise.all(
      ['note', 'revision', 'share'].map((cell) => row.locator(`[data-cell="${cell}"] > *`).boundingBox()),
    );
    for (const [index, box] of boxes.slice(1).entries()) {
      const before = boxes[index];
      expect(box?.x ?? 0, `at ${width}`).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0));
    }
  }
});

test('LPROG-27 with reduced motion a tick is celebrated without moving anything', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openImaginary(page);
  await succeed(page, '/resource-progress/resource-3/complete', {});
  await tickOf(rowOf(page, 'Resource 3')).click();
  await expect(messageOn(page, 'Well done!')).toBeVisible();
  await expect(page.locator('.burst')).toBeHidden();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ playState, effect }) => {
        const { duration } = effect?.getTiming() ?? {};
        return playState === 'running' && Number(duration) > 1;
      }).length,
  );
  expect(moving).toBe(0);
});
