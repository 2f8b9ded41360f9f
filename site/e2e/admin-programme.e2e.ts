import type { APIRequestContext, Page } from '@playwright/test';
import {
  allowing,
  answer,
  apiPath,
  countCalls,
  demoEmail,
  expect,
  fetchTokens,
  login,
  refusedWith,
  test,
} from './fixtures.ts';

const unique = (name: string) => `${name} ${Date.now().toString(36)}${process.pid}`;

/** What a Grand Pathfinder prepares through the API. */
async function prepare<Data>(request: APIRequestContext, path: string, data: object): Promise<Data> {
  const { accessToken } = await fetchTokens(request, demoEmail('grand'));
  const reply = await request.post(`/api${path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data,
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()).data;
}

async function open(page: Page, area: string): Promise<void> {
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/${area}`);
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

for (const { name, areas } of [
  { name: 'grand', areas: ['Cohorts', 'Leagues', 'Specializations', 'Modules', 'Topics', 'Resources'] },
  { name: 'chief', areas: ['Modules', 'Topics', 'Resources'] },
  { name: 'pathfinder', areas: ['Modules', 'Topics', 'Resources'] },
] as const) {
  test(`ADMIN-12 ADMIN-13 ADMIN-14 ADMIN-15 ADMIN-16 ADMIN-17 what ${name} may open`, async ({ page }) => {
    await login(page, demoEmail(name));
    await page.goto('/admin/weeks');
    for (const area of areas) {
      await page
        .getByRole('navigation', { name: 'Administration' })
        .getByRole('link', { name: area })
        .click();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
        new RegExp(area.slice(0, -1)),
      );
      await expect(page.getByText('Access Denied')).toHaveCount(0);
    }
  });
}

for (const name of ['chief', 'pathfinder'] as const) {
  test(`ADMIN-12 ADMIN-13 ADMIN-14 ASPEC-01 ASPEC-02 ${name} is refused and led on`, async ({ page }) => {
    await login(page, demoEmail(name));
    await page.goto('/admin/leagues');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await page.goto('/admin/specializations');
    await expect(
      page.getByText('Access Denied - Only Grand Pathfinders can access Specialization Management.'),
    ).toBeVisible();
    await expect(page).toHaveURL('/admin/cohorts');
    await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible();
  });
}

