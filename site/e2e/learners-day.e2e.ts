import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addCurriculum, OPEN_COHORT } from './curriculum.ts';
import { allowing, expect, newPerson, test } from './fixtures.ts';
import { main, noteOf, revisionOf, rowOf, tickOf, weeks } from './league-page.ts';
import { arriveAsLearner, readLeague } from './learner.ts';
import { translate } from './translation.ts';

const listed = new RegExp(readFileSync('api/test/cases/content-blocker/blocked.txt', 'utf8').trim());
/** Names of calls that lists of content blockers look for, beside the case's own. */
const SUSPECT =
  /\/(?:analytics|report|reports|beacon|collect|metrics|pixel|telemetry|track(?:er|ing)?)(?:[/?]|$)/;

/** Takes the tokens of the page away and signs in by the form. */
async function signIn(page: Page, email: string, onPage: () => Promise<void>): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await onPage();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(newPerson().password);
  await main(page).locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Walks through a learner's day; `onPage` is told each page that was opened. */
async function walkDay(page: Page, onPage: () => Promise<void>): Promise<void> {
  const league = (await addCurriculum(page.request, ['Saving'], ['Coins', 'Banknotes'], OPEN_COHORT)).league
    .name;
  const learner = await arriveAsLearner(page, league);
  await signIn(page, learner.email, onPage);
  const { progress } = await readLeague(learner, league);
  const [first, last] = progress.weeks.flatMap(({ sections }) =>
    sections.flatMap(({ resources }) => resources),
  );
  const open = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await onPage();
  };

  await open('/dashboard');
  await expect(
    main(page)
      .locator(`a[href*="${learner.leagues.get(league)}"]`)
      .first(),
  ).toBeVisible();

  await open(`/dashboard/league/${learner.leagues.get(league)}`);
  await weeks(page).first().click();
  const row = rowOf(page, first?.title ?? '');
  await tickOf(row).click();
  await expect(tickOf(row)).toBeChecked();
  await revisionOf(row).click();
  await expect(revisionOf(row)).toBeChecked();
  await noteOf(row).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Read twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await expect(row.getByText('Read twice')).toBeVisible();
  await tickOf(rowOf(page, last?.title ?? '')).click();
  await expect(page.getByRole('dialog')).toContainText(league);

  await open('/dashboard/leaderboard');
  await expect(page.getByRole('table').locator('tbody').getByRole('row').first()).toBeVisible();
  await open('/dashboard/revision');
  await expect(main(page)).toContainText(first?.title ?? '');
  await open('/dashboard/profile');
  await expect(main(page)).toContainText(newPerson().name);
  const certificate = main(page).locator('a[href*="/certificates/"]').first();
  const address = await certificate.getAttribute('href');
  await open(address ?? '');
  await expect(main(page)).toContainText(league);
}

test('a learner’s day, on pages that the browser translates', async ({ page }) => {
  test.slow();
  await walkDay(page, () => translate(page));
});

test.describe('with a content blocker', () => {
  test.use(allowing(/net::ERR_BLOCKED_BY_CLIENT/));

  test('a learner’s day asks for nothing that its lists stop', async ({ page, baseURL }) => {
    test.slow();
    const stopped: string[] = [];
    const isStopped = (url: URL) =>
      url.origin !== baseURL || listed.test(url.href) || SUSPECT.test(url.pathname);
    await page.route(isStopped, (route) => {
      stopped.push(route.request().url());
      return route.abort('blockedbyclient');
    });
    await walkDay(page, async () => {
      await expect(main(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
    expect(stopped).toEqual([]);
  });
});
