import { findLeague } from './curriculum.ts';
import {
  allow,
  asGrand,
  demoEmail,
  expect,
  expectAccessible,
  fetchTokens,
  keepTokens,
  login,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { expectSound } from './looks.ts';

test('staff see the league as learners do: nothing can be changed, nothing is saved, and it leads back', async ({
  page,
}) => {
  await login(page, demoEmail('pathfinder'));
  const id = await findLeague(page.request, 'ML');
  await page.goto(`/admin/league/${id}`);
  const writes: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith('/api/') && sent.method() !== 'GET') writes.push(`${sent.method()} ${pathname}`);
  });
  await page.getByRole('link', { name: 'View as learner' }).press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Preview of ML');
  await expect(page).toHaveTitle(/^Preview of ML/);
  await expect(main.getByText('Nothing can be ticked, noted or handed in here')).toBeVisible();
  await expect(main.getByText('0% complete')).toBeVisible();
  await expect(main.getByRole('navigation', { name: 'Modules' }).getByText('You are here')).toBeVisible();
  await main.locator('button[aria-expanded]').first().press('Enter');
  const rows = main.getByRole('table').first().getByRole('row');
  const tickBox = rows.getByRole('checkbox').first();
  await expect(tickBox).toBeDisabled();
  for (const control of await rows.getByRole('button').all()) await expect(control).toBeDisabled();
  for (const control of await rows.getByRole('switch').all()) await expect(control).toBeDisabled();
  await tickBox.click({ force: true });
  await rows
    .getByRole('button', { name: /^Add note/ })
    .first()
    .click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tickBox).not.toBeChecked();
  // The keyboard passes from one link to the next.
  await rows.getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  await expect(rows.getByRole('link').nth(1)).toBeFocused();
  await expect(main.getByRole('button', { name: 'Submit answer' })).toBeDisabled();
  await expectSound(page);
  expect(writes).toEqual([]);
  await main.getByRole('link', { name: 'Back to managing this league' }).click();
  await expect(page).toHaveURL(`/admin/league/${id}`);
});

test('a learner who knows the address of the preview learns as ever', async ({ page }) => {
  await login(page, demoEmail('pioneer'));
  await page.goto(`/dashboard/league/${await findLeague(page.request, 'ML')}?preview`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('ML');
  await main.locator('button[aria-expanded]').first().click();
  await expect(main.getByRole('checkbox').first()).toBeEnabled();
});

test('staff whose address is not verified are led to that', async ({ page, request }) => {
  allow(refusedWith(403));
  const person = await signUpByApi(request, { migrated: true, approved: true });
  const headers = await asGrand(request);
  const role = { userId: person.user.id, newRole: 'GRAND_PATHFINDER' };
  expect((await request.put('/api/admin/update-role', { headers, data: role })).status()).toBe(200);
  await keepTokens(page, await fetchTokens(request, person.user.email, person.password));
  await page.goto(`/admin/league/${await findLeague(page.request, 'ML')}`);
  await expect(page.getByRole('heading', { name: 'Verify your email first' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Verify my email' }).click();
  await expect(page).toHaveURL('/email-verification');
});
