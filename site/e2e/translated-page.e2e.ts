import type { Page } from '@playwright/test';
import { allow, demoEmail, expect, newPerson, refusedWith, test, typeCode } from './fixtures.ts';
import { openArea } from './staff-page.ts';
import { translate } from './translation.ts';

const main = (page: Page) => page.getByRole('main');

test('SIGNIN-06 RESET-21 account pages that the browser translates: forms stay, and say what is wrong', async ({
  page,
}) => {
  allow(refusedWith(400, 401, 409));
  await page.goto('/signin');
  await translate(page);
  await page.getByLabel('Email').fill(demoEmail('pioneer'));
  await page.getByLabel('Password', { exact: false }).first().fill('Not-the-one-1');
  await main(page).locator('form button[type=submit]').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(demoEmail('pioneer'));

  await page.goto(`/reset-password?email=${encodeURIComponent(newPerson().email)}`);
  await translate(page);
  await typeCode(page, '000000');
  await page.getByLabel('New password').fill('Quiet!lantern-82');
  await page.getByLabel('Confirm password').fill('Quiet!lantern-82');
  await main(page).locator('form button[type=submit]').click();
  await expect(main(page).getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await expect(page.getByLabel('New password')).toBeVisible();

  const person = newPerson();
  await page.goto('/forgot-password');
  await translate(page);
  await page.getByLabel('Email').fill(person.email);
  await main(page).locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/\/reset-password/);

  await page.goto('/signup');
  await translate(page);
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await main(page).locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/\/migration$/);
});

test('ROLE-11 an import that is checked on a translated page shows its plan', async ({ page }) => {
  await openArea(page, 'imports?kind=users');
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('users');
  await translate(page);
  const buffer = Buffer.from('Name,Email\r\nAsha Verma,asha.translated@example.test\r\n', 'utf8');
  await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await main(page).getByRole('button', { name: 'Check', exact: false }).last().click();
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible();
  await expect(page.getByRole('table').getByText('Asha Verma')).toBeVisible();
});
