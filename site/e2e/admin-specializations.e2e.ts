import { send, unique } from './curriculum.ts';
import { allow, expect, refusedWith, test } from './fixtures.ts';
import { openArea, pickUp, rowOf } from './staff-page.ts';

test('ASPEC-03 ASPEC-04 ASPEC-05 ASPEC-06 ASPEC-07 ASPEC-08 ASPEC-09 a specialization from first to last', async ({
  page,
}) => {
  allow(refusedWith(409));
  const name = unique('Systems');
  await openArea(page, 'specializations');
  await page.getByRole('button', { name: 'Create Specialization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Specialization' });
  const submit = dialog.getByRole('button', { name: 'Create Specialization' });
  await expect(dialog).toContainText('Please select at least one league for this specialization.');
  await expect(submit).toBeDisabled();
  const order = dialog.getByRole('list', { name: 'Selected leagues in order' }).getByRole('listitem');
  for (const league of ['Quantum', 'IoT', 'Finance']) {
    await dialog.getByRole('checkbox', { name: league, exact: true }).check();
  }
  await expect(order).toHaveText([/^1Quantum/, /^2IoT/, /^3Finance/]);
  await submit.click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Cohort is required')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move Finance up' }).click();
  await expect(order).toHaveText([/^1Quantum/, /^2Finance/, /^3IoT/]);
  await expect(dialog.getByText('Finance moved to position 2 of 3')).toBeAttached();
  await dialog.getByRole('button', { name: 'Move Quantum down' }).click();
  await expect(order).toHaveText([/^1Finance/, /^2Quantum/, /^3IoT/]);
  await pickUp(dialog, 'IoT', '3 of 3');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText(/IoT is over position 2 of 3/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(order).toHaveText([/^1Finance/, /^2IoT/, /^3Quantum/]);
  await expect(dialog.getByRole('button', { name: 'Reorder IoT' })).toBeFocused();
  await pickUp(dialog, 'IoT', '2 of 3');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(/IoT is back at position 2 of 3/)).toBeAttached();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove Finance' }).click();
  await expect(order).toHaveText([/^1IoT/, /^2Quantum/]);
  await expect(dialog.getByRole('button', { name: 'Remove IoT' })).toBeFocused();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Cohort').selectOption({ label: 'Cohort 1.5' });
  await submit.click();
  const row = rowOf(page, name);
  await expect(row.getByRole('listitem')).toHaveText(['1 IoT', '2 Quantum']);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this specialization? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('ASPEC-07 two people reorder at once: the slower one is told and sees the new order', async ({
  page,
  request,
}) => {
  allow(refusedWith(409));
  const name = unique('Raced');
  const { leagues } = await send<{ leagues: { id: string; name: string; cohortId: string }[] }>(
    request,
    'get',
    '/leagues',
  );
  const chosen = ['Quantum', 'IoT'].map((wanted) => leagues.find((league) => league.name === wanted));
  const places = chosen.map((league, index) => ({ leagueId: league?.id, order: index + 1 }));
  const made = await send<{ id: string }>(request, 'post', '/specializations', {
    name,
    cohortId: chosen[0]?.cohortId,
    leagues: places,
  });
  await openArea(page, 'specializations');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Specialization' });
  const order = dialog.getByRole('list', { name: 'Selected leagues in order' }).getByRole('listitem');
  await expect(order).toHaveText([/^1Quantum/, /^2IoT/]);
  await send(request, 'put', `/specializations/${made.id}`, {
    leagues: places.map(({ leagueId, order: place }) => ({ leagueId, order: -place })),
  });
  await dialog.getByLabel('Description').fill('Mine');
  await dialog.getByRole('checkbox', { name: 'Finance', exact: true }).check();
  await expect(order).toHaveText([/^1Quantum/, /^2IoT/, /^3Finance/]);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText(
    'Failed to update specialization: Somebody else changed this specialization meanwhile.',
  );
  await expect(order).toHaveText([/^1IoT/, /^2Quantum/]);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, name).getByRole('listitem')).toHaveText(['1 IoT', '2 Quantum']);
  await expect(rowOf(page, name)).toContainText('Mine');
});
