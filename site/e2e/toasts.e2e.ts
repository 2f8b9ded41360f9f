import type { Page } from '@playwright/test';
import { type Made, send } from './curriculum.ts';
import {
  allow,
  apiPath,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  refusedWith,
  test,
  withMotion,
} from './fixtures.ts';
import { imaginaryDashboard, imaginaryLeague } from './imaginary.ts';
import { noteOf, openImaginary, rowOf, tickOf } from './league-page.ts';
import { actAs, holdBack, messageOn, refuse, stopClock, succeed } from './learner.ts';
import { NARROW, NARROWEST, WIDE } from './looks.ts';
import { openArea } from './staff-page.ts';

test.use(withMotion);

test.beforeEach(() => allow(refusedWith(500), /^HTTP 500/));

const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' });

/** Controls that lie at least partly under the visible message. */
async function expectNothingBelow(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const message = document.querySelector('[data-toast]:not(.sr-only)');
    const box = message?.getBoundingClientRect();
    if (!message || !box) return ['no message'];
    // A sticky bar hides controls by itself, with or without a message.
    const bar = message.closest('.progress-strip')?.parentElement?.getBoundingClientRect();
    return [
      ...document.querySelectorAll('main a, main button, main input, header a, header button, header input'),
    ]
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        const isWithin = left < box.right && right > box.left;
        const meets = isWithin && Math.max(top, bar?.bottom ?? 0) < box.bottom && bottom > box.top;
        return (
          meets &&
          width > 1 &&
          !one.closest('[data-toast]') &&
          one.checkVisibility({ visibilityProperty: true })
        );
      })
      .map((one) => one.getAttribute('aria-label') || one.textContent);
  });
  expect(covered).toEqual([]);
}

test('CONST-22 a failure that arrives while a dialog is open is told in it, and after it over nothing that can be pressed', async ({
  page,
}) => {
  await openImaginary(page);
  await succeed(page, '/resource-progress/section/section-0-0/resources', { resources: [] });
  await refuse(page, '/resource-progress/resource-2/complete', 500, 'Something went wrong');
  const answerNow = await holdBack(page, '/resource-progress/resource-2/complete');
  // A message from before a dialog stays out of it.
  await succeed(page, '/resource-progress/resource-3/complete', {});
  await tickOf(rowOf(page, 'Resource 3')).click();
  await expect(dismiss(page)).toBeVisible();
  await noteOf(rowOf(page, 'Resource 1')).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  // Read once: a little later it would have gone anyway.
  expect(await page.getByRole('dialog').locator('[data-toast]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(dismiss(page)).toHaveCount(0);

  const failure = 'Failed to mark "Resource 2" as complete. Please try again.';
  await tickOf(rowOf(page, 'Resource 2')).click();
  await noteOf(rowOf(page, 'Resource 1')).click();
  const note = page.getByRole('dialog');
  await note.getByRole('textbox').fill('Half a thought');
  await page.setViewportSize(NARROWEST);
  answerNow();
  await expect(note.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(dismiss(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await note.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expectNothingBelow(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('alert').filter({ hasText: failure }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(failure)).toHaveCount(0);
});

for (const { width, height } of [NARROW, WIDE]) {
  test(`CONST-22 no message lies over what can be pressed, ${width} px wide, wherever one has scrolled to`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await openImaginary(page, imaginaryLeague({ weeks: [[6, 6]] }));
    // A message lasts three seconds, and a busy machine may look at it later.
    await stopClock(page);
    for (const title of ['Resource 2', 'Resource 9']) {
      await succeed(page, `/resource-progress/${title.toLowerCase().replace(' ', '-')}/complete`, {});
      await tickOf(rowOf(page, title)).click();
      await expect(messageOn(page, `"${title}" is completed`)).toBeVisible();
      if (width === NARROW.width) await expect(page.getByText('% complete')).toBeHidden();
      await expectNothingBelow(page);
    }
    await page.clock.resume();
    await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'ML League (1.0)' }]));
    await page.goto('/dashboard');
    const expired = page
      .getByRole('main')
      .getByRole('button', { name: /^Expired/ })
      .first();
    await expired.click();
    await expect(messageOn(page, 'look back at it below')).toBeVisible();
    await expectNothingBelow(page);
  });
}

test('CONST-22 a message that goes while one presses takes no click away', async ({ page }) => {
  // All of the page is in sight: one that is scrolled keeps its place by itself.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await actAs(page);
  await succeed(page, '/progress/dashboard', imaginaryDashboard([{ name: 'ML League (1.0)' }]));
  await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
  await page.clock.install();
  await page.goto('/dashboard');
  const expired = page.getByRole('main').getByRole('button', { name: /^Expired/ });
  const lookBack = page.getByRole('link', { name: 'Look back at ML League (1.0)' });
  await expect(lookBack).toBeVisible();
  await stopClock(page);
  await expired.click();
  const message = messageOn(page, 'look back at it below');
  await expect(message).toBeVisible();
  await lookBack.hover();
  await page.mouse.down();
  // Its eight seconds end.
  await page.clock.runFor(8100);
  await page.mouse.up();
  await expect(page).toHaveURL('/dashboard/league/league-0');
  await page.clock.runFor(50);
  await expect(message).toHaveCount(0);
});

test('CONST-22 an award that failed for some says in its dialog who has it, and the end is told on the page', async ({
  page,
}) => {
  const name = `Partly ${Date.now().toString(36)}`;
  const { badge } = await send<{ badge: Made }>(page.request, 'post', '/admin/badges', { name });
  await openArea(page, 'badges');
  await page
    .getByRole('table', { name: 'badges' })
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('link', { name: 'Holders' })
    .click();
  await page.getByRole('button', { name: 'Award Badge' }).click();
  const award = page.getByRole('dialog', { name: `Award ${name}` });
  for (const person of ['luminary', 'pioneer'] as const) {
    await award.getByLabel('People').fill(demoEmail(person));
    await award.getByRole('list', { name: 'Found' }).getByRole('button').click();
  }
  await award.getByLabel('Reason').fill('Ran it all term.');
  let calls = 0;
  await page.route(apiPath(`/badges/${badge.id}/award`), (route) => {
    calls += 1;
    return calls === 2
      ? route.fulfill({ status: 500, json: { success: false, error: 'Something went wrong' } })
      : route.fallback();
  });
  await award.getByRole('button', { name: 'Award to 2 people' }).click();
  await expect(
    award.getByRole('status').filter({ hasText: '1 of 2 people now have the badge' }),
  ).toBeVisible();
  await expect(dismiss(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.unrouteAll();
  await award.getByRole('button', { name: 'Award', exact: true }).click();
  // Raised while the dialog closes: it is told where one is then.
  await expect(page.getByRole('status').filter({ hasText: 'Badge awarded' })).toBeVisible();
  await expect(award).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Badge awarded' })).toBeVisible();
});
