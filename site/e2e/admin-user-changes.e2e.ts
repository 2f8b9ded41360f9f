import { send, unique } from './curriculum.ts';
import {
  allow,
  apiPath,
  countCalls,
  expect,
  expectAccessible,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { refuse } from './learner.ts';
import { expectSound, WIDE } from './looks.ts';
import { openArea } from './staff-page.ts';
import { details, fact, openDetails, openPerson, question, rowOf } from './users-screen.ts';

test.describe('one account', () => {
  test.beforeEach(() => allow(refusedWith(400, 409, 500)));

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
    // A window in which the row and the place of the failure are not both in sight.
    await page.setViewportSize({ width: 1280, height: 400 });
    await row.getByRole('button', { name: /^Approve/ }).click();
    await question(page).getByRole('button', { name: 'Approve User' }).click();
    const banner = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed' });
    await expect(banner).toContainText('Failed to approve user');
    await expect(banner).toBeInViewport();
    await page.setViewportSize(WIDE);
    await expect(row).toContainText('Pending');
    await page.unrouteAll();

    await openDetails(page, person);
    const dialog = details(page, person.name);
    await dialog.getByRole('button', { name: 'Approve User' }).click();
    await question(page).getByRole('button', { name: 'Approve User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Active');
    // The button that asked is gone, and the page behind the dialog takes no focus.
    await expect(dialog.getByRole('heading', { level: 2, name: person.name })).toBeFocused();
    await expect(page.getByText(`${person.name} was approved`)).toBeVisible();
    await expect(row).toContainText('Active');

    const sizeOf = async (name: string) => {
      const box = await dialog.getByRole('button', { name, exact: true }).last().boundingBox();
      return (box?.width ?? 0) * (box?.height ?? 0);
    };
    expect(await sizeOf('Suspend User')).toBeLessThanOrEqual(await sizeOf('Sign out everywhere'));
    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    const suspending = page.getByRole('dialog', { name: `Suspend ${person.name}` });
    await expect(suspending).toContainText('Are you sure you want to suspend this user?');
    await suspending.getByRole('button', { name: 'Suspend User' }).click();
    await expect(suspending.getByText('Reason is required')).toBeVisible();
    await suspending.getByLabel('Reason').fill('Two accounts shared answers.');
    await expectAccessible(page);
    await refuse(page, '/admin/update-status', 400, 'Cannot suspend your own account');
    await suspending.getByRole('button', { name: 'Suspend User' }).click();
    await expect(suspending.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(
      'Failed to update user status: Cannot suspend your own account',
    );
    await page.unrouteAll();
    await suspending.getByRole('button', { name: 'Suspend User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Suspended');
    await expect(dialog.getByRole('button', { name: 'Approve User' })).toHaveCount(0);

    await dialog.getByRole('button', { name: 'Activate User' }).click();
    await expect(question(page)).toContainText('Are you sure you want to activate this user?');
    await question(page).getByRole('button', { name: 'Activate User' }).click();
    await expect(fact(page, 'Status')).toHaveText('Active');
    await expect(dialog.getByRole('button', { name: 'Suspend User' })).toBeVisible();

    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    const reasons = page.getByRole('dialog', { name: `Sign ${person.name} out everywhere` });
    await reasons.getByRole('button', { name: 'Sign Out' }).click();
    await expect(reasons.getByText('Reason is required')).toBeVisible();
    await reasons.getByLabel('Reason').fill('Their laptop was found in the library.');
    await expectAccessible(page);
    await reasons.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText(`${person.name} was signed out everywhere`)).toBeVisible();
    await expect(reasons).toHaveCount(0);
    await expect(dialog).toBeVisible();
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
    const verifying = page.getByRole('dialog', { name: `Verify the email of ${person.name}` });
    await verifying.getByLabel('Reason').fill('Showed their mailbox at the desk.');
    await verifying.getByRole('button', { name: 'Verify Email' }).click();
    await expect(verifying).toHaveCount(0);
    await expect(fact(page, 'Email Verified')).toHaveText('Yes');
    await expect(role.locator('option')).toHaveText([
      'Pioneer',
      'Luminary',
      'Pathfinder',
      'Chief Pathfinder',
      'Grand Pathfinder',
    ]);
    await expect(dialog.getByRole('button', { name: /^Update/ })).toHaveCount(0);
    await role.selectOption('Luminary');
    await dialog.getByRole('button', { name: /^Update/ }).click();
    await expect(question(page)).toContainText(
      "Are you sure you want to change this user's role to Luminary?",
    );
    await refuse(page, '/admin/update-role', 400, 'User not found');
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

    await role.selectOption('Grand Pathfinder');
    await dialog.getByRole('button', { name: /^Update/ }).click();
    const raising = page.getByRole('dialog', { name: `Make ${person.name} a Grand Pathfinder` });
    await raising.getByRole('textbox').fill('Somebody else');
    await raising.getByRole('button', { name: 'Make Grand Pathfinder' }).click();
    await expect(raising).toContainText(`Please type “${person.name}”`);
    await raising.getByRole('textbox').fill(person.name);
    await raising.getByRole('button', { name: 'Make Grand Pathfinder' }).click();
    await expect(page.getByText(`${person.name} is now a Grand Pathfinder`)).toBeVisible();
    await expect(fact(page, 'Current Role')).toHaveText('Grand Pathfinder');
  });

  test('APROMO-01 APROMO-02 APROMO-03 APROMO-04 APROMO-05 APROMO-06 APROMO-07 APROMO-08 APROMO-09 APROMO-10 APROMO-11 AUSER-25 ERR-19 OPEN-29 a promotion, from the leagues that failed to the list that knows it', async ({
    page,
  }) => {
    const person = await openPerson(page, { approved: true });
    await refuse(page, '/leagues', 500, 'Internal server error');
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

    await refuse(page, '/admin/update-role', 400, 'User not found');
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

  test('leagues that somebody else changed meanwhile are shown before they are replaced; a role changed meanwhile stays', async ({
    page,
    request,
  }) => {
    const person = await openPerson(page, { approved: true });
    const { leagues } = await send<{ leagues: { id: string; name: string }[] }>(request, 'get', '/leagues');
    const assign = (...names: string[]) =>
      send(request, 'post', '/admin/assign-leagues', {
        pathfinderId: person.id,
        leagueIds: leagues.filter(({ name }) => names.includes(name)).map(({ id }) => id),
      });
    const setRole = (newRole: string) =>
      send(request, 'put', '/admin/update-role', { userId: person.id, newRole });
    await setRole('PATHFINDER');
    await assign('Finance');
    await page.reload();
    await openDetails(page, person);
    const change = details(page, person.name).getByRole('button', { name: 'Change leagues' });
    await change.click();
    const dialog = page.getByRole('dialog', { name: `Leagues of ${person.name}` });
    const save = dialog.getByRole('button', { name: 'Save Leagues' });
    await dialog.getByRole('checkbox', { name: 'Quantum' }).check();
    await expect(dialog.getByText('Finance, Quantum', { exact: true })).toBeInViewport();
    await assign('Finance', 'ML');
    const assigned = await countCalls(page, '/admin/assign-leagues');
    await save.click();
    await expect(dialog.getByRole('alert').first()).toHaveText(
      `Nothing was saved: someone else has changed the leagues of ${person.name}. Theirs are shown now.`,
    );
    await expect(dialog.getByRole('alert').first()).toBeInViewport();
    expect(assigned).toHaveLength(1);
    await expectSound(page);
    await expect(dialog.getByRole('checkbox', { name: /^ML Cohort/ })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Quantum' })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Quantum' }).check();
    await dialog.getByText('Other permissions in some of them').click();
    await dialog.getByRole('group', { name: 'Quantum' }).getByLabel('Manage Users').check();
    await setRole('CHIEF_PATHFINDER');
    await save.click();
    await expect(page.getByText(`The leagues of ${person.name} were changed`)).toBeVisible();
    await expect(fact(page, 'Current Role')).toHaveText('Chief Pathfinder');
    await expect(details(page, person.name)).toContainText('Quantum');
    const { leagues: given } = await send<{
      leagues: { league: { name: string }; permissions: Record<string, boolean> }[];
    }>(request, 'get', `/admin/pathfinder-leagues/${person.id}`);
    expect(given.map(({ league, permissions }) => [league.name, permissions.canManageUsers])).toEqual([
      ['Finance', false],
      ['ML', false],
      ['Quantum', true],
    ]);

    await change.click();
    await save.click();
    await expect(page.getByText('Nothing was changed')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(assigned).toHaveLength(2);
  });

  test('people who wait are approved one after the other by keyboard', async ({ page, request }) => {
    const name = unique('Waiting');
    const first = await signUpByApi(request, { name: `${name} A` });
    const second = await signUpByApi(request, { name: `${name} B` });
    const third = await signUpByApi(request, { name: `${name} C` });
    await openArea(page, `users?q=${encodeURIComponent(name)}&status=PENDING&sort=name`);
    const approve = async (email: string) => {
      await page.keyboard.press('Enter');
      await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(question(page)).toHaveCount(0);
      await expect(rowOf(page, email)).toHaveCount(0);
    };
    await rowOf(page, first.user.email)
      .getByRole('button', { name: /^Approve/ })
      .focus();
    await approve(first.user.email);
    // The row stayed until the list was asked for again, and its last control had the focus.
    const next = rowOf(page, second.user.email);
    await expect(next.getByRole('button', { name: /^Details/ })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(next.getByRole('button', { name: /^Approve/ })).toBeFocused();
    await approve(second.user.email);
    await expect(rowOf(page, third.user.email).getByRole('button', { name: /^Details/ })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await approve(third.user.email);
    await expect(page.getByRole('main')).toBeFocused();
  });
});
