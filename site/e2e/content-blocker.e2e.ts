import { readdirSync, readFileSync } from 'node:fs';
import { allow, demoEmail, expect, login, test } from './fixtures.ts';
import { openArea } from './staff-page.ts';

const blocked = new RegExp(readFileSync('api/test/cases/content-blocker/blocked.txt', 'utf8').trim());
const REPORTS = ['Active learners', 'Completion', 'Submissions', 'Approvals'];

test.beforeEach(() => allow(/Failed to load resource: net::ERR_/));

test('ADMIN-24 the reports load and are exported where a content blocker follows its usual list', async ({
  page,
}) => {
  await page.route(blocked, (route) => route.abort('blockedbyclient'));
  await openArea(page, 'analytics');
  for (const name of REPORTS) {
    await expect(page.getByRole('region', { name }).getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('region', { name }).getByRole('img').first()).toBeVisible();
  }
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Completion' })
    .getByRole('button', { name: /Export/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('ADMIN-24 a call that the browser stops is not blamed on the network', async ({ page }) => {
  await login(page, demoEmail('grand'));
  for (const path of [/\/api\/reports\/activity/, /\/api\/leagues(\?|$)/]) {
    await page.route(path, (route) => route.abort('blockedbyclient'));
  }
  await page.goto('/admin/analytics');
  const report = page.getByRole('region', { name: 'Active learners' });
  await expect(report.getByRole('alert')).toContainText(
    'Failed to load activity: something in this browser seems to block the request',
  );
  await expect(report).toContainText('Allow this site in your content blocker or extension');
  await page.goto('/admin/leagues');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load leagues' })).toContainText(
    'something in this browser seems to block the request',
  );
});

test('no built file is named as the lists of content blockers look for', () => {
  const names = readdirSync('dist/_astro');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => /^(analytics|track(ing|er)|beacon|pageview|telemetry)/i.test(name))).toEqual(
    [],
  );
});
