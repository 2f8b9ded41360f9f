import type { Locator, Page } from '@playwright/test';
import accelerate from '../../content/programme/accelerate.json' with { type: 'json' };
import { expect, test } from './fixtures.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
/** The card below a heading of its own name. */
const card = (within: Locator, name: string) =>
  within.getByRole('article').filter({ has: within.page().getByRole('heading', { name, exact: true }) });

test('ABOUT-01 to 06 PROD-03 to 11 PROD-14 the page about us states every fact of the programme', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(page.getByRole('main')).toContainText('Built by students, for students');

  const aims = region(page, 'Vision and mission');
  for (const name of ['Vision', 'Mission']) {
    const words = aims.getByRole('heading', { name, exact: true }).locator('xpath=following-sibling::p');
    await expect(words).toHaveText(/^.{60,}$/);
  }

  const cohorts = region(page, 'Cohorts');
  await expect(cohorts.getByRole('listitem').filter({ hasText: 'Cohort 1.0 is finished' })).toContainText(
    /^Finished/,
  );
  await expect(cohorts.getByRole('listitem').filter({ hasText: 'Cohort 1.5 is open' })).toContainText(
    /^Open now/,
  );
  await expect(card(cohorts, 'Summer cohort').getByRole('listitem')).toHaveText([
    '2 exclusive leagues',
    '108 students',
    'Direct entry to the Accelerate programme',
  ]);
  await expect(card(cohorts, 'Fall cohort').getByRole('listitem')).toHaveText([
    'Open leagues',
    'Open to all',
    'Lateral entry allowed',
  ]);

  const year = region(page, 'A year, August to March');
  await expect(year.getByRole('heading', { level: 3, name: 'Accelerate programme' })).toBeVisible();
  await expect(card(year, 'Accelerate n.0').getByRole('listitem')).toHaveText([
    '6 months',
    'From mid-August',
    'Research domains',
  ]);
  await expect(card(year, 'Accelerate n.5').getByRole('listitem')).toHaveText([
    '3-4 months',
    'From end of September/October',
    'Open domains',
  ]);
  await expect(year.getByRole('heading', { level: 3, name: 'OpenERA', exact: true })).toBeVisible();
  await expect(card(year, 'OpenERA n.0').getByRole('listitem')).toHaveText(['Hackathon', 'Late January']);
  await expect(card(year, 'OpenERA n.5').getByRole('listitem')).toHaveText(['Tech meetup and expo', 'March']);
  await expect(year.getByRole('link', { name: /Accelerate/ })).toHaveAttribute('href', '/accelerate');

  await expect(region(page, 'Who does what').getByRole('heading', { level: 3 })).toHaveText([
    '5 core leads',
    '1 chief pathfinder per league',
    '4-6 pathfinders per league',
    'All pioneers, open to all',
  ]);

  const values = region(page, 'Four things we hold on to');
  await expect(values.getByRole('listitem').getByRole('heading')).toHaveText([
    'Structured',
    'Peer-Driven',
    'Focused',
    'Truly Open',
  ]);
  for (const item of await values.getByRole('listitem').all())
    await expect(item.locator('p')).toHaveText(/.{20,}/);
  await expect(page.getByRole('link', { name: 'Join Cohort 1.5' })).toHaveAttribute('href', '/cohorts');
});

test('ACCEL-01 to 05 Accelerate 1.0: three figures, six phases in order, seven domains', async ({ page }) => {
  await page.goto('/accelerate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accelerate 1.0');
  const figures = page.getByRole('main').locator('dl > div');
  await expect(figures).toHaveCount(3);
  for (const [at, figure] of ['6 months', '6 phases', '7 domains'].entries()) {
    const [value = '', label = ''] = figure.split(' ');
    await expect(figures.nth(at).getByRole('definition')).toHaveText(value);
    await expect(figures.nth(at).getByRole('term')).toHaveText(label);
  }

  const phases = region(page, 'Six phases, one line').getByRole('listitem');
  await expect(phases.getByRole('heading')).toHaveText([
    'Product and Team Identification',
    'Pathfinder Meet',
    'MVP Demo Days',
    'Resources and Manpower',
    'Testing',
    'Product Launch',
  ]);
  for (const [at, month] of [
    'August',
    'September',
    'October-November',
    'December',
    'January',
    'February',
  ].entries()) {
    await expect(phases.nth(at).getByText(month, { exact: true })).toBeVisible();
    await expect(phases.nth(at).getByText(`${at + 1}`, { exact: true })).toBeVisible();
  }
  await expect(phases.nth(4)).toContainText(/beta at 100 and then 1000 user loops/);

  const domains = region(page, 'Seven focus domains').getByRole('listitem');
  await expect(domains.getByRole('heading')).toHaveText([
    'Healthcare+AI',
    'FinTech',
    'Defense Tech',
    'AgriTech',
    'IoT',
    'Quantum Tech',
    'Open Ecosystem',
  ]);
  // The figures are counted, so an editor cannot let them drift apart from the lists.
  expect([accelerate.phases.length, accelerate.domains.length]).toEqual([6, 7]);
});

test('PROD-01 PROD-02 PROD-12 PROD-13 what the product says of itself', async ({ page }) => {
  await page.goto('/');
  const home = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
  for (const words of [
    'Pioneers',
    'Luminaries',
    'Pathfinders',
    'Cohort 1.0 is finished',
    'Cohort 1.5 is open',
    'Hands-on projects across multiple domains',
    'Expert-led sessions from mentors and industry leaders',
    'Networking with students and professionals',
    'Certificate on successful completion',
    '1:1 mentorship sessions',
    'The aim: build real products from what is learnt.',
    'Built by students, for students',
  ]) {
    expect(home).toContain(words);
  }
  await page.goto('/about');
  await expect(page.getByRole('main')).toContainText('Modules, topics, dates');
  await page.goto('/cohorts');
  await expect(page.getByText(/more modules? included/).first()).toBeVisible();
  const cohorts = await page.getByRole('main').innerText();
  expect(cohorts).toMatch(/\d modules/);
  expect(cohorts).not.toMatch(/\bweeks\b|\bsections?\b/i);
});
