import { send } from './curriculum.ts';
import {
  approveByApi,
  expect,
  mailedCode,
  newPerson,
  product,
  readAs,
  readTokens,
  test,
  typeCode,
} from './fixtures.ts';

test('SIGNUP-04 SIGNUP-08 MIGR-01 MIGR-13 EMAILV-04 EMAILV-07 EMAILV-08 PEND-08 LEAGUES-15 LPROG-26 LEADER-04 a person arrives, joins, is approved, learns and is ranked', async ({
  page,
}) => {
  const person = newPerson();

  await page.goto('/');
  await expect(page).toHaveTitle(new RegExp(product));
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();

  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel(/e-?mail/i).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up|create account/i })
    .click();
  await expect(page).toHaveURL(/\/migration$/);

  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByLabel('Institute').fill('Sample Institute of Technology');
  await page.getByLabel('Department').selectOption('Biotechnology');
  await page.getByLabel('Graduation Year').fill('2027');
  await page.getByLabel('Student ID').fill('SIT-104');
  await page.getByLabel('Phone Number').fill('98765 43210');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByLabel(/X \(Twitter\)/).fill('@meera');
  await page.getByRole('button', { name: 'Complete Profile' }).click();

  await expect(page).toHaveURL(/\/email-verification$/);
  await typeCode(page, await mailedCode(page.request, person.email));
  const verify = page.getByRole('button', { name: /^verify/i });
  if (await verify.isEnabled().catch(() => false)) await verify.click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
  const { users } = await send<{ users: { id: string; email: string }[] }>(
    page.request,
    'get',
    '/admin/pending-users?limit=1000',
  );
  await approveByApi(page.request, users.find((user) => user.email === person.email)?.id ?? '');
  await page.getByRole('button', { name: 'Refresh Status' }).click();
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Explore Leagues' }).click();
  await expect(page.getByRole('heading', { name: 'Learning Leagues' })).toBeVisible();
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Quantum', exact: true }) });
  await card.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page.getByText('Enrollment successful! Welcome to your learning journey!')).toBeVisible();
  await card.getByText('Enrolled', { exact: true }).waitFor();
  await card.getByRole('link', { name: /^Continue Learning/ }).click();

  await expect(page).toHaveURL(/\/dashboard\/league\//);
  const box = page.getByRole('main').getByRole('checkbox').first();
  await box.check();
  await expect(box).toBeChecked();
  // Until it is stored.
  await expect(box).toBeEnabled();

  await page.reload();
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeChecked();

  await page.getByRole('link', { name: 'Overview' }).first().click();
  await expect(page.getByRole('heading', { name: 'Learning Dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quantum', exact: true })).toBeVisible();

  const { accessToken } = await readTokens(page);
  expect(await readAs<object>(page.request, accessToken ?? '', '/leaderboard/my-rank')).toMatchObject({
    stats: { resourcesCompleted: 1 },
  });
  await page.getByRole('link', { name: 'Leaderboard' }).first().click();
  await expect(page.getByRole('table', { name: /Community Leaderboard/ })).toBeVisible();
});
