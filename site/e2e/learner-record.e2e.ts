import type { Page } from '@playwright/test';
import type { DataOf } from '../../api/contract/call.ts';
import type { listHistory } from '../../api/contract/history.ts';
import { allow, expect, expectAccessible, expectNoSidewaysScroll, refusedWith, test } from './fixtures.ts';
import { imaginaryDashboard } from './imaginary.ts';
import { imaginaryActivity, imaginaryEntry, imaginaryNextUp, imaginaryRevision } from './imaginary-record.ts';
import { actAs, arriveAsLearner, messageOn, readLeague, refuse, succeed, watchCalls } from './learner.ts';
import { expectSound } from './looks.ts';

const LONG = 'Magnetohydrodynamics'.repeat(5);
const main = (page: Page) => page.getByRole('main');
const part = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

test('DASH-07 CONST-26 today with feedback, next resource, revision and assignments, streaks and the calendar, in three calls, whatever the names and number of leagues', async ({
  page,
}) => {
  const names = [LONG, 'Quantum', ...Array.from({ length: 198 }, (_, index) => `League ${index}`)];
  await actAs(page);
  await succeed(page, '/progress/dashboard', {
    ...imaginaryDashboard(names.slice(0, 4).map((name) => ({ name, done: 3 }))),
    nextUp: imaginaryNextUp(names),
    activity: imaginaryActivity(),
  });
  const { calls } = watchCalls(page);
  await page.goto('/dashboard');
  const today = part(page, 'Today');
  await expect(today).toContainText(`Feedback on ${LONG}`);
  await expect(today.getByRole('link', { name: 'Read feedback on Essay on interference' })).toHaveAttribute(
    'href',
    '/dashboard/league/league-0#assignment',
  );
  const lines = today.getByRole('list', { name: 'After that' }).getByRole('link');
  await expect(lines).toHaveText([
    `1 resource keeps your 4-day streakNext in ${LONG} in ${LONG}`,
    '2 to revise, about 3 minutesBefore it fades. 5 marked in all.',
    'A circuit of your ownQuantum · due in 3 days',
  ]);
  await expect(lines.nth(0)).toHaveAttribute('href', '/dashboard/league/league-0#resource-resource-0');
  await expect(lines.nth(1)).toHaveAttribute('href', '/dashboard/revision');
  await expect(lines.nth(2)).toHaveAttribute('href', '/dashboard/league/league-1#assignment');
  // One league has the mark, the one that is named above.
  await expect(page.getByRole('article').filter({ hasText: 'Next up' })).toHaveCount(1);
  await expect(page.getByRole('article').nth(1)).toContainText('Next: Next in');

  const activity = part(page, 'Your last year');
  await activity.scrollIntoViewIfNeeded();
  await expect(activity).toContainText('Finish one resource today to keep it.');
  for (const [label, value] of [
    ['Current streak', '4 days'],
    ['Longest streak', '4 days'],
  ] as const) {
    await expect(activity.locator('dl > div').filter({ hasText: label })).toContainText(value);
  }
  const calendar = activity.getByRole('region', { name: 'Activity calendar' });
  const table = calendar.getByRole('table', { name: 'Resources completed a day, over the last year' });
  await expect(table.getByRole('columnheader')).toHaveCount(53);
  // There are some 370 days, half of the page: one element each.
  await expect(table.locator('td *')).toHaveCount(0);
  await expect(table.getByRole('rowheader')).toHaveText([
    /Monday/,
    /Tuesday/,
    /Wednesday/,
    /Thursday/,
    /Friday/,
    /Saturday/,
    /Sunday/,
  ]);
  const yesterday = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.now() - 86_400_000);
  await expect(table.getByTitle(`2 resources, ${yesterday}`)).toHaveText('2');
  await expect(activity.getByRole('list', { name: 'Resources a day' })).toContainText('3 to 5');
  expect(calls).toHaveLength(3);
  // Once is enough for so many cells: what changes with the width is looked at below.
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  // At 320 pixels it scrolls inside itself, by keyboard too, the present week in view.
  const place = () =>
    calendar.evaluate((element) => [element.scrollLeft, element.scrollWidth - element.clientWidth]);
  await expect.poll(async () => (await place())[1]).toBeGreaterThan(100);
  // It moves there with the frame after that of the new width.
  const left = () => place().then(([now = 0]) => now);
  await expect.poll(left).toBeGreaterThan(0);
  const before = await left();
  await calendar.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(left).toBeLessThan(before);
  // Who searches sees what was found first.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('searchbox').fill('Quantum');
  await expect(today).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('DASH-07 OPEN-51 right after a first tick the overview knows it: the card, today, streak, revision list and history', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page, 'Quantum');
  const { progress } = await readLeague(learner, 'Quantum');
  const [first, second] = progress.weeks[0]?.sections[0]?.resources ?? [];
  await page.goto('/dashboard');
  await expect(part(page, 'Today')).toContainText(first?.title ?? '');
  await expect(part(page, 'Your last year')).toContainText('Finish one resource today to start a streak.');
  await page.getByRole('link', { name: /^Continue Learning/ }).click();
  const row = main(page)
    .getByRole('row')
    .filter({ hasText: first?.title ?? '' })
    .first();
  await row.getByRole('checkbox').check();
  await expect(messageOn(page, /is completed/)).toBeVisible();
  await row.getByRole('switch').click();
  await expect(messageOn(page, /is marked for revision/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(main(page).getByRole('article')).toContainText(`1/${progress.totalResources}`);
  await expect(messageOn(page, 'Dashboard data fetched!'), 'once a visit').toHaveCount(0);
  await expect(part(page, 'Today')).toContainText('Day 1 is yours. See you tomorrow.');
  await expect(part(page, 'Today').getByRole('list', { name: 'Tomorrow' }).getByRole('listitem')).toHaveText([
    /^1 to revise tomorrow/,
    `${second?.title}Next in Quantum`,
  ]);
  await expect(part(page, 'Your last year')).toContainText('Day 1 done. Come back tomorrow for day 2.');

  await page.getByRole('navigation', { name: 'Your record' }).getByRole('link', { name: 'Revision' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revision' })).toBeFocused();
  const marked = part(page, 'Everything marked').getByRole('listitem');
  await expect(marked).toContainText('Comes back tomorrow');
  await marked.getByRole('button', { name: /^Remove mark, keep tick/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'no longer marked' })).toContainText(
    'Its tick stays.',
  );
  await expect(page.getByRole('heading', { name: 'Nothing to revise yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Due today' })).toBeFocused();
  await expect(marked).toContainText(first?.title ?? '');
  await page.getByRole('button', { name: 'Pause revision' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused since' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume revision' }).click();
  await expect(page.getByText('Paused since')).toHaveCount(0);

  await page.getByRole('link', { name: 'My History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My History' })).toBeFocused();
  const changes = main(page).getByRole('listitem');
  await expect(changes).toHaveCount(4);
  await expect(changes.nth(0)).toContainText('Change undone');
  await expect(changes.nth(1)).toContainText('Revision mark removed');
  await expect(changes.nth(1)).toContainText('Undone');
  await expect(changes.nth(3)).toContainText('Completed');
  await changes.nth(3).getByRole('button', { name: /^Undo/ }).click();
  await expect(changes).toHaveCount(5);
  await expect(changes.first()).toContainText('No longer completed.');
  // The button went with the undoing.
  await expect(changes.nth(4).getByRole('heading')).toBeFocused();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(part(page, 'Today')).toContainText(first?.title ?? '');
  await expect(part(page, 'Your last year')).toContainText('Finish one resource today to start a streak.');
  // From there straight to the row, its module open, without loading the page.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await part(page, 'Today')
    .getByRole('link', { name: `Open ${first?.title} in Quantum` })
    .click();
  await expect(row.getByRole('link')).toBeFocused();
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('NOTE-08 OPEN-22 every former note is in the history and comes back; filters and pages', async ({
  page,
}) => {
  const learner = await arriveAsLearner(page, 'Quantum', 'Finance');
  const { progress } = await readLeague(learner, 'Quantum');
  const resource = progress.weeks[0]?.sections[0]?.resources[0];
  const at = `/resource-progress/${resource?.id}`;
  for (const personalNote of ['first words', 'second words'])
    await learner.call('PUT', `${at}/note`, { personalNote });
  await learner.call('POST', `${at}/complete`, {});
  await learner.call('DELETE', `${at}/reset`);
  for (let round = 0; round < 14; round++) {
    await learner.call('POST', `${at}/complete`, {});
    await learner.call('DELETE', `${at}/reset`);
  }
  await page.goto('/dashboard/history');
  const changes = main(page).getByRole('listitem');
  await expect(changes).toHaveCount(30);
  await expect(changes.first()).toContainText('Your note was kept.');
  await page.getByRole('button', { name: 'Show older changes' }).click();
  await expect(changes).toHaveCount(32);
  await expect(main(page)).toContainText('That is everything.');
  await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('Notes');
  await expect(changes).toHaveCount(2);
  await expect(changes.nth(0)).toContainText('first words');
  await expect(changes.nth(0)).toContainText('second words');
  await expect(changes.nth(1)).toContainText('Changed again since');
  await expectSound(page);
  await changes.nth(1).getByRole('button', { name: 'Use this note again' }).click();
  await expect(changes).toHaveCount(3);
  await changes.nth(0).getByRole('button', { name: /^Undo/ }).click();
  await expect(messageOn(page, 'Undone.')).toBeVisible();
  const { entries } = (await learner.call('GET', '/progress/history?limit=1')) as DataOf<typeof listHistory>;
  expect(entries[0]).toMatchObject({
    kind: 'RESTORED',
    note: { before: 'first words', after: 'second words' },
  });
  await page.getByRole('combobox', { name: 'League', exact: true }).selectOption('Finance');
  await expect(page.getByRole('heading', { name: 'No such changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(changes).toHaveCount(30);
});

test('in a break the streak rests: the hint and the days of the calendar name it', async ({ page }) => {
  await actAs(page);
  const activity = imaginaryActivity();
  const { today } = activity;
  await succeed(page, '/progress/dashboard', {
    ...imaginaryDashboard([{ name: 'ML', done: 3 }]),
    activity: {
      ...activity,
      currentStreak: 0,
      streak: { days: 12, longest: 15, isTodayDone: false, restsToday: 'Diwali' },
      breaks: [{ name: 'Diwali', from: today, to: today }],
    },
  });
  await page.goto('/dashboard');
  const year = part(page, 'Your last year');
  await expect(year).toContainText('Diwali: streaks rest today.');
  await expect(year.locator('dl > div').first()).toContainText('12 days');
  await year.scrollIntoViewIfNeeded();
  await expect(year.getByRole('cell', { name: '0, Diwali' })).toHaveAttribute(
    'title',
    /^0 resources, .+, Diwali$/,
  );
  await expect(year.getByRole('listitem').last()).toHaveText('break');
  await expectSound(page);
});

test('revision as a session: due ones one by one with one key each, undone, paused, failing and empty', async ({
  page,
}) => {
  allow(refusedWith(500));
  await actAs(page);
  await succeed(page, '/progress/dashboard', { ...imaginaryDashboard([]), activity: imaginaryActivity() });
  const entries = [
    imaginaryEntry(1, { note: 'Why does the sign change?' }),
    imaginaryEntry(2, { resource: { ...imaginaryEntry(2).resource, title: LONG } }),
    imaginaryEntry(3, {
      isDue: false,
      dueAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      reviews: 2,
    }),
  ];
  await refuse(page, '/progress/revision', 500, 'Something went wrong');
  await page.goto('/dashboard/revision');
  await expect(main(page).getByRole('alert')).toContainText('Your marks are safe.');
  await succeed(page, '/progress/revision', imaginaryRevision(entries));
  await page.getByRole('button', { name: 'Try again' }).click();
  const session = part(page, 'Due today');
  await expect(session).toContainText('2 resources to go');
  const card = session.getByRole('article');
  await expect(card).toContainText('Marked 1');
  // The note would give the answer away, so a learner asks for it.
  const note = card.getByText('Why does the sign change?');
  await expect(note).toBeHidden();
  await card.locator('summary').click();
  await expect(note).toBeVisible();
  await expect(part(page, 'Later').getByRole('listitem')).toContainText('Comes back in 5 daysreviewed twice');
  await expectSound(page);

  const later = { isDue: false, dueAt: new Date(Date.now() + 2 * 86_400_000).toISOString(), reviews: 1 };
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(`${request.url().split('/api')[1]} ${request.postData()}`);
  });
  await refuse(page, '/progress/revision/resource-1/review', 500, 'Something went wrong');
  await card.getByRole('button', { name: 'Remembered' }).click();
  await expect(messageOn(page, 'Something went wrong').first()).toBeVisible();
  await expect(card).toContainText('Marked 1');
  await succeed(page, '/progress/revision/resource-1/review', {
    reviewId: '7',
    entry: { ...entries[0], ...later },
  });
  await succeed(page, '/progress/revision/resource-2/review', {
    reviewId: '8',
    entry: { ...entries[1], ...later },
  });
  await card.getByRole('button', { name: 'Remembered' }).focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: 'See it again in 2 days' })).toContainText(
    'Remembered',
  );
  await expect(card).toContainText(LONG);
  await expect(card).toBeFocused();
  await page.setViewportSize({ width: 360, height: 640 });
  for (const name of ['Remembered', 'Keep for tomorrow']) {
    await expect(async () => {
      const box = await card.getByRole('button', { name }).boundingBox();
      expect(box && box.y + box.height, name).toBeGreaterThan(580);
      expect(box && box.y + box.height, name).toBeLessThanOrEqual(640);
    }).toPass({ timeout: 30_000 });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('k');
  await expect(session).toContainText('That is all for today.');
  await expect(session).toContainText('Next review: in 2 days.');
  await expect(session).toContainText('Your streak: 4 days.');
  expect(sent).toEqual([
    '/progress/revision/resource-1/review {"rating":"REMEMBERED","expectedLastReviewedAt":null}',
    '/progress/revision/resource-1/review {"rating":"REMEMBERED","expectedLastReviewedAt":null}',
    '/progress/revision/resource-2/review {"rating":"KEEP","expectedLastReviewedAt":null}',
  ]);
  await succeed(page, '/progress/revision/reviews/8', { entry: entries[1] });
  await succeed(page, '/progress/revision', imaginaryRevision([entries[1] as never, entries[2] as never]));
  await page.keyboard.press('u');
  await expect(messageOn(page, 'Undone.')).toBeVisible();
  await expect(card).toContainText(LONG);
  // A key pressed anywhere else answers nothing.
  await page.getByRole('button', { name: 'Pause revision' }).focus();
  await page.keyboard.press('r');
  expect(sent).toHaveLength(3);

  await succeed(page, '/progress/revision/pause', {
    marked: 2,
    due: 0,
    pausedAt: '2026-03-04T05:06:07.000Z',
  });
  await succeed(page, '/progress/revision', imaginaryRevision(entries.slice(1), '2026-03-04T05:06:07.000Z'));
  await page.getByRole('button', { name: 'Pause revision' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused since March 4, 2026' })).toBeVisible();
  await expect(session).toHaveCount(0);
  await expect(part(page, 'Everything marked').getByRole('listitem')).toHaveCount(2);
  await expectSound(page);
});

test('revision as a session: new learners are invited to begin, a failed history says that nothing is lost, and more marks are shown on demand', async ({
  page,
}) => {
  allow(refusedWith(500));
  await actAs(page);
  await succeed(page, '/progress/dashboard', imaginaryDashboard([]));
  await succeed(page, '/progress/revision', imaginaryRevision([]));
  await succeed(page, '/users/me/events', { events: [] });
  await refuse(page, '/progress/history', 500, 'Something went wrong');
  await page.goto('/dashboard/history');
  await expect(main(page).getByRole('alert')).toContainText('Your progress is safe. (Something went wrong)');
  await succeed(page, '/progress/history', { entries: [], nextCursor: null });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your history begins with the first tick' })).toBeVisible();
  await expect(main(page).getByRole('combobox', { name: 'Kind of change' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Revision' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to revise yet' })).toBeVisible();
  await expect(page).toHaveTitle(/^Revision \| /);
  // A link under the pointer would fade from scheme to scheme while it is looked at.
  await page.mouse.move(700, 700);
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Go to your leagues' }).click();
  await expect(page).toHaveURL('/dashboard');

  const entries = [1, 2, 3, 4].map((index) =>
    imaginaryEntry(index, { isDue: false, dueAt: new Date(Date.now() + 5 * 86_400_000).toISOString() }),
  );
  const whole = imaginaryRevision(entries);
  await succeed(page, '/progress/revision', { ...whole, revision: entries.slice(0, 2) });
  await page.goto('/dashboard/revision');
  const list = part(page, 'Everything marked').getByRole('listitem');
  await expect(list).toHaveCount(2);
  const more = page.getByRole('button', { name: 'Show more of 4 marks' });
  await refuse(page, '/progress/revision', 500, 'Something went wrong');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(messageOn(page, 'Something went wrong').first()).toBeVisible();
  await expect(more).toBeFocused();
  await succeed(page, '/progress/revision', whole);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(4);
  await expect(more).toHaveCount(0);
  await expect(list.nth(2).getByRole('link', { name: 'Marked 3' })).toBeFocused();
});
