import type { Page } from '@playwright/test';
import { allowing, demoEmail, expect, login, newPerson, refusedWith, test, typeCode } from './fixtures.ts';
import { noteOf, openReal, revisionOf, tickOf, weeks } from './league-page.ts';
import { arriveAsLearner, messageOn } from './learner.ts';
import { translate } from './translation.ts';

const main = (page: Page) => page.getByRole('main');

test.describe('account pages that the browser translates', () => {
  test.use(allowing(refusedWith(400, 401, 409)));

  test('SIGNIN-06 RESET-21 forms stay, and say what is wrong', async ({ page }) => {
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
});

test.describe('the learner area, translated', () => {
  test('LPROG-22 NOTE-05 a league page: ticks, marks and notes', async ({ page }) => {
    const { row } = await openReal(page);
    await translate(page);
    for (const isTicked of [true, false, true]) {
      await tickOf(row).click();
      const question = page.getByRole('alertdialog');
      if (!isTicked) await question.getByRole('button').last().click();
      await expect(tickOf(row)).toBeChecked({ checked: isTicked });
      await expect(row).not.toHaveAttribute('aria-busy');
    }
    await revisionOf(row).click();
    await expect(revisionOf(row)).toBeChecked();
    await weeks(page).nth(1).click();
    await expect(weeks(page).nth(1)).toHaveAttribute('aria-expanded', 'true');
    await noteOf(row).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Read twice');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Read twice')).toBeVisible();
  });

  test('LEAGUES-08 LEADER-05 PROF-20 the catalogue, the leaderboard, the profile and revision', async ({
    page,
  }) => {
    await arriveAsLearner(page, 'Quantum');
    await page.goto('/dashboard/leagues');
    await translate(page);
    await main(page)
      .getByRole('button', { name: /Enroll Now/ })
      .first()
      .click();
    await expect(main(page).getByRole('link', { name: /Continue Learning/ })).toHaveCount(2);

    await page.goto('/dashboard/leaderboard');
    const lines = page.getByRole('table').locator('tbody').getByRole('row');
    await expect(lines.first()).toBeVisible();
    await translate(page);
    const count = await lines.count();
    await main(page).getByRole('searchbox').fill('no such learner anywhere');
    await expect(lines).toHaveCount(0);
    await main(page).getByRole('searchbox').fill('');
    await expect(lines).toHaveCount(count);
    await main(page).getByRole('combobox').first().selectOption({ index: 1 });
    await expect(lines.first()).toBeVisible();

    await page.goto('/dashboard/profile');
    const editSocial = main(page).getByRole('button', { name: /Edit Social/ });
    await expect(editSocial).toBeVisible();
    await translate(page);
    await editSocial.click();
    await main(page).getByLabel('GitHub username').fill('meera');
    await main(page).getByRole('button', { name: 'Save' }).click();
    await expect(messageOn(page, 'Social profiles updated successfully!')).toBeVisible();
    await expect(main(page).getByText('meera', { exact: false }).first()).toBeVisible();
  });

  test('OPEN-51 revision goes on', async ({ page }) => {
    const { row } = await openReal(page);
    await tickOf(row).click();
    await expect(tickOf(row)).toBeChecked();
    await revisionOf(row).click();
    await expect(revisionOf(row)).toBeChecked();
    await page.goto('/dashboard/revision');
    await expect(main(page).getByRole('button', { name: /Pause revision/ })).toBeVisible();
    await translate(page);
    await main(page)
      .getByRole('button', { name: /Pause revision/ })
      .click();
    await main(page)
      .getByRole('button', { name: /Resume revision/ })
      .click();
    await expect(main(page).getByRole('button', { name: /Pause revision/ })).toBeVisible();
  });
});

test('ROLE-11 an import that is checked on a translated page shows its plan', async ({ page }) => {
  await login(page, demoEmail('grand'));
  await page.goto('/admin/imports?kind=users');
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('users');
  await translate(page);
  const buffer = Buffer.from('Name,Email\r\nAsha Verma,asha.translated@example.test\r\n', 'utf8');
  await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await main(page).getByRole('button', { name: 'Check', exact: false }).last().click();
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible();
  await expect(page.getByRole('table').getByText('Asha Verma')).toBeVisible();
});
