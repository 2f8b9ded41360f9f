import type { APIRequestContext, Page } from '@playwright/test';
import { addCurriculum, OPEN_COHORT, send, unique } from './curriculum.ts';
import {
  allow,
  answer,
  demoEmail,
  expect,
  expectAccessible,
  login,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { expectSound } from './looks.ts';
import { rowOf, toast } from './staff-page.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of the league' });
const rewards = (page: Page) => page.getByRole('navigation', { name: 'People with a reward' });

/** A tab of the demo's ML league. */
async function openTab(page: Page, account: 'grand' | 'chief' | 'pathfinder', tab: string): Promise<void> {
  const { accessToken } = await login(page, demoEmail(account));
  const headers = { authorization: `Bearer ${accessToken}` };
  const { data } = await (await page.request.get('/api/leagues', { headers })).json();
  const { id } = data.leagues.find(({ name }: { name: string }) => name === 'ML');
  await page.goto(`/admin/league/${id}`);
  await tabs(page).getByRole('link', { name: tab }).press('Enter');
  await expect(page).toHaveTitle(new RegExp(`^ML \\| ${tab}`));
}

/** A league of its own with one resource and one learner. */
async function arrange(request: APIRequestContext) {
  const { league, resources } = await addCurriculum(request, ['First'], ['Read me'], OPEN_COHORT);
  const { user, accessToken } = await signUpByApi(request, {
    name: unique('Nadia'),
    verified: true,
    migrated: true,
    approved: true,
  });
  const body = { userId: user.id, cohortId: league.cohortId, leagueId: league.id };
  await send(request, 'post', '/progress/enroll', body);
  const finish = async () => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const path = `/api/resource-progress/${resources[0]?.id}/complete`;
    expect((await request.post(path, { headers, data: {} })).ok()).toBe(true);
  };
  return { league, user, finish };
}

