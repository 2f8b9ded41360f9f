import type { Page } from '@playwright/test';
import { allow, expect, expectAccessible, NETWORK_GONE, test, withMotion } from './fixtures.ts';
import { imaginaryDashboard, imaginaryLeague } from './imaginary.ts';
import { openImaginary, PATH, rowOf, tickOf, weeks } from './league-page.ts';
import { actAs, arriveAsLearner, messageOn, readLeague, succeed } from './learner.ts';
import {
  expectFitsSmallPhone,
  expectRoomForLargeText,
  expectSound,
  expectStill,
  NARROW,
  readLayoutShift,
  watchLayoutShift,
} from './looks.ts';

const line = (page: Page) => page.getByRole('navigation', { name: 'Modules' });
const stations = (page: Page) => line(page).getByRole('link');
const LONG = 'Magnetohydrodynamics'.repeat(3);

/** A league of so many modules with one resource each; the first is done. */
function leagueOf(count: number) {
  const league = imaginaryLeague({ name: 'ML', weeks: Array.from({ length: count }, () => [1]) });
  for (const week of league.progress.weeks.slice(1, 3)) week.name = LONG;
  return league;
}

test.describe('with motion', () => {
  test.use(withMotion);

  test('LPROG-05 LPROG-26 the last tick of a module says so and fills its station, moves nothing, and unticking empties it', async ({
    page,
  }) => {
    const learner = await arriveAsLearner(page, 'Quantum');
    const { progress } = await readLeague(learner, 'Quantum');
    const [first, second] = progress.weeks;
    const resources = first?.sections.flatMap((section) => section.resources) ?? [];
    const last = resources.at(-1);
    for (const { id } of resources.slice(0, -1)) {
      await learner.call('POST', `/resource-progress/${id}/complete`, {});
    }
    await watchLayoutShift(page);
    await page.goto(`/dashboard/league/${learner.leagues.get('Quantum')}`);
    await expect(stations(page)).toHaveCount(progress.weeks.length);
    await expect(stations(page).nth(0)).toHaveAccessibleName(`1 ${first?.name} You are here`);
    await expect(stations(page).nth(0)).toHaveAttribute('aria-current', 'step');
    await expect(stations(page).nth(1)).toHaveAccessibleName(`2 ${second?.name} To come`);

    await stations(page).nth(0).focus();
    await page.keyboard.press('Enter');
    await expect(weeks(page).first()).toBeFocused();
    await expect(weeks(page).first()).toHaveAttribute('aria-expanded', 'true');

    const row = rowOf(page, last?.title ?? '');
    await row.scrollIntoViewIfNeeded();
    const shift = (await readLayoutShift(page)) ?? 0;
    await tickOf(row).click();
    await expect(messageOn(page, `Well done! You completed the module "${first?.name}".`)).toBeVisible();
    await expect(stations(page).nth(0)).toHaveAccessibleName(`${first?.name} Done`);
    await expect(stations(page).nth(1)).toHaveAccessibleName(`2 ${second?.name} You are here`);
    await expectStill(page, 'since before the tick', shift);
    await expect(tickOf(row)).toBeEnabled();

    await page.goto('/dashboard');
    const card = page.getByRole('article');
    await expect(card).toContainText(`1 of ${progress.weeks.length} modules done, now ${second?.name}`);
    await page.goBack();
    await tickOf(row).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /not done/ })
      .click();
    await expect(stations(page).nth(0)).toHaveAccessibleName(`1 ${first?.name} You are here`);
  });
});

test('P41 a tick without a connection fills the station at once', async ({ page, context }) => {
  allow(NETWORK_GONE);
  await openImaginary(page, leagueOf(3));
  const row = rowOf(page, 'Resource 2');
  await expect(stations(page).nth(1)).toHaveAccessibleName(`2 ${LONG} You are here`);
  await context.setOffline(true);
  await tickOf(row).click();
  await expect(stations(page).nth(1)).toHaveAccessibleName(`${LONG} Done`);
  await expect(stations(page).nth(2)).toHaveAttribute('aria-current', 'step');
});

for (const count of [1, 5, 12, 30]) {
  test(`LPROG-04 the line of ${count} modules: on the smallest phone, with large text, on paper, in forced colours`, async ({
    page,
  }) => {
    await actAs(page);
    await succeed(page, '/progress/leagues/league-0', leagueOf(count));
    await page.goto(PATH);
    await expect(stations(page)).toHaveCount(count);
    await expect(stations(page).first()).toHaveAccessibleName('Week name 1 Done');
    if (count === 12) await expectSound(page);
    if (count > 5) await expectRoomForLargeText(page);
    await page.setViewportSize(NARROW);
    if (count > 1) await expect(line(page).getByText('You are here')).toBeVisible();
    await expectFitsSmallPhone(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const segment = () =>
      line(page)
        .getByRole('listitem')
        .first()
        .evaluate((item) => getComputedStyle(item, '::after').borderTopStyle);
    if (count > 1) expect(await segment()).toBe('solid');
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    await expect(line(page)).toBeVisible();
    await expectFitsSmallPhone(page);
  });
}

test('DASH-07 the small line of a card says how many modules are done and where to go on; without modules there is none', async ({
  page,
}) => {
  const dashboard = imaginaryDashboard([
    { name: 'ML' },
    { name: 'Quantum' },
    { name: 'Finance' },
    { name: 'IoT' },
  ]);
  const toModules = (sums: [completed: number, total: number][]) =>
    sums.map(([completedResources, totalResources], index) => ({
      id: `week-${index}`,
      name: index === 1 ? LONG : `Module ${index}`,
      completedResources,
      totalResources,
    }));
  const shown = [
    toModules([[0, 0], [1, 2], ...Array.from({ length: 28 }, (): [number, number] => [2, 2])]),
    toModules([[3, 3]]),
    [],
    undefined,
  ];
  for (const [index, modules] of shown.entries())
    Object.assign(dashboard.enrollments[index] ?? {}, { modules });
  await actAs(page);
  await succeed(page, '/progress/dashboard', dashboard);
  await page.goto('/dashboard');
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
  await expect(card('ML')).toContainText(`28 of 30 modules done, now ${LONG}`);
  await expect(card('Quantum')).toContainText('1 of 1 module done');
  await expect(card('Quantum')).not.toContainText('now');
  await expect(card('Finance')).not.toContainText('modules done');
  await expect(card('IoT')).not.toContainText('modules done');
  await expectFitsSmallPhone(page);
  await expectAccessible(page, ['light', 'dark']);
});
