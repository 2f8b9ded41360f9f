import type { Page } from '@playwright/test';
import { addCurriculum, findLeague, OPEN_COHORT, send, tick, unique } from './curriculum.ts';
import { allow, demoEmail, expect, expectAccessible, login, refusedWith, test } from './fixtures.ts';
import { expectSound } from './looks.ts';
import { openArea, toast } from './staff-page.ts';

interface Content {
  name: string;
  cohort: { name: string };
  weeks: {
    id: string;
    name: string;
    sections: { name: string; resources: { id: string; title: string }[] }[];
  }[];
}

const readContent = (page: Page, id: string) => send<Content>(page.request, 'get', `/leagues/${id}`);
const namesOf = ({ weeks }: Content) =>
  weeks.map(({ name, sections }) => [
    name,
    ...sections.map((section) => [section.name, ...section.resources.map(({ title }) => title)]),
  ]);
const parts = (page: Page) => page.getByRole('navigation', { name: 'Parts of the league' });

test('the facts of a league change in the form that the list has', async ({ page, request }) => {
  const { league } = await addCurriculum(request, ['First'], ['Read me']);
  await openArea(page, `league/${league.id}`);
  await parts(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`/admin/league/${league.id}/settings`);
  await expect(page).toHaveTitle(new RegExp(`^${league.name} \\| Settings`));
  const facts = page.getByRole('region', { name: 'The league' });
  await expect(page.getByText('Cohort 1.0 · No end')).toBeVisible();
  await expectSound(page);
  await facts.getByRole('button', { name: 'Edit league' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit League' });
  const renamed = unique('Renamed');
  await dialog.getByLabel('Name').fill(renamed);
  await dialog.getByLabel('Description').fill('What it is about');
  await dialog.getByLabel('Ends').fill('2031-01-02T03:04');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'League saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(renamed);
  await expect(facts).toContainText('What it is about');
  await expect(page.getByText(/^Cohort 1\.0 · Ends .*2031/)).toBeVisible();
});

test("last year's league goes into another cohort by keyboard: the content under new ids, without people", async ({
  page,
  request,
}) => {
  allow(refusedWith(409));
  const { league, resources } = await addCurriculum(request, ['First', 'Second'], ['Read', 'Watch']);
  await tick(request, league.id, resources[0]?.id ?? '');
  await openArea(page, `league/${league.id}/settings`);
  await page.getByRole('button', { name: 'Duplicate league' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Duplicate ${league.name}` });
  await expect(dialog).toContainText('Learners, staff and the badge do not.');
  const name = dialog.getByLabel('Name');
  await expect(name).toHaveValue(`${league.name} (copy)`);
  await expectAccessible(page);
  await name.press('Enter');
  await expect(dialog.getByText('Cohort is required')).toBeVisible();
  await dialog.getByLabel('Cohort').selectOption({ label: OPEN_COHORT });
  await name.fill(league.name);
  await name.press('Enter');
  await expect(dialog.getByText('Choose a name that no other league has')).toBeVisible();
  const fresh = unique('This year');
  await name.fill(fresh);
  await name.press('Enter');
  await expect(toast(page, 'League duplicated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fresh);
  await expect(page.getByRole('list', { name: 'Resources of First' }).getByRole('listitem')).toHaveCount(2);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(id).not.toBe(league.id);
  const [source, copy] = [await readContent(page, league.id), await readContent(page, id)];
  expect(namesOf(copy)).toEqual(namesOf(source));
  expect(copy.cohort.name).toBe(OPEN_COHORT);
  expect(copy.weeks.map((week) => week.id)).not.toEqual(source.weeks.map((week) => week.id));
  const { enrollments } = (
    await send<{ _count: { enrollments: number } }>(page.request, 'get', `/leagues/${id}`)
  )._count;
  expect(enrollments).toBe(0);
});

test('a league is taken away as files and deleted from its own page', async ({ page, request }) => {
  // The outline asks once more before the page leaves.
  allow(refusedWith(404));
  const { league, resources } = await addCurriculum(request, ['First'], ['Read']);
  await tick(request, league.id, resources[0]?.id ?? '');
  await openArea(page, `league/${league.id}/settings`);
  await expect(page.getByRole('region', { name: 'Import files' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Export as files' }).getByRole('button').click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Delete league' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Delete ${league.name}` });
  await expect(question).toContainText(
    'Are you sure you want to delete this league? This action cannot be undone.',
  );
  await expect(question.getByRole('button', { name: 'Export as files' })).toBeVisible();
  await question.getByLabel(`Type “${league.name}” to confirm`).fill(league.name);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'League deleted')).toBeVisible();
  await expect(page).toHaveURL('/admin/leagues');
  await expect(page.getByRole('searchbox', { name: 'Search leagues' })).toBeVisible();
  await expect(page.getByText(league.name)).toHaveCount(0);
});

test('a pathfinder is offered the files alone', async ({ page }) => {
  await login(page, demoEmail('pathfinder'));
  await page.goto(`/admin/league/${await findLeague(page.request, 'ML')}/settings`);
  await expect(page.getByRole('region', { name: 'Export as files' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Import files' })).toBeVisible();
  for (const name of ['Edit league', 'Duplicate league', 'Delete league']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expectAccessible(page);
});
