import type { Page } from '@playwright/test';
import {
  allow,
  countCalls,
  demoEmail,
  disconnect,
  expect,
  NETWORK_GONE,
  newPerson,
  readAs,
  readTokens,
  refusedWith,
  test,
} from './fixtures.ts';

const submitButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Sign Up|^Creating/ });

async function fillIn(page: Page, person: { name: string; email: string; password: string }): Promise<void> {
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 the button waits for a name, an e-mail and eight characters', async ({
  page,
}) => {
  await page.goto('/signup');
  const person = newPerson();
  const password = page.getByLabel('Password', { exact: true });
  await expect(page.getByText('Must be at least 8 characters')).toBeVisible();
  await expect(password).toHaveAccessibleDescription(/Must be at least 8 characters/);
  await expect(submitButton(page)).toBeDisabled();

  await fillIn(page, person);
  await expect(submitButton(page)).toBeEnabled();
  for (const [label, value] of [
    ['Full name', person.name],
    ['Email', person.email],
  ] as const) {
    await page.getByLabel(label).fill('   ');
    await expect(submitButton(page)).toBeDisabled();
    await page.getByLabel(label).fill(value);
    await expect(submitButton(page)).toBeEnabled();
  }
  await password.fill('seven77');
  await expect(submitButton(page)).toBeDisabled();
  await password.press('Enter');
  await expect(page).toHaveURL(/\/signup$/);
  await password.fill('eight888');
  await expect(submitButton(page)).toBeEnabled();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('SIGNUP-04 SESSION-07 a new account keeps its tokens, starts as a pending Pioneer and goes to /migration', async ({
  page,
}) => {
  await page.goto('/signup');
  const calls = await countCalls(page, '/auth/signup');
  const person = newPerson();
  await fillIn(page, { ...person, name: `  ${person.name} `, email: ` ${person.email}` });
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/\/migration$/);
  expect(calls).toEqual([{ method: 'POST', body: person }]);
  const { accessToken, refreshToken } = await readTokens(page);
  expect(refreshToken).toBeTruthy();
  expect(await readAs<object>(page.request, accessToken ?? '', '/auth/profile')).toMatchObject({
    role: 'PIONEER',
    status: 'PENDING',
    name: person.name,
    emailVerified: false,
  });
});

test("SIGNUP-06 SIGNUP-07 refusals are told in the server's words, no network in ours, and nothing typed is lost", async ({
  page,
}) => {
  allow(refusedWith(400, 409), NETWORK_GONE);
  await page.goto('/signup');
  const person = newPerson();
  const alert = page.getByRole('alert');
  await fillIn(page, { ...person, email: demoEmail('fresh') });
  await submitButton(page).click();
  await expect(page.getByText('User with this email already exists')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already exists/);
  await expect(alert).toBeEmpty();
  expect(await readTokens(page)).toEqual({ accessToken: null, refreshToken: null });

  await fillIn(page, { ...person, email: 'not-an-address' });
  await submitButton(page).click();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(person.name);

  await fillIn(page, { ...person, password: 'password123' });
  await expect(page.getByText('Invalid email format')).toHaveCount(0);
  await submitButton(page).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/signup$/);

  await fillIn(page, person);
  await disconnect(page, '/auth/signup');
  await submitButton(page).click();
  await expect(alert).toHaveText('Network error. Please try again.');
  await page.unrouteAll();
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/migration$/);
});
