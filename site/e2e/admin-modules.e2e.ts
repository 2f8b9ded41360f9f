import type { APIRequestContext } from '@playwright/test';
import { addCurriculum, addLeague, type Made, send, tick, unique } from './curriculum.ts';
import {
  allow,
  apiPath,
  demoEmail,
  expect,
  expectAccessible,
  expectDialogLeftHistory,
  login,
  refusedWith,
  test,
} from './fixtures.ts';
import { refuse, succeed } from './learner.ts';
import { openArea, pickUp, readFigure, rowOf } from './staff-page.ts';

/** A league of its own, with modules of these names in order. */
async function addModules(request: APIRequestContext, names: string[]) {
  const league = await addLeague(request, 'Modular');
  const weeks: Made[] = [];
  for (const [index, week] of names.entries()) {
    weeks.push(await send(request, 'post', '/weeks', { name: week, order: index + 1, leagueId: league.id }));
  }
  return { ...league, weeks };
}

test('AMOD-01 AMOD-02 AMOD-03 AMOD-04 AMOD-05 AMOD-06 AMOD-07 AMOD-08 AMOD-09 AMOD-10 AMOD-12 AMOD-13 ADMIN-27 a module from first to last', async ({
  page,
  request,
}) => {
  allow(refusedWith(400));
  const league = await addModules(request, ['Beginnings']);
  const name = unique('Second steps');
  await openArea(page, 'weeks');
  await expect(page.getByRole('heading', { name: 'Module Management', level: 1 })).toBeVisible();
  const figure = await readFigure(page, 'Your Modules');
  await expect(page.getByRole('combobox', { name: 'League' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Create New Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Module' });
  await expect(dialog.getByLabel('Module Name')).toBeFocused();
  const create = dialog.getByRole('button', { name: 'Create Module' });
  await create.click();
  for (const fault of ['Module name is required', 'Order is required', 'League is required']) {
    await expect(dialog.getByText(fault)).toBeVisible();
  }
  const order = dialog.getByLabel('Order');
  await expect(order).toHaveAttribute('min', '1');
  await expect(order).toHaveAttribute('step', '1');
  await dialog.getByLabel('League').selectOption({ label: league.name });
  await expect(order).toHaveValue('2');
  await order.pressSequentially('e-');
  await expect(order).toHaveValue('');
  await dialog.getByLabel('Module Name').fill(name);
  for (const [typed, fault] of [
    ['0', 'Order must be a whole number of at least 1'],
    ['1.5', 'Order must be a whole number of at least 1'],
    ['1', 'Order 1 is taken by Beginnings'],
  ] as const) {
    await order.fill(typed);
    await create.click();
    await expect(dialog.getByText(fault)).toBeVisible();
  }
  await order.fill('7');
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Module created' })).toBeVisible();
  await figure.expectMore();
  await page.getByRole('searchbox', { name: 'Search modules' }).fill(league.name);
  const row = rowOf(page, name);
  await expect(row).toContainText(league.name);
  await expect(row.getByRole('cell').first()).toHaveText(/7$/);
  await expect(row.getByRole('cell', { name: '0', exact: true })).toHaveCount(1);

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Module' });
  await edit.getByLabel('Order').fill('3');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(edit.getByLabel('Order')).toHaveValue('7');
  await edit.getByLabel('Order').fill('4');
  // Somebody else takes that place first.
  await send(request, 'post', '/weeks', { name: 'Quicker', order: 4, leagueId: league.id });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByRole('alert').first()).toHaveText(
    'Failed to update week: Week with order 4 already exists in this league',
  );
  await edit.getByLabel('Order').fill('5');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row.getByRole('cell').first()).toHaveText(/5$/);

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this week? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Module deleted' })).toBeVisible();
});

test('AMOD-13 a module with topics goes with what it holds; where learners lose work its name is typed', async ({
  page,
  request,
}) => {
  const { league, week, resources } = await addCurriculum(request, ['First', 'Second'], ['Read', 'Watch']);
  await tick(request, league.id, resources[0]?.id ?? '');
  await openArea(page, `weeks?q=${encodeURIComponent(league.name)}`);
  const button = page.getByRole('button', { name: `Delete ${week.name}` });
  await button.click();
  const question = page.getByRole('alertdialog', { name: `Delete ${week.name}` });
  await expect(question).toContainText(
    'Are you sure you want to delete this week? This action cannot be undone.',
  );
  await expect(question).toContainText('Deleted with it: 2 topics and 2 resources.');
  await expect(question).toContainText('1 person loses 1 progress record.');
  await expect(question).toContainText('Badges and certificates stay.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const confirm = question.getByRole('button', { name: 'Delete' });
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await question.getByLabel(`Type “${week.name}” to confirm`).fill('Something else');
  await expect(confirm).toBeDisabled();
  await question.getByLabel(`Type “${week.name}” to confirm`).fill(week.name);
  await confirm.click();
  await expect(page.getByRole('status').filter({ hasText: 'Module deleted' })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('P42 modules are put in order; of two people the slower one is told and sees the new order', async ({
  page,
  request,
}) => {
  allow(refusedWith(409));
  const league = await addModules(request, ['One', 'Two', 'Three']);
  await openArea(page, `weeks?q=${encodeURIComponent(league.name)}`);
  await page.getByRole('button', { name: `Reorder modules of ${league.name}, from One` }).click();
  const dialog = page.getByRole('dialog', { name: `Reorder modules of ${league.name}` });
  const items = dialog.getByRole('listitem');
  await expect(items).toHaveText([/One/, /Two/, /Three/]);
  const save = dialog.getByRole('button', { name: 'Save Order' });
  await expect(save).toBeDisabled();
  const up = dialog.getByRole('button', { name: 'Move Three up' });
  await up.click();
  await page.keyboard.press('Enter');
  await expect(items).toHaveText([/Three/, /One/, /Two/]);
  // At the end of its way it does no more, and keeps the focus.
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move Three down' }).click();
  await expect(items).toHaveText([/One/, /Three/, /Two/]);
  await page.keyboard.press('Escape');
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(items).toHaveText([/One/, /Three/, /Two/]);

  await send(request, 'put', `/leagues/${league.id}/weeks/reorder`, {
    weekOrders: league.weeks.map(({ id }, index) => ({ weekId: id, order: 3 - index })),
  });
  await save.click();
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Failed to reorder weeks: Somebody else changed this order meanwhile. This is the order now.',
  );
  await expect(items).toHaveText([/Three/, /Two/, /One/]);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await pickUp(dialog, 'One', '3 of 3');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText(/One is over position 2 of 3/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(items).toHaveText([/Three/, /One/, /Two/]);
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('rowheader')).toHaveText(['Three', 'One', 'Two']);
  await expectDialogLeftHistory(page);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText(['Three', 'One', 'Two']);
});

test('AMOD-02 AMOD-14 AMOD-15 AMOD-16 states of the module list: a chief chooses a league; nothing there; failed', async ({
  page,
}) => {
  allow(refusedWith(500));
  await openArea(page, 'weeks', 'chief');
  const filter = page.getByRole('combobox', { name: 'League' });
  await expect(filter.getByRole('option')).toHaveText(['All leagues', 'Finance', 'ML']);
  await filter.selectOption('ML');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Finance' })).toHaveCount(0);
  const ml = new URL(page.url()).searchParams.get('leagueId');

  const { weeks, pagination } = await page.evaluate(async () => {
    const reply = await fetch('/api/weeks', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    });
    return (await reply.json()).data;
  });
  const others = weeks.filter(({ leagueId }: { leagueId: string }) => leagueId !== ml);
  expect(others.length).toBeGreaterThan(0);
  await succeed(page, '/weeks', { weeks: others, pagination });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No modules found' })).toBeVisible();
  await expect(page.getByText('ML has no modules yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create First Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Module' });
  await expect(dialog.getByLabel('League').getByRole('option', { selected: true })).toHaveText('ML');
  await expect(dialog.getByLabel('Order')).toHaveValue('1');
  await page.keyboard.press('Escape');

  await page.unrouteAll();
  await succeed(page, '/weeks', { weeks: [], pagination });
  await page.goto('/admin/weeks');
  await expect(page.getByRole('heading', { name: 'No modules found' })).toBeVisible();
  await expect(page.getByText('None of your leagues has a module yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create First Module' })).toBeVisible();

  await page.unrouteAll();
  await refuse(page, '/weeks', 500, 'Internal server error');
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load weeks: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('AMOD-14 states of the module list: without a league there is nothing to add to', async ({ page }) => {
  allow(refusedWith(500));
  await login(page, demoEmail('grand'));
  await page.route(apiPath('/leagues'), (route) =>
    route.fulfill({ status: 200, json: { success: true, data: { leagues: [], pagination: {} } } }),
  );
  await page.goto('/admin/weeks');
  await expect(
    page.getByText('No leagues found. Please create a league first before adding modules.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New Module' })).toHaveCount(0);
});
