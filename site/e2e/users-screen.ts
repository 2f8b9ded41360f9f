import type { Page } from '@playwright/test';
import { demoEmail, expect, login, signUpByApi } from './fixtures.ts';

/** The users screen, as its tests find their way on it. */
export const users = (page: Page) => page.getByRole('table', { name: 'users' });
export const rowOf = (page: Page, email: string) => users(page).getByRole('row').filter({ hasText: email });
export const question = (page: Page) => page.getByRole('alertdialog');
export const details = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** A fact of the dialog, by the word before it. */
export const fact = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
/** 'Showing 3 of 52 users'. */
export const summary = (page: Page) => page.getByRole('status').filter({ hasText: /^Showing/ });

/** A person nobody has judged yet, alone on the list. */
export async function openPerson(page: Page, options: Parameters<typeof signUpByApi>[1] = {}) {
  const { user, accessToken } = await signUpByApi(page.request, options);
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  await expect(rowOf(page, user.email)).toBeVisible();
  return { ...user, accessToken };
}

export async function openDetails(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(details(page, name)).toBeVisible();
}
