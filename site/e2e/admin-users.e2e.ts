import type { Page } from '@playwright/test';
import {
  allow,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  login,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { holdBack, refuse, succeed } from './learner.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea } from './staff-page.ts';
import { details, fact, rowOf, summary, users } from './users-screen.ts';

const header = (page: Page, name: string) => users(page).getByRole('columnheader', { name });

test('AUSER-01 AUSER-02 AUSER-03 AUSER-05 AUSER-06 AUSER-07 AUSER-08 AUSER-09 AUSER-10 AUSER-11 AUSER-12 AUSER-13 AUSER-14 AUSER-15 AUSER-16 ADMIN-23 the list: loading, counters, search, filters, order', async ({
  page,
}) => {
  await login(page, demoEmail('grand'));
  const release = await holdBack(page, '/admin/users');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading users...' })).toBeVisible();
  const counters = page.locator('header dl');
  const places = () =>
    counters.locator('dt').evaluateAll(async (names) => {
      await document.fonts.ready;
      return names.map((name) => name.getBoundingClientRect().x);
    });
  const before = await places();
  release();
  await expect(counters).toHaveText(/^Active\d+Pending\d+Suspended\d+Migrated\d+ \(\d+%\)Total\d+$/);
  expect(await places(), 'the figures push nothing aside').toEqual(before);
  await expect(header(page, 'Joined')).toHaveAttribute('aria-sort', 'descending');
  for (const name of ['User Details', 'Role & Status', 'OL ID', 'Joined', 'Actions']) {
    await expect(header(page, name)).toBeVisible();
  }
  await expect(summary(page)).toHaveText(/^Showing \d+ of \d+ users$/);
  await expect(users(page)).toContainText('@demo.openleague.test');
  await expect(users(page)).not.toContainText('Grand Pathfinder');
  await expect(users(page)).not.toContainText(demoEmail('grand'));

  const options = (label: string) => page.getByLabel(label, { exact: true }).locator('option');
  await expect(options('Status')).toHaveText(['Status: All', 'Active', 'Pending', 'Suspended']);
  await expect(options('Role')).toHaveText([
    'Role: All',
    'Pioneer',
    'Pathfinder',
    'Chief Pathfinder',
    'Luminary',
  ]);
  await expect(options('Migration')).toHaveText(['Migration: All', 'Migrated to V2', 'Not Migrated']);

  for (const [column, key] of [
    ['User Details', 'name'],
    ['OL ID', 'olid'],
    ['Joined', 'createdAt'],
  ] as const) {
    const button = header(page, column).getByRole('button');
    await button.click();
    await expect(header(page, column)).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(new RegExp(`sort=${key}$`));
    await button.click();
    await expect(header(page, column)).toHaveAttribute('aria-sort', 'descending');
  }

  const search = page.getByPlaceholder('Search users by name, email, or social handles...');
  await search.fill('@demo.openleague.test');
  await page.getByLabel('Role', { exact: true }).selectOption('Luminary');
  await expect(users(page).getByText('Pioneer', { exact: true })).toHaveCount(0);
  await page.getByLabel('Migration', { exact: true }).selectOption('Not Migrated');
  await page.getByLabel('Status', { exact: true }).selectOption('Suspended');
  await expect(page.getByRole('heading', { name: 'No users found matching your filters' })).toBeVisible();
  await expect(summary(page)).toHaveText(/^Showing 0 of \d+ users$/);
  await page.reload();
  await expect(search).toHaveValue('@demo.openleague.test');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(search).toHaveValue('');
  for (const label of ['Status', 'Role', 'Migration']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  }
  await page.getByLabel('Status', { exact: true }).selectOption('Suspended');
  await expect(users(page).getByText('Active', { exact: true })).toHaveCount(0);
  await expect(rowOf(page, demoEmail('suspended'))).toBeVisible();
});

test('AUSER-04 AUSER-17 AUSER-18 AUSER-19 AUSER-20 AUSER-21 AUSER-22 AUSER-23 ROLE-16 ROLE-17 the details of an account, found by a social handle', async ({
  page,
}) => {
  const { user, accessToken } = await signUpByApi(page.request, { migrated: true, verified: true });
  const handle = `gh${Date.now().toString(36)}`;
  const data = { githubUsername: handle, twitterHandle: 'meera_n', discordUsername: 'meera.n' };
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await page.request.put('/api/auth/profile', { headers, data })).status()).toBe(200);
  await openArea(page, 'users');
  await page.getByLabel(/^Search/).fill(handle);
  await expect(summary(page)).toHaveText(/^Showing 1 of \d+ users$/);
  const row = rowOf(page, user.email);
  await row.getByText(user.email).click();
  const dialog = details(page, user.name);
  await expect(dialog).toContainText(user.email);
  for (const part of ['Account', 'Academic', 'System']) {
    await expect(dialog.getByRole('heading', { name: `${part} Information` })).toBeVisible();
  }
  for (const part of ['Social Profiles', 'Additional Profiles']) {
    await expect(dialog.getByRole('heading', { name: part })).toBeVisible();
  }
  const date = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/;
  for (const [name, value] of [
    ['Status', 'Pending'],
    ['Current Role', 'Pioneer'],
    ['Member Since', date],
    ['User ID', user.id],
    ['Email Verified', 'Yes'],
    ['V2 Migration', 'Migrated'],
    ['Institute', 'Sample Institute of Technology'],
    ['Department', 'Biotechnology'],
    ['Graduation Year', '2027'],
    ['Student ID', 'SIT-104'],
    // Of those that sign up, the newest; the test of cohorts opens one for a moment and closes it.
    ['Current Cohort', /^.+ \((in)?active\)$/],
    ['Phone', '9876543210'],
    ['Discord', 'meera.n'],
    ['Portfolio', 'Not given'],
    ['Last Updated', date],
    ['Approved By', 'Not recorded'],
    ['X', '@meera_n'],
    ['LinkedIn', 'Not connected'],
    ['GitHub', handle],
    ['Kaggle', 'Not connected'],
  ] as const) {
    await expect(fact(page, name), name).toHaveText(value);
  }
  await expect(dialog.getByRole('link', { name: handle })).toHaveAttribute('rel', /noopener/);
  await expect(dialog.getByRole('button', { name: 'Approve User' })).toBeVisible();
  for (const name of ['Suspend User', 'Activate User']) {
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
  }
  await expectAccessible(page);
  await expectFitsSmallPhone(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expectFitsSmallPhone(page);
  await row.getByRole('button', { name: /^Details/ }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name: /^Details/ })).toBeFocused();
});