test.describe('cohorts', () => {
  test.use(allowing(refusedWith(400, 409)));

  test('ACOHORT-01 ACOHORT-02 ACOHORT-03 ACOHORT-04 ACOHORT-05 ADMIN-25 ADMIN-27 a cohort from first to last', async ({
    page,
  }) => {
    // Behind 'Cohort 1.5' by name, so that the public page goes on showing that one.
    const name = unique('Term');
    await open(page, 'cohorts');
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
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(add).toBeFocused();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');

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
    await edit.getByRole('switch', { name: 'Active' }).click();
    await edit.getByLabel('Description').fill('Begins after the rains');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(row).toContainText('Inactive');
    await expect(row).toContainText('Begins after the rains');

    await row.getByRole('button', { name: `Delete ${name}` }).click();
    const deletion = page.getByRole('alertdialog');
    await expect(deletion).toContainText(
      'Are you sure you want to delete this cohort? This action cannot be undone.',
    );
    await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await deletion.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();

    await demo.getByRole('button', { name: 'Delete Cohort 1.5' }).click();
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to delete cohort: Cannot' }),
    ).toBeVisible();
    await expect(demo).toHaveCount(1);
  });

  test('ACOHORT-01 search, filter and order stand in the address', async ({ page }) => {
    await open(page, 'cohorts?state=inactive');
    await expect(rowOf(page, 'Cohort 1.0')).toHaveCount(1);
    await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search cohorts' })).toBeFocused();
    await page.keyboard.type('no such cohort');
    await expect(page.getByRole('heading', { name: 'No cohorts found' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Showing 0 of' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page).toHaveURL('/admin/cohorts');
    const header = page.getByRole('columnheader', { name: 'Name' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL('/admin/cohorts?sort=-name');
    await page.reload();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name descending');
  });
});

test.describe('states of a list', () => {
  test.use(allowing(refusedWith(500)));

  test('ACOHORT-06 ALEAGUE-04 ASPEC-10 ADMIN-23 ADMIN-24 nothing there, on its way, and failed', async ({
    page,
  }) => {
    const pagination = { page: 1, limit: 1, total: 0, totalPages: 0, totalCount: 0 };
    for (const [area, heading] of [
      ['cohorts', 'No cohorts found'],
      ['leagues', 'No leagues found'],
      ['specializations', 'No specializations found'],
    ] as const) {
      await answer(page, `/${area}`, 200, { success: true, data: { [area]: [], pagination } });
      await (area === 'cohorts' ? open(page, area) : page.goto(`/admin/${area}`));
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(0);
    }
    await page.unrouteAll();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(apiPath('/leagues'), async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { success: false, error: 'Internal server error' } });
    });
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
});

test.describe('leagues', () => {
  test.use(allowing(refusedWith(409)));

  test('ALEAGUE-01 ALEAGUE-02 ALEAGUE-03 a league from first to last', async ({ page }) => {
    const name = unique('Robotics');
    await open(page, 'leagues');
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
    await expect(question).toContainText('With it go');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(question).toContainText(
      'Are you sure you want to delete this league? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
    await expect(toast(page, 'League deleted')).toBeVisible();
  });
});

test.describe('specializations', () => {
  test.use(allowing(refusedWith(409)));

  test('ASPEC-03 ASPEC-04 ASPEC-05 ASPEC-06 ASPEC-07 ASPEC-08 ASPEC-09 a specialization from first to last', async ({
    page,
  }) => {
    const name = unique('Systems');
    await open(page, 'specializations');
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
    await dialog.getByRole('button', { name: 'Reorder IoT' }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByText(/Picked up IoT, position 3 of 3/)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByText(/IoT is over position 2 of 3/)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(order).toHaveText([/^1Finance/, /^2IoT/, /^3Quantum/]);
    await page.keyboard.press('Space');
    await expect(dialog.getByText(/Picked up IoT, position 2 of 3/)).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(dialog.getByText(/IoT is back at position 2 of 3/)).toBeAttached();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Remove Finance' }).click();
    await expect(order).toHaveText([/^1IoT/, /^2Quantum/]);
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
    const name = unique('Raced');
    await open(page, 'specializations');
    const leagues: { id: string; name: string; cohortId: string }[] = await page.evaluate(async () => {
      const reply = await fetch('/api/leagues', {
        headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
      });
      return (await reply.json()).data.leagues;
    });
    const chosen = ['Quantum', 'IoT'].map((wanted) => leagues.find((league) => league.name === wanted));
    const places = chosen.map((league, index) => ({ leagueId: league?.id, order: index + 1 }));
    const made = await prepare<{ id: string }>(request, '/specializations', {
      name,
      cohortId: chosen[0]?.cohortId,
      leagues: places,
    });
    await page.reload();
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Specialization' });
    const order = dialog.getByRole('list', { name: 'Selected leagues in order' }).getByRole('listitem');
    await expect(order).toHaveText([/^1Quantum/, /^2IoT/]);
    const { accessToken } = await fetchTokens(request, demoEmail('grand'));
    const other = await request.put(`/api/specializations/${made.id}`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { leagues: places.map(({ leagueId, order: place }) => ({ leagueId, order: -place })) },
    });
    expect(other.status()).toBe(200);
    await dialog.getByLabel('Description').fill('Mine');
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
});

test.describe('the command palette', () => {
  test('Ctrl+K finds people, leagues and actions by keyboard, and leads to them', async ({ page }) => {
    await open(page, 'cohorts');
    await expect(rowOf(page, 'Cohort 1.5')).toHaveCount(1);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const box = palette.getByRole('combobox');
    await expect(box).toBeFocused();
    await page.keyboard.type('quant');
    await expect(palette.getByRole('option', { name: 'Quantum Cohort 1.5' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/leagues?q=Quantum');
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Showing 1 of' })).toBeVisible();
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await button.click();
    await box.fill('create league');
    await palette.getByRole('option', { name: 'Create League' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New League' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette).toHaveCount(0);
    await page.keyboard.press('Escape');
    await button.click();
    await box.fill('no such thing anywhere');
    await expect(palette.getByText('Nothing found for')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});
