import { type Made, send, unique } from './curriculum.ts';
import { allow, expect, refusedWith, test } from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';
import { expectSound } from './looks.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

test('a break from first to last, by keyboard', async ({ page }) => {
  allow(refusedWith(400));
  // Before the calendar, so that no streak of other tests rests.
  const name = unique('Diwali');
  await openArea(page, 'breaks');
  await expect(page.getByRole('heading', { name: 'Breaks', level: 1 })).toBeVisible();
  await expect(page.getByText('Streaks rest on these days')).toBeVisible();

  const add = page.getByRole('button', { name: 'Create Break' }).first();
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Break' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  const save = dialog.getByRole('button', { name: 'Create Break' });
  await save.press('Enter');
  for (const label of ['Name', 'First day', 'Last day']) {
    await expect(dialog.getByText(`${label} is required`)).toBeVisible();
  }
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('First day').fill('2020-11-05');
  await dialog.getByLabel('Last day').fill('2020-11-04');
  await save.press('Enter');
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Failed to create break: The last day must not be before the first',
  );
  await expect(dialog.getByText('Choose the first day or a later one')).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Last day').fill('2020-11-09');
  await save.press('Enter');
  await expect(toast(page, 'Break created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, name);
  await expect(row).toContainText('Nov 5, 2020');
  await expect(row).toContainText('Nov 9, 2020');
  await expect(row.getByRole('cell', { name: '5', exact: true })).toBeVisible();

  await row.getByRole('button', { name: `Edit ${name}` }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Break' });
  await edit.getByLabel('Last day').fill('2020-11-05');
  await edit.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await expectSound(page);

  await page.goto('/admin/audit-log?entity=break');
  await expect(page.getByText(`updated the break “${name}”`, { exact: true })).toBeVisible();
  await page.goto('/admin/breaks');
  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  const deletion = page.getByRole('alertdialog', { name: `Delete ${name}` });
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await deletion.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(row).toHaveCount(0);
});

test('no breaks, breaks on their way, and a list that fails and is asked for again', async ({ page }) => {
  allow(refusedWith(500));
  const { name } = await send<Made>(page.request, 'post', '/admin/breaks', {
    name: unique('Exams'),
    from: '2020-04-01',
    to: '2020-04-02',
  });
  await succeed(page, '/admin/breaks', { breaks: [] });
  await openArea(page, 'breaks');
  await expect(page.getByRole('heading', { name: 'No breaks found' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Break' })).toHaveCount(1);
  await page.unrouteAll();
  await refuse(page, '/admin/breaks', 500, 'Internal server error');
  const release = await holdBack(page, '/admin/breaks');
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Loading breaks...' })).toBeAttached();
  release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load breaks');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, name)).toHaveCount(1);
});

test('a chief is refused at the breaks', async ({ page }) => {
  await openArea(page, 'breaks', 'chief');
  await expect(page.getByText('Access Denied')).toBeVisible();
});
