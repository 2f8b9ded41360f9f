import { send, unique } from './curriculum.ts';
import { allow, countCalls, expect, expectNoSidewaysScroll, refusedWith, test } from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';
import { openArea, rowOf, toast } from './staff-page.ts';

test('ACOHORT-01 ACOHORT-02 ACOHORT-03 ACOHORT-04 ACOHORT-05 ADMIN-25 ADMIN-27 a cohort from first to last', async ({
  page,
}) => {
  allow(refusedWith(400, 409));
  // Behind 'Cohort 1.5' by name, so that the public page goes on showing that one.
  const name = unique('Term');
  await openArea(page, 'cohorts');
  await expect(page.getByRole('heading', { name: 'Cohorts', level: 1 })).toBeVisible();
  const demo = rowOf(page, 'Cohort 1.5');
  await expect(demo).toContainText('Active');
  await expect(rowOf(page, 'Cohort 1.0')).toContainText('Inactive');
  for (const header of ['Name', 'Description', 'State', 'Enrollments', 'Specializations']) {
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible();
  }

  const add = page.getByRole('button', { name: 'Create Cohort' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Create New Cohort' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');

  await add.click();
  await dialog.getByRole('button', { name: 'Create Cohort' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Cohort 1.5');
  await dialog.getByRole('button', { name: 'Create Cohort' }).click();
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Failed to create cohort: Cohort with this name already exists',
  );
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  const calls = await countCalls(page, '/cohorts');
  await dialog.getByRole('button', { name: 'Create Cohort' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(toast(page, 'Cohort created')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const row = rowOf(page, name);
  await expect(row).toContainText('Active');
  await expect(row).toContainText('No description');

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Cohort' });
  await expect(edit).toContainText(/Created [A-Z][a-z]{2} \d/);
  await edit.getByRole('switch', { name: 'Active' }).click();
  await edit.getByLabel('Description').fill('Begins after the rains');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText('Inactive');
  await expect(row).toContainText('Begins after the rains');

  // The strip kept for a scroll bar is veiled with the page.
  const strip = { x: 1279, y: 300, width: 1, height: 1 };
  const look = async () => (await page.screenshot({ clip: strip })).toString('base64');
  const bright = await look();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const deletion = page.getByRole('alertdialog');
  await expect.poll(look).not.toBe(bright);
  // It keeps off the edges of a phone.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row.getByText('Created', { exact: true })).toBeVisible();
  expect((await deletion.boundingBox())?.x).toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(deletion).toContainText(
    'Are you sure you want to delete this cohort? This action cannot be undone.',
  );
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await deletion.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  // The same control of the row that took its place.
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Delete /);

  // What cannot go says so, and is not asked about.
  await demo.getByRole('button', { name: 'Delete Cohort 1.5' }).click();
  await expect(deletion).toContainText(
    /It still has \d+ leagues, \d+ specializations? and [\d,]+ enrollments, so it cannot be deleted\./,
  );
  await expect(deletion).not.toContainText('Are you sure');
  await expect(deletion.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await deletion.getByRole('button', { name: 'Cancel' }).click();
  await expect(demo).toHaveCount(1);
});

test('ACOHORT-05 a cohort that got a league meanwhile stays, and the list says why', async ({ page }) => {
  allow(refusedWith(400, 409));
  const name = unique('Taken');
  const { id } = (await send(page.request, 'post', '/cohorts', { name, isActive: false })) as {
    id: string;
  };
  await openArea(page, `cohorts?q=${encodeURIComponent(name)}`);
  const row = rowOf(page, name);
  await expect(row).toHaveCount(1);
  await send(page.request, 'post', '/leagues', { name: unique('Late'), cohortId: id });
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete cohort: Cannot' })).toBeVisible();
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('main')).toBeFocused();
});

test('ACOHORT-01 search, filter and order stand in the address', async ({ page }) => {
  allow(refusedWith(400, 409));
  await openArea(page, 'cohorts?state=inactive');
  await expect(rowOf(page, 'Cohort 1.0')).toHaveCount(1);
  await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search cohorts' })).toBeFocused();
  await page.keyboard.type('no such cohort');
  await expect(page.getByRole('heading', { name: 'No cohorts found' })).toBeVisible();
  const summary = page.getByRole('status').filter({ hasText: 'Showing 0 of' });
  await expect(summary).toBeVisible();
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  const [says, back] = [await summary.boundingBox(), await clear.boundingBox()];
  const toMiddle = (box: typeof says) => (box ? box.y + box.height / 2 : 0);
  expect(Math.abs(toMiddle(says) - toMiddle(back)), 'Clear beside the count').toBeLessThan(3);
  await clear.click();
  await expect(page).toHaveURL('/admin/cohorts');
  await expect(clear, 'nothing is left to clear').toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search cohorts' })).toBeFocused();
  const header = page.getByRole('columnheader', { name: 'Name' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL('/admin/cohorts?sort=-name');
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name descending');
});

test('ACOHORT-06 ALEAGUE-04 ASPEC-10 ADMIN-23 ADMIN-24 states of a list: nothing there, on its way, and failed', async ({
  page,
}) => {
  allow(refusedWith(500));
  const pagination = { page: 1, limit: 1, total: 0, totalPages: 0, totalCount: 0 };
  for (const [area, heading] of [
    ['cohorts', 'No cohorts found'],
    ['leagues', 'No leagues found'],
    ['specializations', 'No specializations found'],
  ] as const) {
    await succeed(page, `/${area}`, { [area]: [], pagination });
    await (area === 'cohorts' ? openArea(page, area) : page.goto(`/admin/${area}`));
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Create / })).toHaveCount(1);
  }
  await page.unrouteAll();
  await refuse(page, '/leagues', 500, 'Internal server error');
  const release = await holdBack(page, '/leagues');
  await page.goto('/admin/leagues');
  await expect(page.getByRole('status').filter({ hasText: 'Loading leagues...' })).toBeAttached();
  release();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load leagues: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Quantum')).toHaveCount(1);
});
