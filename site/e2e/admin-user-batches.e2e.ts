import type { Page } from '@playwright/test';
import { apiPath, demoEmail, expect, expectAccessible, login, signUpByApi, test } from './fixtures.ts';
import { holdBack } from './learner.ts';
import { expectFitsSmallPhone } from './looks.ts';
import { openArea } from './staff-page.ts';
import { details, openDetails, question, rowOf, summary, users } from './users-screen.ts';

/** People whom a search for this handle finds alone. */
const signUpWithHandle = (page: Page, githubUsername: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { user, accessToken } = await signUpByApi(page.request, { verified: true });
      const headers = { authorization: `Bearer ${accessToken}` };
      await page.request.put('/api/auth/profile', { headers, data: { githubUsername } });
      return user;
    }),
  );

test('AUSER-27 AUSER-29 AUSER-31 CALL-34 CALL-41 CALL-43 everyone who matches is approved, enrolled, suspended and activated, with a sheet at the end', async ({
  page,
}) => {
  const handle = `bulk-${Date.now().toString(36)}`;
  const people = await signUpWithHandle(page, handle, 3);
  const [first, second, third] = people;
  if (!first || !second || !third) throw new Error('Nobody signed up');
  const grand = await login(page, demoEmail('grand'));
  // Pages of two, so that three people take more than one.
  await page.route(apiPath('/admin/users'), (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    return route.continue({ url: url.toString() });
  });
  await page.goto(`/admin/users?q=${handle}`);
  await expect(summary(page)).toHaveText(/^Showing 3 of/);
  const everyBox = users(page).getByRole('checkbox', { name: 'Select all rows of this page' });
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  await everyBox.check();
  await expect(bar).toContainText('2 selected');
  const everybody = bar.getByRole('button', { name: 'Choose all 3 who match these filters' });
  // Whoever gives the choice up meanwhile has chosen nobody.
  const answerNow = await holdBack(page, '/admin/user-matches');
  const answered = page.waitForResponse(/user-matches/);
  await everybody.click();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  answerNow();
  await (await answered).finished();
  await expect(bar).toBeHidden();
  await everyBox.check();
  await everybody.click();
  await expect(bar).toContainText('3 selected');
  await expect(bar).toBeFocused();
  await expect(bar.getByRole('button', { name: /^Choose all/ })).toHaveCount(0);
  // One of them is approved elsewhere meanwhile.
  await page.request.post('/api/admin/approve-user', {
    headers: { authorization: `Bearer ${grand.accessToken}` },
    data: { userId: third.id },
  });
  const answerBatch = await holdBack(page, '/admin/user-approvals');
  await bar.getByRole('button', { name: 'Approve 3 users' }).click();
  await question(page).getByRole('button', { name: 'Approve 3 users' }).click();
  const outcome = page.getByRole('dialog', { name: 'Approve users' });
  await outcome.getByRole('button', { name: 'Stop' }).click();
  await expect(outcome.getByRole('button', { name: 'Stopping…' })).toBeFocused();
  answerBatch();
  await expect(outcome.getByRole('button', { name: 'Done' })).toBeFocused();
  await expect(outcome.getByRole('status').first()).toHaveText('2 users approved, 1 skipped');
  await expect(outcome.getByRole('region', { name: 'Skipped' })).toHaveText(
    `Skipped1 · User is not pending approval${third.name} (${third.email})`,
  );
  await expect(outcome.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expectAccessible(page);
  await expectFitsSmallPhone(page);
  const saving = page.waitForEvent('download');
  await outcome.getByRole('button', { name: 'Download list' }).click();
  expect((await saving).suggestedFilename()).toBe('approve-users.csv');
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toBeHidden();

  await page.unrouteAll();
  await page.reload();
  for (const { email } of people) await expect(rowOf(page, email)).toContainText('Active');
  await everyBox.check();
  await expect(bar.getByRole('button', { name: /^Choose all/ })).toHaveCount(0);
  const enroll = page.getByRole('dialog', { name: 'Enroll 3 users' });
  const chooseLeague = async () => {
    await enroll.getByLabel('League').selectOption({ label: 'Quantum (Cohort 1.5)' });
    await enroll.getByRole('button', { name: 'Enroll 3 users' }).click();
    await expect(page.getByRole('dialog', { name: 'Enroll users' })).toContainText('3 users enrolled');
  };
  await bar.getByRole('button', { name: 'Enroll 3 users' }).click();
  await enroll.getByRole('button', { name: 'Enroll 3 users' }).click();
  await expect(enroll).toContainText('Please choose a league');
  await chooseLeague();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: 'Undo the enrollment' })).toContainText(
    '3 users removed from the league',
  );
  await page.getByRole('button', { name: 'Done' }).click();
  await everyBox.check();
  await bar.getByRole('button', { name: 'Enroll 3 users' }).click();
  await chooseLeague();
  await page.getByRole('button', { name: 'Done' }).click();
  await openDetails(page, first);
  await details(page, first.name)
    .getByRole('button', { name: `Remove ${first.name} from Quantum` })
    .click();
  await expect(question(page)).toContainText('Badges and certificates stay.');
  await question(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${first.name} was removed from Quantum`)).toBeVisible();
  await expect(details(page, first.name).getByText('Enrolled Leagues')).toHaveCount(0);
  await page.keyboard.press('Escape');

  for (const { email } of [first, second]) await rowOf(page, email).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Suspend 2 users' }).click();
  const suspending = page.getByRole('dialog', { name: 'Suspend 2 users' });
  await suspending.getByRole('button', { name: 'Suspend 2 users' }).click();
  await expect(suspending).toContainText('Reason is required');
  await suspending.getByLabel('Reason').fill('Two accounts shared answers.');
  await suspending.getByRole('button', { name: 'Suspend 2 users' }).click();
  await expect(page.getByRole('dialog', { name: 'Suspend users' })).toContainText('2 users suspended');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, first.email)).toContainText('Suspended');
  await expect(rowOf(page, third.email)).toContainText('Active');
  await everyBox.check();
  // The list is read again meanwhile, and moves.
  await bar.getByRole('button', { name: 'Activate 2 users' }).press('Enter');
  await question(page).getByRole('button', { name: 'Activate 2 users' }).click();
  await expect(page.getByRole('dialog', { name: 'Activate users' })).toContainText('2 users activated');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, first.email)).toContainText('Active');
});

test('AUSER-27 whoever failed stays selected, and the next run is for them alone', async ({ page }) => {
  const handle = `again-${Date.now().toString(36)}`;
  const people = await signUpWithHandle(page, handle, 2);
  const [first, second] = people;
  if (!first || !second) throw new Error('Nobody signed up');
  await openArea(page, `users?q=${handle}`);
  await users(page).getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  // The server is asked for one of them, and says of the other what it would say if it stumbled.
  await page.route(apiPath('/admin/user-approvals'), async (route) => {
    const response = await route.fetch({ postData: { userIds: [first.id] } });
    const reply = await response.json();
    const { id: userId, name, email } = second;
    reply.data.results.push({
      userId,
      name,
      email,
      outcome: 'failed',
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
    });
    await route.fulfill({ response, json: reply });
  });
  await bar.getByRole('button', { name: 'Approve 2 users' }).click();
  await question(page).getByRole('button', { name: 'Approve 2 users' }).click();
  const outcome = page.getByRole('dialog', { name: 'Approve users' });
  await expect(outcome.getByRole('status').first()).toHaveText(
    '1 user approved, 1 failed 1 of them stays selected so that you can try again.',
  );
  await expect(outcome.getByRole('region', { name: 'Failed' })).toContainText(second.name);
  await expectAccessible(page);
  await expectFitsSmallPhone(page);
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toContainText('1 selected');
  await expect(rowOf(page, second.email).getByRole('checkbox')).toBeChecked();
  await expect(rowOf(page, first.email).getByRole('checkbox')).not.toBeChecked();

  await page.unrouteAll();
  await bar.getByRole('button', { name: 'Approve 1 user' }).click();
  await question(page).getByRole('button', { name: 'Approve 1 user' }).click();
  await expect(outcome.getByRole('status').first()).toHaveText('1 user approved');
  await outcome.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toBeHidden();
  for (const { email } of people) await expect(rowOf(page, email)).toContainText('Active');
});
