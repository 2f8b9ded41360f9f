import type { Page } from '@playwright/test';
import { allow, demoEmail, expect, expectAccessible, login, refusedWith, test } from './fixtures.ts';

test.beforeEach(() => allow(refusedWith(404), /dynamically imported module|ErrorBoundary|AreaBoundary/));

/** A release has replaced the code of the open page. */
async function replaceCode(page: Page, { isReleased }: { isReleased: boolean }) {
  await page.route(/\/_astro\/.*\.js/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route('**/admin/**', async (route) => {
    if (
      !isReleased ||
      route.request().resourceType() !== 'fetch' ||
      route.request().url().includes('/api/')
    ) {
      return route.fallback();
    }
    const html = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/html', body: html.replaceAll('/_astro/', '/_astro/new-') });
  });
}

test('a tab older than the release offers the new version and loads it once asked; code that does not arrive from the same release is no new version', async ({
  page,
}) => {
  await login(page, demoEmail('grand'));
  const openUsers = async () => {
    await page.goto('/admin/users');
    await expect(page.getByRole('table', { name: 'users' })).toBeVisible();
  };
  const offer = page.getByText('A new version is ready.');
  await openUsers();
  await replaceCode(page, { isReleased: false });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('check your connection')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.unrouteAll();
  await openUsers();
  await replaceCode(page, { isReleased: true });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(offer).toBeVisible();
  // The screen gives up a moment after the message.
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeAttached();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('status').getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});
