import type { Page } from '@playwright/test';
import {
  allowing,
  answer,
  apiPath,
  countCalls,
  demoEmail,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  login,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { holdBack } from './learner.ts';

const users = (page: Page) => page.getByRole('table', { name: 'users' });
const rowOf = (page: Page, email: string) => users(page).getByRole('row').filter({ hasText: email });
const header = (page: Page, name: string) => users(page).getByRole('columnheader', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const details = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const fact = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const summary = (page: Page) => page.getByRole('status').filter({ hasText: /^Showing/ });

/** A person nobody has judged yet, alone on the list. */
async function openPerson(page: Page, options: Parameters<typeof signUpByApi>[1] = {}) {
  const { user, accessToken } = await signUpByApi(page.request, options);
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  await expect(rowOf(page, user.email)).toBeVisible();
  return { ...user, accessToken };
}

const openDetails = async (page: Page, { name, email }: { name: string; email: string }) => {
  await rowOf(page, email)
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(details(page, name)).toBeVisible();
};

test('AUSER-01 AUSER-02 AUSER-03 AUSER-05 AUSER-06 AUSER-07 AUSER-08 AUSER-09 AUSER-10 AUSER-11 AUSER-12 AUSER-13 AUSER-14 AUSER-15 AUSER-16 ADMIN-23 the list: loading, counters, search, filters, order', async ({
  page,
}) => {
  await login(page, demoEmail('grand'));
  const release = await holdBack(page, '/admin/users');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading users...' })).toBeVisible();
  release();
  const counters = page.locator('header dl');
  await expect(counters).toHaveText(/^Active\d+Pending\d+Suspended\d+Migrated\d+ \(\d+%\)Total\d+$/);
  await expect(header(page, 'Joined')).toHaveAttribute('aria-sort', 'descending');
  for (const name of ['User Details', 'Role & Status', 'OL ID', 'Joined', 'Actions']) {
    await expect(header(page, name)).toBeVisible();
  }
  await expect(summary(page)).toHaveText(/^Showing \d+ of \d+ users$/);
  await expect(users(page)).toContainText('@demo.openleague.test');
  await expect(users(page)).not.toContainText('Grand Pathfinder');
  await expect(users(page)).not.toContainText(demoEmail('grand'));

  const options = (label: string) => page.getByLabel(label, { exact: true }).locator('option');
  await expect(options('Status')).toHaveText(['All', 'Active', 'Pending', 'Suspended']);
  await expect(options('Role')).toHaveText(['All', 'Pioneer', 'Pathfinder', 'Chief Pathfinder', 'Luminary']);
  await expect(options('Migration')).toHaveText(['All', 'Migrated to V2', 'Not Migrated']);

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
  await login(page, demoEmail('grand'));
  await page.goto('/admin/users');
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
    ['Current Cohort', /^.+ \(active\)$/],
    ['Phone', '9876543210'],
    ['Discord', 'meera.n'],
    ['Portfolio', 'Not given'],
    ['Last Updated', date],
    ['Approved By', 'Nobody recorded'],
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
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: /^Details/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('button', { name: /^Details/ })).toBeFocused();
});

test.describe('one account', () => {
  test.use(allowing(refusedWith(400, 500)));

  test('AUSER-23 AUSER-26 AUSER-27 AUSER-28 AUSER-29 AUSER-30 AUSER-31 ADMIN-27 ERR-18 approve, suspend and activate, each after its question', async ({
    page,
  }) => {
    const person = await openPerson(page, { verified: true });
    const row = rowOf(page, person.email);
    await row.getByRole('button', { name: /^Approve/ }).click();
    await expect(question(page)).toContainText('Are you sure you want to approve this user?');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toContainText('Pending');

    await page.route(apiPath('/admin/approve-user'), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await row.getByRole('button', { name: /^Approve/ }).click();
    await question(page).getByRole('button', { name: 'Approve User' }).click();
    const banner = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed' });
    await expect(banner).toContainText('Failed to approve user');
    await expect(row).toContainText('Pending');
    await page.unrouteAll();

    await openDetails(page, person);
    const dialog = details(page, person.name);
    await dialog.getByRole('button', { name: 'Approve User' }).click();
    await question(page).getByRole('button', { name: 'Approve User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Active');
    await expect(page.getByText(`${person.name} was approved`)).toBeVisible();
    await expect(row).toContainText('Active');

    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    await expect(question(page)).toContainText('Are you sure you want to suspend this user?');
    await answer(page, '/admin/update-status', 400, {
      success: false,
      error: 'Cannot suspend your own account',
    });
    await question(page).getByRole('button', { name: 'Suspend User' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to update user status: Cannot suspend your own account',
    );
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    await question(page).getByRole('button', { name: 'Suspend User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Suspended');
    await expect(dialog.getByRole('button', { name: 'Approve User' })).toHaveCount(0);

    await dialog.getByRole('button', { name: 'Activate User' }).click();
    await expect(question(page)).toContainText('Are you sure you want to activate this user?');
    await question(page).getByRole('button', { name: 'Activate User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Active');
    await expect(dialog.getByRole('button', { name: 'Suspend User' })).toBeVisible();
  });

  test('AUSER-32 AUSER-33 AUSER-34 OPEN-52 ERR-18 a role for an active account alone, with Update and a question', async ({
    page,
  }) => {
    const person = await openPerson(page);
    await openDetails(page, person);
    const dialog = details(page, person.name);
    const role = dialog.getByLabel('Role', { exact: true });
    await expect(role).toBeDisabled();
    await dialog.getByRole('button', { name: 'Approve User' }).click();
    await question(page).getByRole('button', { name: 'Approve User' }).click();
    await expect(role).toBeEnabled();
    await expect(fact(page, 'Email Verified')).toHaveText('No');
    await dialog.getByRole('button', { name: 'Verify email by hand' }).click();
    await question(page).getByRole('button', { name: 'Verify Email' }).click();
    await expect(fact(page, 'Email Verified')).toHaveText('Yes');
    await expect(role.locator('option')).toHaveText([
      'Pioneer',
      'Luminary',
      'Pathfinder',
      'Chief Pathfinder',
    ]);
    await expect(dialog.getByRole('button', { name: /^Update/ })).toHaveCount(0);
    await role.selectOption('Luminary');
    await dialog.getByRole('button', { name: /^Update/ }).click();
    await expect(question(page)).toContainText(
      "Are you sure you want to change this user's role to Luminary?",
    );
    await answer(page, '/admin/update-role', 400, { success: false, error: 'User not found' });
    await question(page)
      .getByRole('button', { name: /^Update/ })
      .click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to update user role: User not found',
    );
    await page.unrouteAll();
    await dialog.getByRole('button', { name: /^Update/ }).click();
    await question(page)
      .getByRole('button', { name: /^Update/ })
      .click();
    await expect(fact(page, 'Current Role')).toHaveText('Luminary');
    await expect(rowOf(page, person.email)).toContainText('Luminary');
    await expect(dialog.getByRole('button', { name: /^Update/ })).toHaveCount(0);
  });

  test('APROMO-01 APROMO-02 APROMO-03 APROMO-04 APROMO-05 APROMO-06 APROMO-07 APROMO-08 APROMO-09 APROMO-10 APROMO-11 AUSER-25 ERR-19 OPEN-29 a promotion, from the leagues that failed to the list that knows it', async ({
    page,
  }) => {
    const person = await openPerson(page, { approved: true });
    await answer(page, '/leagues', 500, { success: false, error: 'Internal server error' });
    await openDetails(page, person);
    const role = details(page, person.name).getByLabel('Role', { exact: true });
    await role.selectOption('Pathfinder');
    const dialog = page.getByRole('dialog', { name: `Promote ${person.name} to Pathfinder` });
    const leagues = dialog.getByRole('list', { name: 'Leagues to choose from' }).getByRole('checkbox');
    await expect(dialog).toContainText('These are samples');
    await expect(leagues).toHaveCount(4);
    const confirm = dialog.getByRole('button', { name: /^Confirm/ });
    await expect(confirm).toBeDisabled();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Load the leagues again' }).click();
    await expect(leagues.nth(4)).toBeVisible();
    await expect(dialog).not.toContainText('sample');

    const box = (name: string) => dialog.getByRole('checkbox', { name });
    await expect(box('View Analytics')).toBeChecked();
    await expect(box('Manage Users')).not.toBeChecked();
    await expect(box('Create Content')).not.toBeChecked();
    const fault = dialog
      .getByRole('alert')
      .filter({ hasText: 'Please select at least one league and one permission.' });
    await confirm.click();
    await expect(fault).toBeVisible();
    await box('View Analytics').uncheck();
    await expect(fault).toHaveCount(0);
    await box('Finance').first().check();
    await box('Quantum').check();
    await confirm.click();
    await expect(fault).toBeVisible();
    await box('Create Content').check();
    await expectAccessible(page);

    await answer(page, '/admin/update-role', 400, { success: false, error: 'User not found' });
    await confirm.click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to promote user: User not found',
    );
    await page.unrouteAll();
    const roles = await countCalls(page, '/admin/update-role');
    const scopes = await countCalls(page, '/admin/assign-leagues');
    const lists = await countCalls(page, '/admin/users');
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Current Role')).toHaveText('Pathfinder');
    expect(roles.map(({ body }) => body)).toEqual([{ userId: person.id, newRole: 'PATHFINDER' }]);
    expect(scopes).toHaveLength(1);
    expect(scopes[0]?.body).toMatchObject({
      pathfinderId: person.id,
      leagueIds: [expect.any(String), expect.any(String)],
      permissions: { canManageUsers: false, canViewAnalytics: false, canCreateContent: true },
    });
    await expect(details(page, person.name)).toContainText('Create Content');
    expect(lists.length).toBeGreaterThan(0);
    await expect(rowOf(page, person.email)).toContainText('Pathfinder');
    // A chief's role for somebody who is a pathfinder is an ordinary change.
    await role.selectOption('Chief Pathfinder');
    await expect(details(page, person.name).getByRole('button', { name: /^Update/ })).toBeVisible();
  });
});

test.describe('states', () => {
  test.use(allowing(refusedWith(403, 500)));

  test('AUSER-15 AUSER-24 ADMIN-24 ERR-16 ERR-26 ERR-27 nobody, a note, only the waiting, and a failure', async ({
    page,
  }) => {
    await login(page, demoEmail('grand'));
    const counts = { total: 0, active: 0, pending: 0, suspended: 0, migrated: 0 };
    const pagination = { page: 1, limit: 100, total: 0, totalPages: 0 };
    const data = { users: [], counts, pagination, note: 'Figures are of last night' };
    await answer(page, '/admin/users', 200, { success: true, data });
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
    await expect(page.getByText('No users have been registered yet.')).toBeVisible();
    await expect(page.getByText('Info: Figures are of last night')).toBeVisible();
    await page.unrouteAll();

    await answer(page, '/admin/users', 500, { success: false, error: 'Internal server error' });
    await page.reload();
    await expect(page.getByText(/^Info: Only pending users are shown/)).toBeVisible();
    await expect(rowOf(page, demoEmail('pending'))).toBeVisible();
    await answer(page, '/admin/pending-users', 500, { success: false, error: 'Internal server error' });
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load users' });
    await expect(failure).toContainText(
      'Failed to load users: All user fetching strategies failed. Please check if the backend endpoints exist.',
    );
    await page.unrouteAll();
    await answer(page, '/admin/users', 403, { success: false, error: 'Insufficient permissions' });
    await page.reload();
    await expect(failure).toContainText('Failed to load users: Insufficient permissions');
    await page.unrouteAll();
    await page.getByRole('button', { name: /Try again|Retry/i }).click();
    await expect(users(page)).toBeVisible();
  });
});

test.describe('many at once', () => {
  test.use(allowing(refusedWith(400, 409)));

  test('AUSER-27 AUSER-29 CALL-41 CALL-43 the chosen are approved, enrolled and suspended, with progress and what failed', async ({
    page,
  }) => {
    const people = [];
    const handle = `bulk-${Date.now().toString(36)}`;
    for (let index = 0; index < 3; index++) {
      const { user, accessToken } = await signUpByApi(page.request, { verified: true });
      const headers = { authorization: `Bearer ${accessToken}` };
      await page.request.put('/api/auth/profile', { headers, data: { githubUsername: handle } });
      people.push(user);
    }
    const [first, second, third] = people;
    if (!first || !second || !third) throw new Error('Nobody signed up');
    const grand = await login(page, demoEmail('grand'));
    await page.goto(`/admin/users?q=${handle}`);
    await expect(summary(page)).toHaveText(/^Showing 3 of/);
    // One of them is approved elsewhere meanwhile.
    await page.request.post('/api/admin/approve-user', {
      headers: { authorization: `Bearer ${grand.accessToken}` },
      data: { userId: third.id },
    });
    await users(page).getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const bar = page.getByRole('region', { name: 'Chosen rows' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Approve 3 users' }).click();
    await question(page).getByRole('button', { name: 'Approve 3 users' }).click();
    const outcome = page.getByRole('dialog', { name: 'Approve users' });
    await expect(outcome).toContainText('2 users approved');
    await expect(outcome.getByRole('alert')).toContainText(`(${third.email}): User is not pending approval`);
    await expect(outcome.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    await outcome.getByRole('button', { name: 'Done' }).click();
    for (const { email } of people) await expect(rowOf(page, email)).toContainText('Active');
    await expect(bar).toBeHidden();

    await users(page).getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await bar.getByRole('button', { name: 'Enrol 3 users' }).click();
    const enroll = page.getByRole('dialog', { name: 'Enrol 3 users' });
    await enroll.getByRole('button', { name: 'Enrol 3 users' }).click();
    await expect(enroll).toContainText('Please choose a league');
    await enroll.getByLabel('League').selectOption({ label: 'Quantum (Cohort 1.5)' });
    await enroll.getByRole('button', { name: 'Enrol 3 users' }).click();
    await expect(page.getByRole('dialog', { name: 'Enrol users' })).toContainText('3 users enrolled');
    await page.getByRole('button', { name: 'Done' }).click();
    await openDetails(page, first);
    await expect(details(page, first.name)).toContainText('Quantum');
    await page.keyboard.press('Escape');

    for (const { email } of [first, second]) await rowOf(page, email).getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Suspend 2 users' }).click();
    await question(page).getByRole('button', { name: 'Suspend 2 users' }).click();
    await expect(page.getByRole('dialog', { name: 'Suspend users' })).toContainText('2 users suspended');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(rowOf(page, first.email)).toContainText('Suspended');
    await expect(rowOf(page, third.email)).toContainText('Active');
  });
});

test.describe('mail', () => {
  test.use(allowing(refusedWith(500)));

  test('ADMIN-23 ADMIN-24 ERR-16 staff see how mail fares at each domain, and a failure', async ({
    page,
  }) => {
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
      domain('fine.example', { sent: 12 }),
    ];
    await answer(page, '/admin/mail/domains', 200, { success: true, data: { days: 7, domains } });
    await page.goto('/admin/mail');
    const table = page.getByRole('table', { name: 'mail domains' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect(row('campus.example')).toContainText('Waiting');
    await expect(row('campus.example')).toContainText(/The server asked us to wait, Nov 2\d/);
    await expect(row('shut.example')).toContainText('The server refused our message');
    await expect(row('fine.example')).toContainText('Getting through');
    await page.getByLabel('State', { exact: true }).selectOption('Without trouble');
    await expect(table.getByRole('row')).toHaveCount(2);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.unrouteAll();
    await answer(page, '/admin/mail/domains', 500, { success: false, error: 'Internal server error' });
    await page.goto('/admin/mail');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to load mail domains: Internal server error',
    );
    await page.unrouteAll();
    await page.getByRole('button', { name: /Try again|Retry/i }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  });
});
