import { addCurriculum, tick, unique } from './curriculum.ts';
import { allow, expect, expectAccessible, refusedWith, test } from './fixtures.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

test('ALEAGUE-01 ALEAGUE-02 ALEAGUE-03 a league from first to last', async ({ page }) => {
  allow(refusedWith(409));
  const name = unique('Robotics');
  await openArea(page, 'leagues');
  const demo = rowOf(page, 'Quantum');
  await expect(demo).toContainText('Cohort 1.5');
  for (const header of ['Name', 'Description', 'Cohort', 'Modules', 'Enrollments']) {
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Create League' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New League' });
  await dialog.getByRole('button', { name: 'Create League' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Cohort is required')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Cohort').selectOption({ label: 'Cohort 1.5' });
  await dialog.getByLabel('Description').fill('Things that move');
  await dialog.getByRole('button', { name: 'Create League' }).click();
  const row = rowOf(page, name);
  await expect(row).toContainText('Things that move');
  await expect(row).toContainText('Cohort 1.5');
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit League' });
  await edit.getByLabel('Cohort').selectOption({ label: 'Cohort 1.0 (inactive)' });
  await edit.getByLabel('Ends').fill('2020-01-02T03:04');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText('Cohort 1.0');
  await expect(row).toContainText('Expired');
  await demo.getByRole('button', { name: 'Delete Quantum' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Deleted with it: ');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question).toContainText(
    'Are you sure you want to delete this league? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expect(toast(page, 'League deleted')).toBeVisible();
});

test('ALEAGUE-03 a league where learners worked offers its files, and goes once its name is typed', async ({
  page,
  request,
}) => {
  const { league, resources } = await addCurriculum(request, ['First'], ['Read']);
  await tick(request, league.id, resources[0]?.id ?? '');
  await openArea(page, `leagues?q=${encodeURIComponent(league.name)}`);
  await page.getByRole('button', { name: `Delete ${league.name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${league.name}` });
  await expect(question).toContainText('Deleted with it: 1 module, 1 topic and 1 resource.');
  await expect(question).toContainText('1 person loses their enrollment, 1 progress record');
  const confirm = question.getByRole('button', { name: 'Delete' });
  await expect(confirm).toBeDisabled();
  const saved = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export as files' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await expectAccessible(page);
  await question.getByLabel(`Type “${league.name}” to confirm`).fill(league.name);
  await confirm.click();
  await expect(toast(page, 'League deleted')).toBeVisible();
  await expect(rowOf(page, league.name)).toHaveCount(0);
});
