import type { Page } from '@playwright/test';
import { allow, expect, refusedWith, test } from './fixtures.ts';
import { imaginaryDashboard } from './imaginary.ts';
import { imaginaryActivity, imaginaryNextUp } from './imaginary-record.ts';
import { actAs, arriveAsLearner, messageOn, readLeague, refuse, succeed } from './learner.ts';
import { expectSound } from './looks.ts';

const card = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Today', exact: true });
const goalOf = (page: Page, count: string) =>
  card(page).getByRole('group', { name: 'Resources a day' }).getByRole('radio', { name: count });

interface Day {
  done?: number;
  goal?: number;
  restsToday?: string;
  next?: string[];
  due?: number;
}

async function openOn(page: Page, { done = 0, goal = 3, restsToday, next = ['Quantum'], due = 0 }: Day) {
  await actAs(page);
  const year = imaginaryActivity();
  const nextUp = imaginaryNextUp(next);
  await succeed(page, '/progress/dashboard', {
    ...imaginaryDashboard([{ name: 'Quantum', done: next.length > 0 ? 3 : 10 }]),
    nextUp: {
      ...nextUp,
      revision: { marked: 5, due, dueTomorrow: 2, pausedAt: null },
      assignments: [],
    },
    activity: {
      ...year,
      days: { ...year.days, ...(done > 0 ? { [year.today]: done } : {}) },
      streak: { days: 9, longest: 9, isTodayDone: done > 0, restsToday: restsToday ?? null },
    },
    today: { goal },
  });
  await page.goto('/dashboard');
}

test('a learner opens what is next, sets the goal by keyboard, finds it again and reaches it', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page, 'Quantum');
  const { progress } = await readLeague(learner, 'Quantum');
  const [first, second] = progress.weeks[0]?.sections[0]?.resources ?? [];
  await page.goto('/dashboard');
  await expect(card(page)).toContainText('1 resource starts a streak');
  await expect(goalOf(page, '1')).toBeChecked();
  await goalOf(page, '1').focus();
  const stored = page.waitForResponse('**/api/users/me/learning');
  await page.keyboard.press('ArrowRight');
  await expect(goalOf(page, '3')).toBeFocused();
  const ring = card(page).getByRole('progressbar', { name: 'Goal of today' });
  await expect(ring).toHaveAttribute('aria-valuetext', '0 of 3 resources');
  await learner.call('POST', `/resource-progress/${first?.id}/complete`, {});
  await stored;
  await page.reload();
  await expect(goalOf(page, '3')).toBeChecked();
  await expect(ring).toHaveAttribute('aria-valuetext', '1 of 3 resources');
  await expect(card(page)).toContainText('2 resources reach today’s goal');
  await goalOf(page, '1').check();
  await expect(card(page)).toContainText('Day 1 is yours. See you tomorrow.');
  await expect(card(page).getByRole('link', { name: `One more ${second?.title} in Quantum` })).toBeVisible();
});

test('a goal that is not stored is taken back, and the learner is told', async ({ page }) => {
  allow(refusedWith(500));
  await openOn(page, {});
  await refuse(page, '/users/me/learning', 500, 'Something went wrong');
  await goalOf(page, '5').click();
  await expect(messageOn(page, 'Something went wrong').first()).toBeVisible();
  await expect(goalOf(page, '3')).toBeChecked();
});

test('in the middle: the streak first, then revision', async ({ page }) => {
  await openOn(page, { due: 3 });
  await expect(card(page)).toContainText('1 resource keeps your 9-day streak');
  await expect(card(page).getByRole('listitem')).toHaveText([/^3 to revise, about 4 minutes/]);
  await expectSound(page);
});

test('done for today: it says so, and shows tomorrow', async ({ page }) => {
  await openOn(page, { done: 3 });
  await expect(card(page)).toContainText('Day 9 is yours. See you tomorrow.');
  await expect(card(page).getByRole('list', { name: 'Tomorrow' }).getByRole('listitem')).toHaveText([
    /^2 to revise tomorrow/,
    /^Next in Quantum/,
  ]);
  await expectSound(page);
});

test('everything finished: the next league', async ({ page }) => {
  await openOn(page, { next: [] });
  await expect(card(page)).toContainText('Everything is done.');
  await expect(card(page).getByRole('link', { name: 'Find a league' })).toHaveAttribute(
    'href',
    '/dashboard/leagues',
  );
});

test('in a break the streak rests', async ({ page }) => {
  await openOn(page, { restsToday: 'Diwali' });
  await expect(card(page)).toContainText('Diwali: your 9-day streak rests');
  await expect(card(page).getByRole('link', { name: 'Open Next in Quantum in Quantum' })).toBeVisible();
});
