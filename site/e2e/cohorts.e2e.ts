import type { Page } from '@playwright/test';
import {
  allow,
  answer,
  approveByApi,
  disconnect,
  expect,
  expectAccessible,
  keepTokens,
  NETWORK_GONE,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { holdBack, succeed } from './learner.ts';

const PATH = '/public/cohorts-structure';

function makeLeague(number: number, modules: number) {
  return {
    id: `league-${number}`,
    name: `League ${number}`,
    description: `What league ${number} is about.`,
    // In the wrong order on purpose.
    weeks: Array.from({ length: modules }, (_, at) => ({
      id: `week-${number}-${modules - at}`,
      name: `Module ${modules - at}`,
      order: modules - at,
    })),
  };
}

/** Answers with a first programme of so many leagues, and a second that must not be shown. */
async function openProgramme(page: Page, leagues: number, modules = 2): Promise<void> {
  const data = [
    {
      id: 'first',
      description: 'The first programme.',
      leagues: Array.from({ length: leagues }, (_, at) => makeLeague(at + 1, modules)),
    },
    { id: 'second', description: 'The second programme.', leagues: [makeLeague(99, 1)] },
  ];
  await page.unrouteAll();
  await succeed(page, PATH, data);
  await page.goto('/cohorts');
  await expect(page.getByText('The first programme.')).toBeVisible();
}

/** How many cards stand in each row, and how far the middle of the first row is from the middle of the page. */
function measureGrid(page: Page): Promise<{ rows: number[]; offCentre: number }> {
  return page.locator('.league-card').evaluateAll((cards) => {
    const boxes = cards.map((element) => element.getBoundingClientRect());
    const rows = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()];
    const first = rows[0] ?? [];
    const middle = ((first[0]?.left ?? 0) + (first.at(-1)?.right ?? 0)) / 2;
    return { rows: rows.map(({ length }) => length), offCentre: Math.abs(middle - innerWidth / 2) };
  });
}

/** The cards stand in these rows, once a window that changed its width is laid out. */
const expectRows = (page: Page, rows: number[]) =>
  expect.poll(async () => (await measureGrid(page)).rows).toEqual(rows);

