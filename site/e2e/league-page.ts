import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { actAs, arriveAsLearner, type LeagueProgress, type Learner, readLeague, succeed } from './learner.ts';

export const PATH = '/dashboard/league/league-0';
export const main = (page: Page) => page.getByRole('main');
export const weeks = (page: Page) => main(page).locator('h2 > button[aria-expanded]');
export const rowOf = (page: Page, title: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true }) });
export const tickOf = (row: Locator) => row.getByRole('checkbox');
export const noteOf = (row: Locator) => row.getByRole('button', { name: /^(Add|Edit)/ });
export const revisionOf = (row: Locator) => row.getByRole('switch');
export const shareOf = (row: Locator) => row.getByRole('button', { name: /^Share/ });

export async function openImaginary(page: Page, league: LeagueProgress = imaginaryLeague()): Promise<void> {
  await actAs(page);
  await succeed(page, '/progress/leagues/league-0', league);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: league.league.name })).toBeVisible();
  // A long league is drawn in parts, and a week that is not there yet would stay closed.
  await expect(weeks(page)).toHaveCount(league.progress.weeks.length);
  // All at once: that each opens under a pointer is looked at where the weeks are.
  await weeks(page).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
}

/** A league of the demo data, opened by a learner of its own, with the first module open. */
export async function openReal(
  page: Page,
): Promise<{ learner: Learner; title: string; row: Locator; path: string }> {
  const learner = await arriveAsLearner(page, 'Quantum');
  const league = await readLeague(learner, 'Quantum');
  const resource = league.progress.weeks[0]?.sections[0]?.resources[0];
  if (!resource) throw new Error('The demo league has no resource');
  await page.goto(`/dashboard/league/${learner.leagues.get('Quantum')}`);
  await weeks(page).first().click();
  const path = `/resource-progress/${resource.id}`;
  return { learner, title: resource.title, row: rowOf(page, resource.title), path };
}

export async function firstProgress(learner: Learner) {
  const league = await readLeague(learner, 'Quantum');
  return league.progress.weeks[0]?.sections[0]?.resources[0]?.progress;
}
