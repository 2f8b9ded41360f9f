import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { type Made, send } from './curriculum.ts';
import { allow, demoEmail, expect, expectAccessible, login, refusedWith, test } from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';
import { expectSound, WIDE } from './looks.ts';
import { openArea } from './staff-page.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'entries' }).locator('tbody').getByRole('row');
const report = (page: Page, name: string) => page.getByRole('region', { name });

test('P32 P44 ROLE-04 a Grand Pathfinder reads who did what to whom, filters it and takes it along', async ({
  page,
}) => {
  const name = `=Audited ${Date.now().toString(36)}`;
  // Not running, so that the public page goes on showing the demo cohort.
  const { id } = await send<Made>(page.request, 'post', '/cohorts', { name, isActive: false });
  await send(page.request, 'put', `/cohorts/${id}`, { name: `${name} again` });

  await openArea(page, 'audit-log');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'entries' }).getByRole('columnheader')).toHaveText([
    'When',
    'Who',
    'What happened',
    'Actions',
  ]);
  await page.getByRole('combobox', { name: 'About' }).selectOption('Cohorts');
  await expect(page).toHaveURL(/entity=cohort/);
  const entry = rows(page).filter({ hasText: `updated the cohort “${name} again”` });
  await expect(entry).toBeVisible();
  await expect(rows(page).filter({ hasNotText: 'cohort' })).toHaveCount(0);
  await entry.getByRole('button', { name: /^Details/ }).click();
  const dialog = page.getByRole('dialog', { name: /updated the cohort/ });
  await expect(dialog.getByRole('table', { name: 'What changed' }).getByRole('row').last()).toContainText(
    `${name} again`,
  );
  await expect(dialog).toContainText('COHORT_UPDATED');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(entry.getByRole('button', { name: /^Details/ })).toBeFocused();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toContain('When (Asia/Kolkata),Action,Who');
  expect(csv).toContain('COHORT_UPDATED');
  expect(csv).not.toContain('LOGIN_SUCCEEDED');
  await expect(page.getByRole('status').filter({ hasText: /^Saved as audit-log/ })).toBeVisible();

  await page.getByRole('searchbox').fill('nobody-has-this-name');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 0 entries');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2100-01-01');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();

  const own = await send<Made>(page.request, 'get', '/auth/profile');
  await page.goto(`/admin/audit-log?userId=${own.id}`);
  await expect(page.getByText(`Only entries by or about ${own.name}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await expect(page.getByText('Only entries by or about')).toHaveCount(0);
});

test('ROLE-13 a chief finds the reports of the own leagues, and no audit log', async ({ page }) => {
  await openArea(page, 'audit-log', 'chief');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await page.goto('/admin/analytics');
  const tools = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(tools.getByRole('link', { name: 'Analytics' })).toBeVisible();
  await expect(tools.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await expect(
    report(page, 'Completion').getByRole('table', { name: 'Completion by league' }).getByRole('rowheader'),
  ).toHaveText([/^(ML|Finance)/, /^(ML|Finance)/]);
  // The header row that stays in sight has the ground of what the table stands on.
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const completion = report(page, 'Completion');
  expect(await colorOf(completion.getByRole('columnheader').first())).toBe(await colorOf(completion));
  await expect(page.getByRole('combobox', { name: 'League' }).getByRole('option')).toHaveCount(3);
});

test('ROLE-13 OPEN-48 reports: charts with their numbers, one league step by step, any window', async ({
  page,
}) => {
  await openArea(page, 'analytics');
  for (const name of ['Active learners', 'Completion', 'Submissions', 'Sign-ups and approvals']) {
    await expect(report(page, name).getByRole('heading', { level: 2 })).toBeVisible();
    // Each comes with a call of its own.
    await expect(report(page, name).getByRole('img').first()).toBeVisible();
  }
  const activity = report(page, 'Active learners');
  await expect(activity.getByRole('img', { name: /^Active learners by day\. / })).toBeVisible();
  await expect(activity.getByRole('img', { name: /^Active learners by week\. / })).toBeVisible();
  await activity.getByText('The numbers as a table: By day').click();
  await expect(activity.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(91);
  await expect(
    report(page, 'Sign-ups and approvals').getByRole('img', { name: /^Sign-ups by week/ }),
  ).toBeVisible();

  for (const numbers of await page.getByText(/^The numbers as a table/).all()) {
    if (!(await numbers.evaluate((summary) => summary.closest('details')?.open))) await numbers.click();
  }
  await expect(page.getByRole('table')).toHaveCount(7);
  const cutOff = await page
    .getByRole('table')
    .evaluateAll((tables) =>
      tables
        .filter(({ parentElement }) => (parentElement?.scrollWidth ?? 0) > (parentElement?.clientWidth ?? 0))
        .map((table) => table.querySelector('caption')?.textContent),
    );
  expect(cutOff).toEqual([]);

  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days');
  await expect(page).toHaveURL(/days=30/);
  await expect(activity.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(31);
  await report(page, 'Completion').getByRole('button', { name: /^ML/ }).first().click();
  await expect(page).toHaveURL(/leagueId=/);
  await expect(report(page, 'Completion')).toContainText(/enrolled in ML/);
  await expect(
    report(page, 'Completion').getByRole('columnheader', { name: 'Stopped here' }).first(),
  ).toBeVisible();
  await expect(
    report(page, 'Completion')
      .getByRole('img', { name: /of the enrolled finished it$/ })
      .first(),
  ).toBeVisible();
  await expectSound(page, [WIDE]);
});

test('a Grand Pathfinder makes a badge of no league, changes it, awards it with a reason and revokes it', async ({
  page,
}) => {
  test.slow();
  const name = `Host ${Date.now().toString(36)}`;
  await openArea(page, 'badges');
  await page.getByRole('button', { name: 'Create Badge' }).click();
  const editor = page.getByRole('dialog', { name: 'Create New Badge' });
  await editor.getByLabel('League').selectOption('No league: awarded by hand only');
  await expect(editor).toContainText('Staff award it by hand');
  await expect(editor).not.toContainText('Finishing the league');
  await editor.getByRole('button', { name: 'Create Badge' }).click();
  await expect(editor.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await editor.getByLabel('Name').fill(name);
  const picture = editor.locator('img');
  await expect(picture).toHaveCount(0);
  await editor.getByLabel('Emblem').selectOption('Two rings');
  await editor.getByLabel('Emblem').press('Tab');
  await expect(editor.getByLabel('Colour')).toBeFocused();
  await editor.getByLabel('Colour').selectOption('Teal');
  await expect(picture).toHaveAttribute('src', '/api/badge-pictures/emblems/quantum-teal.svg');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Create Badge' }).click();
  await expect(editor).toHaveCount(0);

  const badge = page.getByRole('table', { name: 'badges' }).getByRole('row').filter({ hasText: name });
  await badge.getByRole('button', { name: `Edit ${name}` }).click();
  const changes = page.getByRole('dialog', { name: 'Edit Badge' });
  await expect(changes.getByLabel('Emblem')).toHaveValue('quantum');
  await expect(changes.getByLabel('Colour')).toHaveValue('teal');
  await changes.getByLabel('Description').fill('Kept the circle going.');
  const svg = { name: 'host.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await changes.getByLabel('Picture file').setInputFiles(svg);
  await expect(changes.getByText('Choose a PNG file')).toBeVisible();
  await changes.getByLabel('Picture file').setInputFiles({
    name: 'host.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 96, height: 96, channels: 3, background: '#134e4a' } })
      .png()
      .toBuffer(),
  });
  await expect(changes.getByText('Choose a PNG file')).toHaveCount(0);
  await expect(changes.getByLabel('Emblem')).toHaveValue('uploaded');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(badge).toContainText('Kept the circle going.');
  await expect(badge.locator('img')).toHaveAttribute('src', /^\/api\/badge-pictures\/.*\.png$/);
  await expect(badge.locator('img')).toHaveJSProperty('naturalWidth', 96);

  await badge.getByRole('link', { name: 'Holders' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/ Created [A-Z][a-z]{2} \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Award Badge' }).click();
  const award = page.getByRole('dialog', { name: `Award ${name}` });
  await award.getByLabel('People').fill(demoEmail('luminary'));
  await award.getByRole('list', { name: 'Found' }).getByRole('button').click();
  await award.getByRole('button', { name: /^Leave out/ }).click();
  await expect(award.getByLabel('People')).toBeFocused();
  const answerNow = await holdBack(page, /\/candidates\?/);
  await award.getByLabel('People').fill(demoEmail('pioneer'));
  // Enter before the answer chooses nobody: it does not know whom.
  await award.getByLabel('People').press('Enter');
  answerNow();
  await expect(award.getByRole('status').first()).toHaveText('1 person found. Press Enter to choose.');
  await expect(award.getByRole('button', { name: /^Leave out/ })).toHaveCount(0);
  await award.getByLabel('People').press('Enter');
  await expect(award.getByRole('list', { name: 'Chosen' })).toContainText('Rohan');
  await award.getByLabel('Reason').fill('Ran it all term.');
  await expectAccessible(page);
  await award.getByRole('button', { name: 'Award', exact: true }).click();
  const holder = page.getByRole('table', { name: 'holders' }).getByRole('row').filter({ hasText: 'Rohan' });
  await expect(holder).toContainText('Ran it all term.');
  // The button that opened it stood in the empty list.
  await expect(page.getByRole('main')).toBeFocused();
  await expectSound(page, [WIDE]);

  await holder.getByRole('button', { name: /^Revoke from/ }).click();
  const revoke = page.getByRole('dialog', { name: /^Revoke the badge of/ });
  await revoke.getByLabel('Reason').fill('Given by mistake.');
  await expectAccessible(page);
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No holders yet' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: 'All badges' }).click();
  // One that people hold cannot go, and its question offers no more than to leave it.
  await page.getByRole('button', { name: 'Delete Balanced Books' }).click();
  const refused = page.getByRole('alertdialog', { name: 'Delete Balanced Books' });
  await expect(refused.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await badge.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${name}` });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(badge).toHaveCount(0);
  // The same control of the row that took its place.
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Delete /);
});