test('COHORT-01 COHORT-10 to 13, 15 to 19 the demo programme, from the server', async ({ page }) => {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/api${PATH}`);
  await page.goto('/cohorts');
  expect((await asked).headers().authorization, 'a public call').toBeUndefined();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  const cards = page.locator('.league-card');
  // Tests of the staff area may have added leagues of their own to the running cohort.
  await expect(cards.nth(6)).toBeVisible();
  await expect(main.getByText(`${await cards.count()} learning paths`)).toBeVisible();
  await expect(main.getByText('Industry Certificates')).toBeVisible();
  for (const name of [
    'Finance',
    'Quantum',
    'ML',
    'Soft Skills',
    'Competitive Programming',
    'IoT',
    'ExMatrix',
  ]) {
    const card = cards.filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
    await expect(card.getByText(/^\d+ modules?$/)).toBeVisible();
    for (const words of ['Community Access', 'Certificate', 'Available Now']) {
      await expect(card.getByText(words, { exact: true })).toBeVisible();
    }
  }
  const ml = cards.filter({ has: page.getByRole('heading', { name: 'ML', exact: true }) });
  await expect(ml.locator('ol').getByRole('listitem')).toHaveCount(3);
  await expect(ml.getByText(/^\+\d+ more modules? included$/)).toBeVisible();
  await main.getByRole('link', { name: 'Start Learning Today' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByRole('link', { name: 'Create your account' })).toBeHidden();
});

test('COHORT-15 COHORT-19 the way from a card over sign-up and approval to the league', async ({ page }) => {
  allow(refusedWith(404));
  await page.goto('/cohorts');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/signup');
  const steps = main.getByRole('region', { name: 'How you join' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.last()).toContainText('It can take up to 24 hours, and we email you.');
  await expect(main).not.toContainText('tonight');
  const card = page
    .locator('.league-card')
    .filter({ has: page.getByRole('link', { name: 'Finance', exact: true }) });
  // Anywhere on the card.
  await card.click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL(/\/signin\?league=[\w-]+$/);
  const leagueId = new URL(page.url()).searchParams.get('league');
  const first = page.getByRole('link', { name: 'Create your account' });
  await expect(first).toBeVisible();
  await expect(first).toHaveAttribute('href', '/signup');
  const [y, formY] = [(await first.boundingBox())?.y, (await page.getByLabel('Email').boundingBox())?.y];
  expect(y).toBeLessThan(formY ?? 0);

  const tokens = await signUpByApi(page.request, { migrated: true, verified: true });
  await approveByApi(page.request, tokens.user.id);
  await keepTokens(page, tokens);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Join Finance' }).click();
  await expect(page).toHaveURL(`/dashboard/league/${leagueId}`);
  await page.getByRole('button', { name: /^Enroll Now/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
});

test('COHORT-10 to 12, 14 to 17 the first programme alone, counted and set in one, two or three columns', async ({
  page,
}) => {
  await openProgramme(page, 1, 1);
  await expect(page.getByText('1 learning path', { exact: true })).toBeVisible();
  await expect(page.getByText('The second programme.')).toBeHidden();
  const card = page.locator('.league-card');
  await expect(card.getByRole('heading', { name: 'League 1' })).toBeVisible();
  await expect(card.getByText('What league 1 is about.')).toBeVisible();
  await expect(card.getByText('1 module', { exact: true })).toBeVisible();
  await expect(card.getByText(/more modules/)).toHaveCount(0);
  await expectRows(page, [1]);
  expect((await measureGrid(page)).offCentre, 'in the middle').toBeLessThan(12);
  expect((await card.boundingBox())?.width, 'not stretched over the page').toBeLessThan(600);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(async () => (await page.locator('.programme-emblems svg').boundingBox())?.width, {
      message: 'no larger than one of many',
    })
    .toBeLessThan(48);
  await page.setViewportSize({ width: 1280, height: 800 });

  await openProgramme(page, 0);
  await expect(page.getByText('0 learning paths', { exact: true })).toBeVisible();
  await expect(page.getByText('Make an account. Leagues appear here as soon as they open.')).toBeVisible();
  await expect(page.getByText(/^Pick a league and/)).toHaveCount(0);

  await openProgramme(page, 2, 3);
  await expect(page.getByText('2 learning paths', { exact: true })).toBeVisible();
  await expect(card.first().getByText(/more modules/)).toHaveCount(0);
  await expectRows(page, [2]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectRows(page, [1, 1]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await openProgramme(page, 4, 5);
  await expect(card.first().locator('ol').getByRole('listitem')).toHaveText([
    'Module 1',
    'Module 2',
    'Module 3',
  ]);
  await expect(card.first().getByText('5 modules', { exact: true })).toBeVisible();
  await expect(card.first().getByText('+2 more modules included', { exact: true })).toBeVisible();
  await expectRows(page, [3, 1]);
  await page.setViewportSize({ width: 800, height: 800 });
  await expectRows(page, [2, 2]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectRows(page, [1, 1, 1, 1]);
});

test('COHORT-01 to 05 ERR-01 without a programme: loading, refused, and loaded again by the button', async ({
  page,
}) => {
  allow(refusedWith(503), NETWORK_GONE);
  await answer(page, PATH, 503, { success: false });
  const letGo = await holdBack(page, PATH);
  await page.goto('/cohorts');
  const main = page.getByRole('main');
  await expect(main.getByRole('status')).toHaveText('Loading Learning Programs');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [width, height] of [
    [1280, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => (await page.getByRole('contentinfo').boundingBox())?.y, {
        message: 'below the window',
      })
      .toBeGreaterThanOrEqual(height);
  }
  await expectAccessible(page);
  letGo();
  const alert = main.getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText('Unable to Load Programs');
  await expect(alert).toContainText('HTTP error! status: 503');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByText('Loading Learning Programs')).toBeHidden();
  await page.unrouteAll();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Retry Loading' }).press('Enter');
  await reloaded;
  await expect(main.getByText(/^\d+ learning paths$/)).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});

test('COHORT-06 to 09 ERR-02 OPEN-04 without a programme: the words for each failure and for an empty list', async ({
  page,
}) => {
  allow(refusedWith(503), NETWORK_GONE);
  const main = page.getByRole('main');
  for (const [reply, words] of [
    [{ success: false, error: 'The leagues are being counted.' }, 'The leagues are being counted.'],
    [{ success: false, message: 'Come back at noon.' }, 'Come back at noon.'],
    [{ success: false }, 'API request failed'],
    [{ success: true, data: 'nonsense' }, 'Failed to load cohort data'],
    [{ success: true, data: [{ leagues: 7 }] }, 'Failed to load cohort data'],
    [{ success: true, data: null }, 'No cohort data available'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, PATH, 200, reply);
    await page.goto('/cohorts');
    await expect(main.getByRole('alert').getByRole('heading')).toHaveText('Unable to Load Programs');
    await expect(main.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
  }
  await page.unrouteAll();
  await disconnect(page, PATH);
  await page.goto('/cohorts');
  await expect(main.getByRole('alert')).toContainText('Network error. Please try again.');

  await page.unrouteAll();
  await succeed(page, PATH, []);
  await page.goto('/cohorts');
  await expect(main.getByRole('heading', { level: 2, name: 'Programs Coming Soon' })).toBeVisible();
  await expect(main.getByText('No cohort data available', { exact: true })).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});
