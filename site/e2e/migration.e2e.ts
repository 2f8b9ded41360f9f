import type { Page } from '@playwright/test';
import { DEPARTMENTS } from '#contract/departments.ts';
import {
  allow,
  countCalls,
  disconnect,
  expect,
  keepTokens,
  NETWORK_GONE,
  readAs,
  refusedWith,
  signUpByApi,
  test,
} from './fixtures.ts';
import { holdBack, refuse } from './learner.ts';

const MIGRATE = '/migration/migrate-to-v2';
const LAST_YEAR = new Date().getUTCFullYear() + 10;
const STATUS = '/auth/email-verification/verification-status';

const nextButton = (page: Page) => page.getByRole('button', { name: 'Next Step' });
const completeButton = (page: Page) => page.getByRole('button', { name: /^Complet/ });

/** An account fresh from sign-up, on its way through the wizard. */
async function openWizard(page: Page, options: { verified?: boolean } = {}) {
  const tokens = await signUpByApi(page.request, options);
  await keepTokens(page, tokens);
  await page.goto('/migration');
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  return tokens;
}

async function fillAcademics(page: Page): Promise<void> {
  await page.getByLabel('Institute').fill('Sample Institute of Technology');
  await page.getByLabel('Department', { exact: true }).selectOption('Biotechnology');
  await page.getByLabel('Graduation Year').fill('2027');
  await page.getByLabel('Student ID').fill('SIT-104');
  await page.getByLabel('Phone Number').fill('9876543210');
}

async function openSocials(page: Page): Promise<void> {
  await fillAcademics(page);
  await nextButton(page).click();
  await expect(completeButton(page)).toBeVisible();
}

test('MIGR-01 MIGR-02 MIGR-05 MIGR-07 MIGR-08 MIGR-09 MIGR-10 MIGR-11 MIGR-12 MIGR-24 MIGR-37 step 1 asks for studies and waits until they are whole', async ({
  page,
}) => {
  const { user } = await openWizard(page);
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
  await expect(steps).toHaveText([/Academic Details/, /Social & Contact/]);
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');

  const department = page.getByLabel('Department', { exact: true });
  const options = await department.getByRole('option').allInnerTexts();
  expect(options.filter((option) => (DEPARTMENTS as readonly string[]).includes(option))).toHaveLength(17);
  expect(options).toContain('Other');
  const year = page.getByLabel('Graduation Year');
  await expect(year).toHaveAttribute('type', 'number');
  await expect(year).toHaveAttribute('min', '2000');
  await expect(year).toHaveAttribute('max', String(LAST_YEAR));
  await expect(page.getByText('Enter 10-digit mobile number (without +91)')).toBeVisible();
  await expect(nextButton(page)).toBeDisabled();

  for (const label of ['Institute', 'Graduation Year', 'Student ID', 'Phone Number']) {
    await page.getByLabel(label).focus();
    await page.getByLabel(label).blur();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`${label} is required`, 'i'));
  }
  await department.focus();
  await department.blur();
  await expect(page.getByText('Department is required')).toBeVisible();
  const phone = page.getByLabel('Phone Number');
  await phone.pressSequentially('+91 (98)76-543');
  await expect(phone).toHaveValue('9876543');

  await fillAcademics(page);
  await expect(page.getByText(/is required$/)).toHaveCount(0);
  await expect(nextButton(page)).toBeEnabled();
  for (const [label, wrong, right] of [
    ['Institute', '  ', 'Sample Institute of Technology'],
    ['Graduation Year', String(LAST_YEAR + 1), String(LAST_YEAR)],
    ['Graduation Year', '1999', '2000'],
    ['Student ID', '', 'SIT-104'],
    ['Phone Number', '987654321', '9876543210'],
    ['Phone Number', '5876543210', '6876543210'],
  ] as const) {
    await page.getByLabel(label).fill(wrong);
    await expect(nextButton(page), `${label} '${wrong}'`).toBeDisabled();
    await page.getByLabel(label).fill(right);
    await expect(nextButton(page), `${label} '${right}'`).toBeEnabled();
  }
  await expect(page.getByLabel('Department name')).toBeHidden();
  await department.selectOption('Other');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByLabel('Department name').fill('Naval Architecture');
  await expect(nextButton(page)).toBeEnabled();
});