test('ADMIN-24 when something is missing: a report that fails says so beside the others; nothing at all is said, too', async ({
  page,
}) => {
  allow(refusedWith(500));
  await login(page, demoEmail('grand'));
  await refuse(page, '/reports/activity', 500, 'Something went wrong');
  await succeed(page, '/reports/completion', { leagues: [], league: null });
  const waiting = { total: 0, oldestAt: null, byAge: [0, 0, 0, 0] };
  await succeed(page, '/reports/submissions', {
    waiting,
    byLeague: [],
    days: 90,
    reviewed: 0,
    medianHours: null,
  });
  await succeed(page, '/reports/approvals', {
    days: 90,
    waiting,
    signUps: 0,
    approved: 0,
    medianHours: null,
    byWeek: [],
  });
  await refuse(page, '/admin/audit-logs', 500, 'Something went wrong');
  await page.goto('/admin/analytics');
  const failure = report(page, 'Active learners').getByRole('alert');
  await expect(failure).toContainText('Failed to load activity: Something went wrong');
  await expect(page.getByRole('heading', { name: 'No league yet' })).toBeVisible();
  await expect(page.getByText('No submissions wait.')).toBeVisible();
  await expect(page.getByText('No one signed up in the last 90 days.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(report(page, 'Active learners').getByRole('img').first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await refuse(page, '/admin/audit-logs', 500, 'Something went wrong');
  await page.goto('/admin/audit-log');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to load entries: Something went wrong' }),
  ).toBeVisible();
});
