import type { Page } from '@playwright/test';
import {
  allow,
  countCalls,
  demoEmail,
  disconnect,
  expect,
  login,
  NETWORK_GONE,
  readAs,
  refusedWith,
  test,
} from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { main, noteOf, openImaginary, PATH, revisionOf, rowOf, tickOf, weeks } from './league-page.ts';
import {
  actAs,
  arriveAsLearner,
  type Dashboard,
  type League,
  type LeagueProgress,
  messageOn,
  refuse,
  succeed,
  watchCalls,
} from './learner.ts';
import { expectStill, watchLayoutShift } from './looks.ts';

test.describe('what the page shows', () => {
  test('nothing moves when the modules appear, on a phone and on a wide screen, however long their names are', async ({
    page,
  }) => {
    const league = imaginaryLeague({ weeks: Array.from({ length: 12 }, () => [2]) });
    for (const [index, week] of league.progress.weeks.entries()) {
      week.name = 'Everything that stands in a long name '.repeat(1 + (index % 3)).trim();
    }
    await actAs(page);
    await succeed(page, '/progress/leagues/league-0', league);
    await watchLayoutShift(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 823 });
      await page.goto(PATH);
      await expect(weeks(page)).toHaveCount(12);
      // Those at the top are laid out as they are; a size that is guessed would move what is below.
      const guessed = await weeks(page).evaluateAll((heads) =>
        heads.map((head) => {
          const box = head.closest('section')?.firstElementChild;
          return box !== null && box !== undefined && getComputedStyle(box).contentVisibility === 'auto';
        }),
      );
      expect(guessed).toEqual(Array.from({ length: 12 }, (_, index) => index >= 5));
      await page.waitForLoadState('networkidle');
      await expectStill(page, `${width} px wide`);
    }
  });

  test('LPROG-02 LPROG-03 LPROG-04 LPROG-05 head and modules say what the API says, modules are closed', async ({
    page,
  }) => {
    const { accessToken } = await login(page, demoEmail('luminary'));
    const { enrollments } = await readAs<Dashboard>(page.request, accessToken, '/progress/dashboard');
    const id = enrollments.find((enrollment) => enrollment.league.name === 'ML')?.league.id;
    const path = `/progress/leagues/${id}`;
    const { league, progress } = await readAs<LeagueProgress>(page.request, accessToken, path);
    await page.goto(`/dashboard/league/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'ML', exact: true })).toBeVisible();
    await expect(main(page)).toContainText(league.description ?? '');
    await expect(main(page)).toContainText(`${progress.progressPercentage}% complete`);
    await expect(main(page)).toContainText(`${progress.completedResources}/${progress.totalResources}`);
    await expect(page.getByRole('progressbar', { name: 'League progress' })).toHaveAttribute(
      'aria-valuenow',
      String(progress.progressPercentage),
    );
    await expect(weeks(page)).toHaveCount(progress.weeks.length);
    await expect(page.getByRole('table')).toHaveCount(0);
    for (const [index, week] of progress.weeks.entries()) {
      const head = weeks(page).nth(index);
      await expect(head).toHaveAttribute('aria-expanded', 'false');
      await expect(head).toHaveAccessibleName(new RegExp(week.name));
      await expect(head).toContainText(
        `${week.completedResources} of ${week.totalResources} resources completed`,
      );
      await expect(head).toContainText(`${week.progressPercentage}%`);
    }
    await weeks(page).first().click();
    await expect(weeks(page).first()).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('table')).toHaveCount(progress.weeks[0]?.sections.length ?? 0);
    await weeks(page).first().click();
    await expect(page.getByRole('table')).toHaveCount(0);
    await main(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('LPROG-06 LPROG-07 LPROG-08 LPROG-09 LPROG-10 LPROG-11 a topic is a table of its resources', async ({
    page,
    context,
  }) => {
    await context.route('https://example.org/**', (route) => route.fulfill({ body: 'outside' }));
    await openImaginary(page);
    const table = page.getByRole('table', { name: 'Section name 1.1' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Status',
      'Title',
      'Resource',
      'Note',
      'Revision',
      'Share',
    ]);
    await expect(table.getByRole('row')).toHaveCount(3);
    const row = rowOf(page, 'Resource 1');
    await expect(tickOf(row)).toBeChecked();
    await expect(tickOf(rowOf(page, 'Resource 2'))).not.toBeChecked();
    await expect(row.getByRole('cell').nth(2)).toContainText('Article');
    await expect(row.getByRole('cell').nth(2).locator('svg, img')).toBeVisible();
    await expect(noteOf(row)).toHaveText('Add');
    await expect(revisionOf(row)).not.toBeChecked();
    await expect(revisionOf(rowOf(page, 'Resource 2'))).toBeChecked();
    const opened = page.waitForEvent('popup');
    await row.getByRole('link', { name: /^Resource 1/ }).click();
    const tab = await opened;
    await expect(tab).toHaveURL('https://example.org/1');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(page).toHaveURL(PATH);
  });

  test('LPROG-23 LPROG-25 LPROG-41 types and states have words, shares are rounded, minutes stand beside the note', async ({
    page,
  }) => {
    const types = ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG', 'PODCAST', 'VIDEO'];
    const league = imaginaryLeague({ weeks: [[6]], type: (position) => types[position - 1] ?? '' });
    const resources = league.progress.weeks[0]?.sections[0]?.resources ?? [];
    if (resources[2]) resources[2].progress.personalNote = 'half of it read';
    for (const [index, minutes] of [12, 85].entries()) Object.assign(resources[index] ?? {}, { minutes });
    await openImaginary(page, league);
    for (const [index, words] of ['Video', 'Article', /link/i, 'Blog', 'File'].entries()) {
      await expect(
        rowOf(page, `Resource ${index + 1}`)
          .getByRole('cell')
          .nth(2),
      ).toContainText(words);
    }
    for (const [index, words] of ['Completed', 'Needs Revision', 'In Progress', 'Not Started'].entries()) {
      await expect(rowOf(page, `Resource ${index + 1}`)).toContainText(words);
    }
    await expect(noteOf(rowOf(page, 'Resource 3'))).toHaveText('Edit');
    await expect(main(page)).toContainText('17% complete');
    await expect(weeks(page).first()).toContainText('17%');
    await expect(weeks(page).first()).toContainText('1 of 6 resources completed');
    // Of the first resource nothing is left.
    await expect(weeks(page).first()).toContainText('1 h 25 min left');
    await expect(rowOf(page, 'Resource 3')).not.toContainText('min');
    const row = rowOf(page, 'Resource 2');
    for (const width of [1280, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(async () => {
        const minutes = await row.getByText('1 h 25 min', { exact: true }).boundingBox();
        const note = await noteOf(row).boundingBox();
        expect((minutes?.x ?? width) + (minutes?.width ?? 0), `${width} px`).toBeLessThanOrEqual(
          note?.x ?? 0,
        );
      }).toPass({ timeout: 30_000 });
    }
  });

  test('LPROG-13 LPROG-15 LPROG-20 LPROG-21 no id, a league without weeks, without topics, and a reply without a league', async ({
    page,
  }) => {
    await actAs(page);
    const back = main(page).getByRole('link', { name: 'Back to Dashboard' });
    await page.goto('/dashboard/league');
    await expect(messageOn(page, 'No league ID provided')).toBeVisible();
    await expect(back).toHaveAttribute('href', '/dashboard');
    const sidebar = page.getByRole('navigation', { name: 'Learning area' });
    await expect(sidebar.locator('[aria-current="page"]')).toHaveText('Leagues');
    // The first Tab reaches the skip link, and it leads into the screen.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(back).toBeFocused();
    await openImaginary(page, imaginaryLeague({ weeks: [] }));
    await expect(page.getByRole('heading', { name: 'No Content Available' })).toBeVisible();
    await expect(main(page)).toContainText('0% complete');
    await succeed(page, '/progress/leagues/league-0', imaginaryLeague({ weeks: [[], []] }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No Content Available' })).toBeVisible();
    await succeed(page, '/progress/leagues/league-0', {});
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No Data Available' })).toBeVisible();
    await expect(back).toBeVisible();
  });

  test('LPROG-14 LEAGUES-10 OPEN-20 a league that ended says so, since when, and what still works; a topic without resources', async ({
    page,
  }) => {
    const over = imaginaryLeague({ weeks: [[0, 3]] });
    over.league.isExpired = true;
    over.league.expiresAt = '2026-03-04T12:00:00.000Z';
    await openImaginary(page, over);
    await expect(main(page)).toContainText('This league has ended');
    await expect(main(page)).toContainText(
      /It ended on March 4, 2026\. It is closed for enrollment, but your progress stays\./,
    );
    await expect(tickOf(rowOf(page, 'Resource 3'))).toBeEnabled();
    await expect(main(page), 'no task is announced for a league that is over').not.toContainText(
      'Coming Soon',
    );
    await expect(page.getByText('No resources available for this section.')).toHaveCount(1);
    await expect(page.getByRole('table')).toHaveCount(1);
  });

  test('of forty closed modules only those near the window are laid out, and the last one opens', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await actAs(page);
    const league = imaginaryLeague({ weeks: Array.from({ length: 40 }, () => [2]) });
    await succeed(page, '/progress/leagues/league-0', league);
    await page.goto(PATH);
    await expect(weeks(page)).toHaveCount(40);
    const drawn = () =>
      weeks(page).evaluateAll(
        (heads) => heads.filter((head) => head.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    await expect.poll(drawn).toBeLessThanOrEqual(20);
    await weeks(page).last().click();
    await expect(weeks(page).last()).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('table').scrollIntoViewIfNeeded();
    await expect(page.getByRole('table')).toBeInViewport();
  });

  test('LPROG-08 a resource takes two lines of a phone, whatever is said about it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const league = imaginaryLeague();
    const resources = league.progress.weeks.flatMap((week) =>
      week.sections.flatMap((section) => section.resources),
    );
    for (const [index, resource] of resources.entries()) {
      if (index % 2) resource.title = `A long title that goes on and on ${'and on '.repeat(8)}${index}`;
      resource.type = 'EXTERNAL_LINK';
      Object.assign(resource.progress, {
        isCompleted: true,
        markedForRevision: index % 3 === 0,
        personalNote: index % 2 ? 'Read it twice' : null,
      });
    }
    await openImaginary(page, league);
    const rows = main(page).locator('tr[id^="resource-"]');
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll(async (all) => {
      await document.fonts.ready;
      return all.map((row) => row.getBoundingClientRect().height);
    });
    expect(Math.max(...heights)).toBeLessThanOrEqual(96);
    const kind = await rows.first().getByText('External Link').boundingBox();
    const note = await noteOf(rows.first()).boundingBox();
    expect((kind?.x ?? 0) + (kind?.width ?? 0)).toBeLessThanOrEqual(note?.x ?? 0);
  });

  test('CONST-23 CONST-25 forty modules of long titles come with three calls and stay inside a small window', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { calls, mostAtOnce } = watchCalls(page);
    const weekShapes = Array.from({ length: 40 }, () => [3, 2]);
    const title = (position: number) => `${'Superconductivity'.repeat(11)} ${position}`;
    const name = 'Photoelectronspectroscopy'.repeat(4);
    await openImaginary(page, imaginaryLeague({ name, weeks: weekShapes, title }));
    await expect(page.getByRole('checkbox')).toHaveCount(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(calls.toSorted()).toEqual([
      'GET /auth/profile',
      'GET /migration/status',
      'GET /progress/leagues/league-0',
    ]);
    expect(mostAtOnce()).toBeLessThanOrEqual(5);
    const targets = main(page).getByRole('row').nth(1).locator('label, button, a');
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(44);
      expect(box?.width, await target.innerText()).toBeGreaterThanOrEqual(36);
    }
    expect((await targets.first().boundingBox())?.width, 'the tick').toBeGreaterThanOrEqual(44);
    expect(await jumpToTheEnd(page), 'sections in the window, and those not drawn').toEqual({
      shown: true,
      hidden: 0,
    });
  });

  test('CONST-23 CALL-30 a league with an assignment makes three calls on a tall window and on a small one', async ({
    page,
  }) => {
    await login(page, demoEmail('luminary'));
    await page.goto('/dashboard');
    const href = await main(page).getByRole('link', { name: 'Continue Learning in ML' }).getAttribute('href');
    const { calls } = watchCalls(page);
    for (const size of [
      { width: 1440, height: 1080 },
      { width: 360, height: 640 },
    ]) {
      calls.length = 0;
      await page.setViewportSize(size);
      await page.goto(href ?? '');
      await expect(weeks(page).first()).toBeVisible();
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      // The whole of it, the task included.
      await expect(main(page).getByRole('region').filter({ hasText: 'Assignment' }).last()).toBeVisible();
      expect(calls.map((call) => call.replace(/leagues\/.+/, 'leagues/id')).toSorted()).toEqual([
        'GET /auth/profile',
        'GET /migration/status',
        'GET /progress/leagues/id',
      ]);
    }
  });

  test('LPROG-03 LPROG-04 a link leads to its module or resource; one goes on where one left off', async ({
    page,
  }) => {
    await openImaginary(page, imaginaryLeague({ weeks: Array.from({ length: 20 }, () => [2]) }));
    await page.goto('/livez');
    await page.goto(`${PATH}#module-week-18`);
    await expect(weeks(page).nth(18)).toHaveAttribute('aria-expanded', 'true');
    await expect(weeks(page).nth(18)).toBeFocused();
    await page.evaluate(() => {
      location.hash = '#resource-resource-5';
    });
    await expect(rowOf(page, 'Resource 5').getByRole('link')).toBeFocused();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await main(page).getByRole('button', { name: 'Copy link to Week name 19' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(new RegExp(`${PATH}#module-week-18$`));
    await main(page).getByRole('button', { name: 'Continue where you left off' }).click();
    await expect(rowOf(page, 'Resource 2').getByRole('link')).toBeFocused();
  });
});

test('LPROG-16 LPROG-19 LPROG-21 OPEN-19 when the league does not load: any other failure, no network too; Try Again loads the page', async ({
  page,
}) => {
  allow(refusedWith(404, 500), NETWORK_GONE);
  await actAs(page);
  await refuse(page, '/progress/leagues/league-0', 500, 'Something went wrong');
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Error Loading League' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load league' })).toBeVisible();
  await expect(main(page)).toContainText('There was an error loading the league. Please try again later.');
  await expect(main(page).getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await disconnect(page, '/progress/leagues/league-0');
  await Promise.all([
    page.waitForEvent('load'),
    main(page).getByRole('button', { name: 'Try Again' }).click(),
  ]);
  await expect(page.getByRole('heading', { level: 1, name: 'Error Loading League' })).toBeVisible();
  await succeed(page, '/progress/leagues/league-0', imaginaryLeague());
  await Promise.all([
    page.waitForEvent('load'),
    main(page).getByRole('button', { name: 'Try Again' }).click(),
  ]);
  await expect(page.getByRole('heading', { level: 1, name: 'Quantum' })).toBeVisible();
});

