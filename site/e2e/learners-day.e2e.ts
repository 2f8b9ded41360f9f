import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addCurriculum, OPEN_COHORT } from './curriculum.ts';
import { allow, expect, newPerson, test } from './fixtures.ts';
import { main, noteOf, revisionOf, rowOf, tickOf, weeks } from './league-page.ts';
import { arriveAsLearner, messageOn, readLeague } from './learner.ts';
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

test('LPROG-22 NOTE-05 LEAGUES-08 LEADER-05 PROF-20 OPEN-51 a learner’s day, on pages that the browser translates while a content blocker follows its lists: nothing breaks, and nothing is stopped', async ({
  page,
  baseURL,
}) => {
  allow(/net::ERR_BLOCKED_BY_CLIENT/);
  test.slow();
  const stopped: string[] = [];
  const isStopped = (url: URL) =>
    url.origin !== baseURL || listed.test(url.href) || SUSPECT.test(url.pathname);
  await page.route(isStopped, (route) => {
    stopped.push(route.request().url());
    return route.abort('blockedbyclient');
  });
  const onPage = async () => {
    await translate(page);
    await expect(main(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  };
  // Another of its own: a long catalogue begins with the newest, and other tests add leagues and delete them.
  const other = (await addCurriculum(page.request, ['Lending'], [], OPEN_COHORT)).league.name;
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
  for (const isTicked of [true, false, true]) {
    await tickOf(row).click();
    if (!isTicked) await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(tickOf(row)).toBeChecked({ checked: isTicked });
    await expect(row).not.toHaveAttribute('aria-busy');
  }
  await revisionOf(row).click();
  await expect(revisionOf(row)).toBeChecked();
  await noteOf(row).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Read twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await expect(row.getByText('Read twice')).toBeVisible();
  await tickOf(rowOf(page, last?.title ?? '')).click();
  await expect(page.getByRole('dialog')).toContainText(league);

  await open('/dashboard/leagues');
  await main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: other }) })
    .getByRole('button', { name: /Enroll Now/ })
    .click();
  await expect(main(page).getByRole('link', { name: /Continue Learning/ })).toHaveCount(2);

  await open('/dashboard/leaderboard');
  const lines = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(lines.first()).toBeVisible();
  await main(page).getByRole('searchbox').fill('no such learner anywhere');
  await expect(lines).toHaveCount(0);
  await main(page).getByRole('searchbox').fill('');
  await expect(lines).not.toHaveCount(0);
  await main(page).getByRole('combobox').first().selectOption({ index: 1 });
  await expect(lines.first()).toBeVisible();

  await open('/dashboard/revision');
  await expect(main(page)).toContainText(first?.title ?? '');
  for (const name of [/Pause revision/, /Resume revision/])
    await main(page).getByRole('button', { name }).click();
  await expect(main(page).getByRole('button', { name: /Pause revision/ })).toBeVisible();

  await open('/dashboard/profile');
  await expect(main(page)).toContainText(newPerson().name);
  await main(page)
    .getByRole('button', { name: /Edit Social/ })
    .click();
  await main(page).getByLabel('GitHub username').fill('meera');
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(messageOn(page, 'Social profiles updated successfully!')).toBeVisible();
  await expect(main(page).getByRole('link', { name: /meera/ })).toBeVisible();
  const certificate = main(page).locator('a[href*="/certificates/"]').first();
  const address = await certificate.getAttribute('href');
  await open(address ?? '');
  await expect(main(page)).toContainText(league);
  expect(stopped).toEqual([]);
});
