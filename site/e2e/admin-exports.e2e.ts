import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { allow, expect, readTokens, refusedWith, test } from './fixtures.ts';
import { refuse, succeed } from './learner.ts';
import { openArea } from './staff-page.ts';

/** Every screen with a list: how to get there, what its file is called, the first of its heads, and a row of the demo data. */
const SCREENS: [area: string, file: string, head: string, row: string][] = [
  ['Users', 'users', 'Name,E-mail,Role,Status,OL ID,Joined (Asia/Kolkata)', 'pioneer@demo.openleague.test'],
  ['Cohorts', 'cohorts', 'Name,Description,State', 'Cohort 1.5'],
  ['Leagues', 'leagues', 'Name,Description,Cohort,Modules', 'Finance'],
  ['Specializations', 'specializations', 'Name,Description,Cohort,Leagues', 'Cohort 1.5'],
  ['Modules', 'modules', 'League,Order,Name,Description,Topics', 'Finance'],
  ['Topics', 'topics', 'League,Module,Module order,Order,Name', 'Finance'],
  ['Resources', 'resources', 'League,Module,Module order,Topic,Topic order,Order,Title,Type,URL', 'https://'],
  ['Assignments', 'assignments', 'Title,Description,League,Due Date', 'Finance'],
  ['Analytics', 'completion', 'League,Enrolled,Started,Finished', 'Finance'],
];

const CERTIFICATE = {
  id: 'c1',
  code: 'AAAA-AAAA-AAAA',
  kind: 'LEAGUE',
  state: 'genuine',
  title: 'Finance',
  issuer: 'Issuer',
  holderName: 'Asha Verma',
  user: null,
  leagueId: null,
  specializationId: null,
  completedAt: '2026-02-01T00:00:00.000Z',
  issuedAt: '2026-02-01T00:00:00.000Z',
  renamedAt: null,
  revokedAt: null,
  reason: null,
  revokedBy: null,
  erasedAt: null,
};
const DOMAIN = {
  domain: 'example.org',
  sent: 1,
  queued: 0,
  delayed: 0,
  failed: 0,
  lastReason: null,
  lastTroubleAt: null,
};
const IMAGINED = [
  {
    area: 'Certificates',
    list: '/admin/certificates',
    data: {
      certificates: [CERTIFICATE],
      counts: { total: 1, genuine: 1, withdrawn: 0 },
      pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    },
    file: 'certificates',
    head: 'Holder,Name today,E-mail,For,Kind,Code',
  },
  {
    area: 'Mail',
    list: '/admin/mail/domains',
    data: { days: 7, domains: [DOMAIN] },
    file: 'mail-domains',
    head: 'Mail domain,State,Sent',
  },
];

/** Presses the button and reads what the browser saves. */
async function exportShown(page: Page): Promise<{ name: string; text: string }> {
  const button = page.getByRole('button', { name: 'Export CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('P32 ROLE-04 lists as files: a Grand Pathfinder takes every list along, as it is narrowed, and is told', async ({
  page,
}) => {
  allow(refusedWith(503));
  await openArea(page, 'users');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  for (const [area, file, head, row] of SCREENS) {
    await sidebar.getByRole('link', { name: area, exact: true }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(area.slice(0, -1));
    const { name, text } = await exportShown(page);
    expect(name).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect([area, text.slice(1, head.length + 1)]).toEqual([area, head]);
    expect([area, text.includes(row)]).toEqual([area, true]);
    await expect(page.getByRole('status').filter({ hasText: `Saved as ${name}.` })).toBeVisible();
  }

  // The demo data has no certificate and no mail, so these two lists are imagined; their files are the server's.
  for (const { area, list, data, file, head } of IMAGINED) {
    await succeed(page, list, data);
    await sidebar.getByRole('link', { name: area, exact: true }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(area);
    const { name, text } = await exportShown(page);
    expect(name).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(text.slice(1, head.length + 1)).toBe(head);
  }

  await sidebar.getByRole('link', { name: 'Cohorts', exact: true }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Inactive');
  const { text } = await exportShown(page);
  expect(text).toContain('Cohort 1.0');
  expect(text).not.toContain('Cohort 1.5');

  await refuse(page, '/admin/cohorts/export', 503, 'Busy, please try again');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to export cohorts' });
  await expect(failure).toContainText('Busy, please try again');
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toHaveCount(0);

  const { accessToken } = await readTokens(page);
  const log = await page.request.get('/api/admin/audit-logs?action=USER_LIST_EXPORTED&limit=1', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect((await log.json()).data.logs[0].metadata).toMatchObject({ excludeRole: 'GRAND_PATHFINDER' });
});