test('AUSER-02 AUSER-15 AUSER-24 ADMIN-24 CALL-45 ERR-16 ERR-26 ERR-27 OPEN-37 states: nobody, too many, a note, only the waiting, and a failure', async ({
  page,
}) => {
  allow(refusedWith(403, 500));
  await login(page, demoEmail('grand'));
  const counts = { total: 0, active: 0, pending: 0, suspended: 0, migrated: 0 };
  const pagination = { page: 1, limit: 100, total: 0, totalPages: 0 };
  const data = { users: [], counts, pagination, note: 'Figures are of last night' };
  await succeed(page, '/admin/users', data);
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page.getByText('No users have been registered yet.')).toBeVisible();
  await expect(page.getByText('Info: Figures are of last night')).toBeVisible();
  await page.unrouteAll();

  // With a million accounts no figure lies over another; of those that wait there may be none.
  const many = {
    total: 1_000_000,
    active: 968_000,
    pending: 400,
    suspended: 3,
    migrated: 970_000,
  };
  await succeed(page, '/admin/users', { users: [], counts: many, pagination });
  await page.goto('/admin/users?status=PENDING');
  const figures = page.locator('header dl dd');
  await expect(figures).toHaveText(['968,000', '400', '3', '970,000 (97%)', '1,000,000']);
  for (const width of [320, 360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const listOverlaps = () =>
      figures.evaluateAll((elements) => {
        const range = document.createRange();
        const places = elements.map((element) => {
          range.selectNodeContents(element);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { text: element.textContent, left, right, top, bottom };
        });
        return places.flatMap((one) =>
          places
            .filter((other) => other !== one && one.left < other.right && other.left < one.right)
            .filter((other) => one.top < other.bottom && other.top < one.bottom)
            .map((other) => `${one.text} over ${other.text}`),
        );
      });
    await expect.poll(listOverlaps, { message: `${width} px wide` }).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByRole('heading', { name: 'No one is waiting for approval' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(users(page)).toBeVisible();

  await refuse(page, '/admin/users', 500, 'Internal server error');
  await page.reload();
  await expect(page.getByText(/^Info: Only pending users are shown/)).toBeVisible();
  await expect(rowOf(page, demoEmail('pending'))).toBeVisible();
  await refuse(page, '/admin/pending-users', 500, 'Internal server error');
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load users' });
  await expect(failure).toContainText(
    'Failed to load users: All user fetching strategies failed. Please check if the backend endpoints exist.',
  );
  await page.unrouteAll();
  await refuse(page, '/admin/users', 403, 'Insufficient permissions');
  await page.reload();
  await expect(failure).toContainText('Failed to load users: Insufficient permissions');
  await page.unrouteAll();
  await page.getByRole('button', { name: /Try again|Retry/i }).click();
  await expect(users(page)).toBeVisible();
});

test('ADMIN-23 ADMIN-24 ERR-16 mail: staff see how mail fares at each domain, and a failure', async ({
  page,
}) => {
  allow(refusedWith(500));
  await login(page, demoEmail('grand'));
  const domain = (name: string, rest: object) => ({
    domain: name,
    sent: 0,
    queued: 0,
    delayed: 0,
    failed: 0,
    lastReason: null,
    lastTroubleAt: null,
    ...rest,
  });
  const lastTroubleAt = '2026-11-21T14:03:00.000Z';
  const domains = [
    domain('campus.example', { sent: 2, delayed: 3, lastReason: 'ASKED_TO_WAIT', lastTroubleAt }),
    domain('shut.example', { failed: 1, lastReason: 'REFUSED', lastTroubleAt }),
    domain('fine.example', { sent: 12, queued: 4 }),
  ];
  await succeed(page, '/admin/mail/domains', { days: 7, domains, transport: 'NONE' });
  await page.goto('/admin/mail');
  const table = page.getByRole('table', { name: 'mail domains' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(page.getByRole('status').filter({ hasText: 'Mail is not sent' })).toContainText('SMTP_URL');
  await expect(row('campus.example')).toContainText('Waiting');
  await expect(row('campus.example')).toContainText(/The server asked us to wait, Nov\s2\d/);
  await expect(row('shut.example')).toContainText('The server refused our message');
  await expect(row('fine.example')).toContainText('Getting through');
  await page.getByLabel('State', { exact: true }).selectOption('Without problems');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  // Also where its column is left out.
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(row('fine.example').getByText('4 queued')).toBeVisible();
  await expectFitsSmallPhone(page);
  await page.unrouteAll();
  await refuse(page, '/admin/mail/domains', 500, 'Internal server error');
  await page.goto('/admin/mail');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
    'Failed to load mail domains: Internal server error',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: /Try again|Retry/i }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
});