test('MIGR-13 MIGR-14 MIGR-15 MIGR-16 MIGR-32 MIGR-33 MIGR-34 MIGR-35 step 2 is optional, but what is given must be right', async ({
  page,
}) => {
  await openWizard(page);
  await openSocials(page);
  const calls = await countCalls(page, MIGRATE);
  await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem').nth(1)).toHaveAttribute(
    'aria-current',
    'step',
  );
  const faults = [
    ['X (Twitter) handle', 'meera', 'Twitter handle must start with @'],
    ['LinkedIn URL', 'meera', 'Please enter a valid URL'],
    ['LinkedIn URL', 'https://example.org/in/meera', 'Please enter a valid LinkedIn URL'],
    ['GitHub username', '-meera', 'Please enter a valid GitHub username'],
    ['Portfolio URL', 'javascript:alert(1)', 'Please enter a valid portfolio URL'],
  ] as const;
  for (const [label, value, text] of faults) {
    await page.getByLabel(label).fill(value);
    await completeButton(page).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label)).toBeFocused();
    await page.getByLabel(label).fill('');
    await expect(page.getByText(text, { exact: true })).toBeHidden();
  }
  expect(calls).toEqual([]);

  await page.getByLabel('Discord username').fill('meera.n');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('Institute')).toHaveValue('Sample Institute of Technology');
  await expect(page.getByLabel('Phone Number')).toHaveValue('9876543210');
  await nextButton(page).click();
  await expect(page.getByLabel('Discord username')).toHaveValue('meera.n');
});

test('MIGR-06 GUARD-01 while the account is asked for, the page says so', async ({ page }) => {
  await keepTokens(page, await signUpByApi(page.request));
  const release = await holdBack(page, '/auth/profile');
  await page.goto('/migration');
  await expect(page.getByRole('heading', { name: 'Loading Profile' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
});

test('MIGR-38 MIGR-39 MIGR-41 MIGR-43 MIGR-45 ERR-09 a refusal loses nothing, the calls come in order and the typed department is what is kept', async ({
  page,
}) => {
  allow(refusedWith(400), NETWORK_GONE);
  const { accessToken } = await openWizard(page);
  await fillAcademics(page);
  await page.getByLabel('Department', { exact: true }).selectOption('Other');
  await page.getByLabel('Department name').fill(' Naval Architecture ');
  await nextButton(page).click();
  await page.getByLabel('X (Twitter) handle').fill('@meera');
  await page.getByLabel('Portfolio URL').fill('https://meera.example');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.replace('/api', '')}`);
  });
  const alert = page.getByRole('alert');
  await disconnect(page, MIGRATE);
  await completeButton(page).click();
  await expect(alert).toHaveText('Migration failed. Please try again.');
  await page.unrouteAll();
  await refuse(page, MIGRATE, 400, 'Student ID is taken');
  await completeButton(page).click();
  await expect(alert).toHaveText('Student ID is taken');
  await page.unrouteAll();
  calls.length = 0;
  const release = await holdBack(page, MIGRATE);
  await completeButton(page).dblclick();
  await expect(completeButton(page)).toHaveText('Completing Profile...');
  release();
  await expect(page).toHaveURL(/\/email-verification$/);
  await expect
    .poll(() => calls.slice(0, 4))
    .toEqual([`POST ${MIGRATE}`, 'PUT /auth/profile', 'GET /auth/profile', `GET ${STATUS}`]);
  expect(await readAs<object>(page.request, accessToken, '/auth/profile')).toMatchObject({
    institute: 'Sample Institute of Technology',
    department: 'Naval Architecture',
    graduationYear: 2027,
    phoneNumber: '9876543210',
    studentId: 'SIT-104',
    twitterHandle: '@meera',
    portfolioUrl: 'https://meera.example',
    githubUsername: null,
    migratedToV2: true,
  });
  await page.goBack();
  await expect(page, 'a completed form is not come back to').not.toHaveURL(/\/migration/);
});
