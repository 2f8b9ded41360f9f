import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addCurriculum, addLeague, send } from './curriculum.ts';
import { allow, demoEmail, expect, expectAccessible, login, refusedWith, test } from './fixtures.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea } from './staff-page.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'rows' }).locator('tbody').getByRole('row');

test('P41 ROLE-11 CSV import: a file is checked row by row, agreed to and imported; who changes something meanwhile is not run over', async ({
  page,
}) => {
  allow(refusedWith(409));
  const { league } = await addCurriculum(page.request, ['Coins']);
  await login(page, demoEmail('grand'));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/imports?kind=weeks');
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('weeks');
  const checkButton = page.getByRole('button', { name: 'Check', exact: true });
  await expect(checkButton).toBeDisabled();
  await page.getByRole('combobox', { name: 'League' }).selectOption(league.name);
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('modules-template.csv');
  expect(await readFile(await template.path(), 'utf8')).toBe('\uFEFFLeague,Order,Name,Description\r\n');

  const csv = 'Order;Module;Notes\r\n1;Renamed;x\r\n2;Second;\r\n3;"Thi;rd";\r\n;No order;\r\n';
  const buffer = Buffer.from(csv, 'utf8');
  await page.getByLabel('CSV file').setInputFiles({ name: 'modules.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('modules.csv', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove modules.csv' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  await page.getByLabel('CSV file').setInputFiles({ name: 'modules.csv', mimeType: 'text/csv', buffer });
  await checkButton.click();
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeFocused();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(0)).toContainText('Changed');
  await expect(rows(page).nth(0).locator('del')).toContainText('Basics');
  await expect(rows(page).nth(2)).toContainText('Thi;rd');
  await expect(rows(page).nth(3)).toContainText('order is required');
  await expect(page.getByText('Not read: Notes')).toBeVisible();
  await expectAccessible(page);
  await expectFitsSmallPhone(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, ['light']);
  await page.setViewportSize({ width: 1280, height: 900 });

  const importButton = page.getByRole('button', { name: 'Import 3 rows' });
  await expect(importButton).toBeDisabled();
  await expect(importButton).toHaveAccessibleDescription(
    'Leave out the refused row first, or correct the file.',
  );
  await page.getByRole('button', { name: 'Show refused rows' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Leave out the 1 refused row' }).check();
  await send(page.request, 'post', '/weeks', { name: 'By hand', order: 2, leagueId: league.id });
  await importButton.click();
  const question = page.getByRole('alertdialog', { name: 'Import 3 rows' });
  await expect(question).toContainText('add 2 modules and change 1 module, all or nothing');
  await question.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByText('Someone made changes since you checked')).toBeVisible();
  await expect(rows(page).nth(1).locator('del')).toContainText('By hand');

  await page.getByRole('checkbox', { name: /^Leave out/ }).check();
  await importButton.click();
  await question.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByRole('heading', { name: 'Import done' })).toBeFocused();
  await expect(page.getByText('1 module was added, 2 changed, 1 left out.')).toBeVisible();
  const { weeks } = await send<{ weeks: { name: string }[] }>(
    page.request,
    'get',
    `/weeks?leagueId=${league.id}`,
  );
  expect(weeks.map(({ name }) => name)).toEqual(['Renamed', 'Second', 'Thi;rd']);
  const leftOut = page.getByRole('list', { name: '1 row left out' });
  await expect(leftOut.getByRole('listitem')).toContainText('order is required');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download left-out rows' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('Line,Row,Where,Reason');
  expect(text).toContain('order is required');

  await page.getByRole('button', { name: 'Import another file' }).click();
  await expect(page.getByRole('heading', { name: 'What to import' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Users');
  await page
    .getByRole('textbox', { name: 'Or paste rows' })
    .fill(`E-mail\tName\n${demoEmail('pioneer')}\tSomebody else`);
  await checkButton.click();
  await expect(page.getByText('There is nothing to import')).toBeVisible();
  await expect(rows(page).first()).toContainText('The account exists');
  const email = `sheet-${Date.now()}@example.org`;
  await page
    .getByRole('textbox', { name: 'Or paste rows' })
    .fill(`Email ID\tName of student\tLeagues\n${email}\tAsha Kaur\t${league.name}`);
  await checkButton.click();
  await expect(rows(page).first()).toContainText('Tick "Approve new people and enroll them"');
  await page.getByRole('checkbox', { name: 'Approve new people and enroll them' }).check();
  await expect(rows(page).first()).toContainText('ACTIVE');
  await expect(page.getByRole('checkbox', { name: 'Approve new people and enroll them' })).toBeChecked();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 enrollment')).toBeVisible();
});

test('ROLE-11 a pathfinder imports content of the own leagues, and no users', async ({ page }) => {
  await openArea(page, 'weeks', 'pathfinder');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await expect(page).toHaveURL(/\/admin\/imports\?kind=weeks$/);
  await expect(page.getByRole('combobox', { name: 'Kind' }).getByRole('option')).toHaveText([
    'Modules',
    'Topics',
    'Resources',
  ]);
  await expect(page.getByRole('combobox', { name: 'League' }).getByRole('option')).toHaveText([
    'Named in each row',
    'ML',
  ]);
});

test('one sheet of links makes a league of modules, topics and resources, and nothing the second time', async ({
  page,
}) => {
  const league = await addLeague(page.request, 'Sheet');
  const lines = Array.from({ length: 40 }, (_, at) => {
    const topic = Math.floor(at / 7);
    return `${league.name}\tModule ${'ABC'[topic >> 1]}\tTopic ${'ABCDEF'[topic]}\tResource ${at + 1}\thttps://example.org/${at + 1}`;
  });
  await openArea(page, 'imports?kind=resources');
  const paste = page.getByRole('textbox', { name: 'Or paste rows' });
  await paste.fill(['League\tModule\tTopic\tTitle\tLink', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('This adds 3 modules, 6 topics and 40 resources.')).toBeVisible();
  await expect(page.getByText('New modules: Module A, Module B, Module C')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 40 rows' }).click();
  const question = page.getByRole('alertdialog', { name: 'Import 40 rows' });
  await expect(question).toContainText('This will add 3 modules, 6 topics and 40 resources, all or nothing.');
  await question.getByRole('button', { name: 'Import 40 rows' }).click();
  await expect(page.getByText('3 modules, 6 topics and 40 resources were added.')).toBeVisible();
  const { weeks } = await send<{ weeks: { name: string; order: number }[] }>(
    page.request,
    'get',
    `/weeks?leagueId=${league.id}`,
  );
  expect(weeks.map(({ name, order }) => [name, order])).toEqual([
    ['Module A', 1],
    ['Module B', 2],
    ['Module C', 3],
  ]);
  await page.getByRole('button', { name: 'Import another file' }).click();
  await paste.fill(['League\tModule\tTopic\tTitle\tLink', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('There is nothing to import')).toBeVisible();
});
