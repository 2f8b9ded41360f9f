import type { Page } from '@playwright/test';
import { allow, expect, expectAccessible, refusedWith, test } from './fixtures.ts';
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
import { expectFitsSmallPhone, expectRoomForLargeText, expectSound, NARROW, WIDE } from './looks.ts';

const LONG = 'Magnetohydrodynamics'.repeat(5);
const LEAGUE_CALL = '/progress/leagues/league-0';
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
const MANY = [
  { name: LONG, done: 3 },
  { name: 'ML League (1.0)' },
  { name: 'Quantum', done: 10 },
  { name: 'Finance' },
];

/** A short text in one column, a failure or an empty list, is the same at every width: it is checked at one. */
const SHORT = [NARROW];

/** The state of the screen under this heading. */
async function expectState(page: Page, heading: string | RegExp, widths = [NARROW, WIDE]): Promise<void> {
  await expect(main(page).getByRole('heading', { name: heading }).first()).toBeVisible();
  await expectSound(page, widths);
  await expectRoomForLargeText(page);
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' }).click();

async function expectMatches(page: Page, role: 'searchbox' | 'combobox', words: string): Promise<void> {
  await page.getByRole(role, { name: 'Search leagues' }).fill(words);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(5);
  await page.keyboard.press('ArrowDown');
}

test.describe('no fault that axe can find, no sideways scroll at 320 pixels', () => {
  test.beforeEach(() => allow(refusedWith(404, 500)));

  test('the dashboard: failed, without a league, with many and a search, and a search without a match', async ({
    page,
  }) => {
    await actAs(page);
    await refuse(page, '/progress/dashboard', 500, LONG);
    await page.goto('/dashboard');
    await expectState(page, 'Learning Dashboard', SHORT);
    await succeed(page, '/progress/dashboard', imaginaryDashboard([]));
    await tryAgain(page);
    await expectState(page, /^Welcome, Meera/, SHORT);
    await succeed(page, '/progress/dashboard', imaginaryDashboard(MANY));
    await succeed(page, '/progress/search', FOUND);
    await page.reload();
    await expectMatches(page, 'searchbox', 'na');
    await expectState(page, 'Your leagues');
    await succeed(page, '/progress/search', { leagues: [], weeks: [], sections: [], resources: [] });
    await page.getByRole('searchbox').fill(LONG.toLowerCase().repeat(2));
    await expectState(page, 'No Active Leagues Found', SHORT);
  });

  test('the catalogue: failed, empty, and long', async ({ page }) => {
    await actAs(page);
    await refuse(page, '/leagues', 500, LONG);
    await page.goto('/dashboard/leagues');
    await expectState(page, 'Learning Leagues', SHORT);
    await succeed(page, '/leagues', imaginaryLeagues([]));
    await tryAgain(page);
    await expectState(page, 'No Leagues Available', SHORT);
    const names = [LONG, 'ML League (1.0)', ...Array.from({ length: 15 }, (_, at) => `Quantum ${at}`)];
    await succeed(page, '/leagues', imaginaryLeagues(names));
    await page.reload();
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Expired/ })
      .click();
    await expectState(page, 'Learning Leagues');
  });

  test('a league: not found, failed, without content, and while it is asked for', async ({ page }) => {
    await actAs(page);
    await refuse(page, LEAGUE_CALL, 404, 'League not found', 'LEAGUE_NOT_FOUND');
    await page.goto(PATH);
    await expectState(page, 'League Not Found', SHORT);
    await refuse(page, LEAGUE_CALL, 500, 'Something went wrong');
    await page.reload();
    await expectState(page, 'Error Loading League', SHORT);
    await succeed(page, LEAGUE_CALL, imaginaryLeague({ weeks: [] }));
    const releaseLeague = await holdBack(page, LEAGUE_CALL);
    const releaseAccount = await holdBack(page, '/auth/profile');
    await page.reload();
    await expect(page.getByRole('status').first()).toBeAttached();
    await expectSound(page, SHORT);
    releaseAccount();
    await expect(page.getByRole('heading', { level: 1, name: 'Loading league' })).toBeAttached();
    await expectSound(page, SHORT);
    releaseLeague();
    await expectState(page, 'No Content Available', SHORT);
  });

  test('a league: long titles, an empty topic, notes, its dialogs', async ({ page }) => {
    await actAs(page);
    const league = imaginaryLeague({
      name: LONG,
      weeks: [[3, 0], [1]],
      title: (position) => (position === 3 ? 'Short' : `${LONG}${LONG} ${position}`),
    });
    const [first, second] = league.progress.weeks[0]?.sections[0]?.resources ?? [];
    Object.assign(first?.progress ?? {}, { markedForRevision: true, personalNote: 'Read it twice' });
    Object.assign(second ?? {}, { type: 'EXTERNAL_LINK', minutes: 85 });
    await succeed(page, LEAGUE_CALL, league);
    await page.goto(PATH);
    await weeks(page).first().click();
    await expectState(page, LONG);
    await noteOf(rowOf(page, 'Short')).click();
    await page.getByRole('dialog').getByRole('textbox').fill('x'.repeat(460));
    await expectSound(page);
    await expectRoomForLargeText(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    const row = rowOf(page, `${LONG}${LONG} 1`);
    await tickOf(row).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectSound(page, SHORT);
    await expectRoomForLargeText(page);
    await page.keyboard.press('Escape');
    await shareOf(row).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectSound(page, SHORT);
    await expectRoomForLargeText(page);
  });

  test('the leaderboard: failed, empty, and a page of many', async ({ page }) => {
    await actAs(page);
    await succeed(page, '/leagues', imaginaryLeagues([LONG]));
    await refuse(page, '/leaderboard', 500, 'Something went wrong');
    await page.goto('/dashboard/leaderboard');
    await expectState(page, 'Unable to Load Leaderboard', SHORT);
    await succeed(page, '/leaderboard', imaginaryBoard([]));
    await tryAgain(page);
    await expectState(page, 'No Data Available', SHORT);
    await succeed(page, '/leaderboard', imaginaryBoard(standings(12), { total: 360 }));
    await page.reload();
    await expectState(page, 'Top Performers');
  });

  test('the profile: little known, edited, and a search there, also one that failed', async ({ page }) => {
    await actAs(page);
    await page.goto('/dashboard/profile');
    await expectState(page, 'Meera Nair');
    await actAs(page, { githubUsername: 'g'.repeat(39), institute: LONG, phoneNumber: '9876543210' });
    await succeed(page, '/progress/search', FOUND);
    await page.reload();
    await page.getByRole('button', { name: 'Edit Social' }).click();
    await expectState(page, 'Meera Nair');
    await expectMatches(page, 'combobox', 'magneto');
    await expectState(page, 'Meera Nair', SHORT);
    await refuse(page, '/progress/search', 500, LONG);
    await page.getByRole('combobox', { name: 'Search leagues' }).fill('magnetic');
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expectState(page, 'Meera Nair', SHORT);
  });

  test('a pending account, and the open menu of a phone', async ({ page }) => {
    await actAs(page, { status: 'PENDING', name: LONG, email: `${LONG}@journey.test` });
    await page.goto('/dashboard');
    await expectState(page, 'Account Pending Approval');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: /menu/i }).click();
    await expectAccessible(page);
    await expectFitsSmallPhone(page);
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

test('LPROG-07 LPROG-11 LPROG-27 the controls of a row do not overlap, however narrow the window, and a tick moves nothing for those who asked for less motion', async ({
  page,
}) => {
  await openImaginary(page);
  const row = rowOf(page, 'Resource 1');
  for (const width of [320, 345, 360, 390, 414, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(async () => {
      const boxes = await Promise.all(
        ['note', 'revision', 'share'].map((cell) => row.locator(`[data-cell="${cell}"] > *`).boundingBox()),
      );
      for (const [index, box] of boxes.slice(1).entries()) {
        const before = boxes[index];
        expect(box?.x ?? 0, `at ${width}`).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0));
      }
    }).toPass({ timeout: 30_000 });
  }
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