test('LPROG-17 LPROG-18 LPROG-21 LEAGUES-06 OPEN-49 when the league does not load: a league nobody knows; one that one is not enrolled in enrolls, or leads to the catalogue', async ({
  page,
}) => {
  allow(refusedWith(404, 500), NETWORK_GONE);
  const learner = await arriveAsLearner(page);
  await page.goto('/dashboard/league/no-such-league');
  await expect(page.getByRole('heading', { level: 1, name: 'League Not Found' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'League not found' })).toBeVisible();
  await expect(main(page)).toContainText(
    "We couldn't find the league you're looking for. It might have been moved or doesn't exist.",
  );
  await main(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  const { leagues } = (await learner.call('GET', '/leagues')) as { leagues: League[] };
  // Not the first of each kind: other tests add leagues, and delete them.
  const [over, league] = ['ML League (1.0)', 'Quantum'].map((wanted) =>
    leagues.find(({ name }) => name === wanted),
  );
  await page.goto(`/dashboard/league/${over?.id}`);
  await expect(page.getByRole('heading', { name: 'This League Has Ended' })).toBeVisible();
  await expect(main(page)).toContainText(over?.name ?? '');
  await expect(main(page)).toContainText(/It ended on \w+ \d+, \d{4}\. You were not enrolled/);
  await page.goto(`/dashboard/league/${league?.id}`);
  await expect(page.getByRole('heading', { name: 'Not Enrolled Yet' })).toBeVisible();
  await main(page).getByRole('link', { name: 'Browse All Leagues' }).click();
  await expect(page).toHaveURL('/dashboard/leagues');
  await page.goBack();
  const calls = await countCalls(page, '/progress/enroll');
  await main(page).getByRole('button', { name: 'Enroll Now' }).dblclick();
  await expect(page.getByText('Enrollment successful!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: league?.name ?? '' })).toBeVisible();
  await expect(main(page)).toContainText('0% complete');
  expect(calls).toHaveLength(1);
});

/** Jumps down the page: whether sections stand in the window then, and how many of those are not drawn after a second. */
function jumpToTheEnd(page: Page) {
  return page.evaluate(async () => {
    const sections = [...document.querySelectorAll('[aria-labelledby^="topic-"]')];
    const inWindow = () =>
      sections.filter((section) => {
        const { top, bottom } = section.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
    const countHidden = () =>
      inWindow().filter(
        (section) => !section.querySelector('a')?.checkVisibility({ contentVisibilityAuto: true }),
      ).length;
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    for (let waited = 0; waited < 1500 && (inWindow().length === 0 || countHidden() > 0); waited++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { shown: inWindow().length > 0, hidden: countHidden() };
  });
}