test('the task of a league is set, answered, reviewed and changed on its page', async ({ page, request }) => {
  const { league, user } = await arrange(request);
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/league/${league.id}/assignment`);
  await expect(page.getByRole('heading', { name: 'No assignment yet' })).toBeVisible();
  await expectAccessible(page);
  const create = async () => {
    await page.getByRole('button', { name: 'Create Assignment' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create New Assignment' });
    await expect(dialog.getByLabel('League')).toHaveCount(0);
    await dialog.getByLabel('Title').fill('Build a robot');
    await dialog.getByLabel('Description').fill('Of **wood**.');
    await dialog.getByRole('button', { name: 'Create Assignment' }).press('Enter');
    await expect(page.getByRole('heading', { name: /^Build a robot\s*No due date/ })).toBeVisible();
  };
  await create();
  await page.getByRole('button', { name: 'Delete Build a robot' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Build a robot' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Assignment deleted')).toBeVisible();
  await create();

  await page.getByRole('button', { name: 'Edit Build a robot' }).click();
  const change = page.getByRole('dialog', { name: 'Edit Assignment' });
  await change.getByLabel('Due Date').fill('2199-01-31T10:00');
  await change.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit Build a robot' })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Build a robot\s*Due\s*Jan 31, 2199/ })).toBeVisible();
  await expect(page.getByText('wood', { exact: true })).toBeVisible();

  const { id } = await send<{ id: string }>(request, 'get', `/admin/assignments/league/${league.id}`);
  const answered = { userId: user.id, content: 'It walks.' };
  await send(request, 'post', `/admin/assignments/${id}/submit`, answered);
  await page.reload();
  await expect(rowOf(page, user.name)).toContainText('It walks.');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Submitted');
  await expect(page).toHaveURL(/\/assignment\?status=SUBMITTED$/);
  await page.getByRole('button', { name: 'Delete Build a robot' }).click();
  await expect(question).toContainText('It has 1 submission, so it cannot be deleted any more.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await page.keyboard.press('n');
  const review = page.getByRole('dialog', { name: `Review ${user.name}` });
  await expect(review).toContainText('It walks.');
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await expect(review).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No matching submissions' })).toBeVisible();
});

test('badge and certificate of a league are made, given, taken and given back on its page', async ({
  page,
  request,
}) => {
  const { league, user, finish } = await arrange(request);
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/league/${league.id}/rewards`);
  await expect(page.getByRole('heading', { name: 'No badge yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Badge' }).press('Enter');
  const editor = page.getByRole('dialog', { name: 'Create New Badge' });
  await expect(editor.getByLabel('League')).toHaveCount(0);
  await editor.getByLabel('Name').fill('Reader');
  await editor.getByRole('button', { name: 'Create Badge' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Reader', level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No holders yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Award Badge' }).press('Enter');
  const award = page.getByRole('dialog', { name: 'Award Reader' });
  await award.getByLabel('People').fill(user.email);
  await expect(award.getByText('1 person found')).toBeVisible();
  await page.keyboard.press('Enter');
  await award.getByLabel('Reason').fill('Read it aloud.');
  await award.getByRole('button', { name: 'Award', exact: true }).press('Enter');
  await expect(rowOf(page, user.name)).toContainText('Read it aloud.');
  await page.getByRole('button', { name: `Revoke from ${user.name}` }).press('Enter');
  const revocation = page.getByRole('dialog', { name: `Revoke the badge of ${user.name}` });
  await revocation.getByLabel('Reason').fill('By mistake.');
  await revocation.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No holders yet' })).toBeVisible();

  await finish();
  await page.reload();
  await expect(rowOf(page, user.name)).toContainText('Completed the league');
  await page.getByRole('searchbox', { name: 'Search holders' }).fill('nobody of this name');
  await expect(page.getByRole('heading', { name: 'No matching holders' })).toBeVisible();
  // The other list begins without the search of this one, and Back returns to it.
  const certificates = rewards(page).getByRole('link', { name: 'Certificates' });
  await certificates.press('Enter');
  await expect(certificates).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/\/rewards\?show=certificates$/);
  await expect(page.getByRole('columnheader', { name: 'For', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `Revoke ${user.name}` }).press('Enter');
  const reason = page.getByRole('dialog', { name: `Revoke the certificate of ${user.name}` });
  await reason.getByLabel('Reason').fill('Copied work');
  await reason.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(rowOf(page, user.name)).toContainText('Copied work');
  await expect(page.getByRole('definition').last()).toHaveText('1');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Genuine');
  await expect(page).toHaveURL(/show=certificates&state=genuine$/);
  await expect(page.getByRole('heading', { name: 'No matching certificates' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search holders' })).toHaveValue('nobody of this name');
});

test('both tabs are sound at every width and in both schemes, and say when they fail', async ({ page }) => {
  test.slow();
  allow(refusedWith(503));
  await openTab(page, 'grand', 'Assignment');
  await expect(rowOf(page, 'Ananya Deshpande')).toBeVisible();
  await expectSound(page);
  await tabs(page).getByRole('link', { name: 'Rewards' }).click();
  await expect(rowOf(page, 'Ananya Deshpande')).toContainText('Completed the league');
  await expectSound(page);
  await rewards(page).getByRole('link', { name: 'Certificates' }).click();
  await expect(rowOf(page, 'Ananya Deshpande')).toContainText('Genuine');
  await expectSound(page);
  await answer(page, '/admin/assignments', 503, { success: false, error: 'Not now' });
  await page.goto(page.url().replace(/rewards.*/, 'assignment'));
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load assignment' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Ananya Deshpande')).toBeVisible();
});

test('the tabs follow the rights, and the sidebar marks one entry', async ({ page }) => {
  const current = page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-current]');
  await openTab(page, 'pathfinder', 'Rewards');
  await expect(tabs(page).getByRole('link', { name: 'Assignment' })).toHaveCount(0);
  await expect(rewards(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Award Badge' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(?:Revoke|Edit)/ })).toHaveCount(0);
  await expect(current).toHaveText('Your league');
  await openTab(page, 'chief', 'Assignment');
  await expect(current).toHaveText('Modules');
  await openTab(page, 'grand', 'Rewards');
  await expect(current).toHaveText('Leagues');
});
