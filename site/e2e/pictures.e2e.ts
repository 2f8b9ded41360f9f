import { allow, expect, NETWORK_GONE, test } from './fixtures.ts';

test('AVATAR-08 when no picture can be loaded, an event keeps its title in the place of each, in the lightbox too, and nothing is asked for twice', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  const asked: string[] = [];
  await page.route(/\/_astro\/(?!logo\.)[^/]+\.(?:svg|webp|avif)$/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto('/events/retreat-1');
  const title = 'The hill retreat';
  const opening = page.locator('.photo');
  await expect(opening.getByText(title)).toBeVisible();
  await expect(opening.locator('img')).toBeHidden();

  const photos = page.getByRole('button', { name: /^Open photo/ });
  await photos.last().scrollIntoViewIfNeeded();
  await expect(photos.getByText(title)).toHaveCount(5);
  const room = await photos.first().boundingBox();
  expect(room?.height, 'its room stays').toBeGreaterThan(100);

  await photos.nth(1).click();
  const box = page.getByRole('dialog');
  await expect(box.getByText(title, { exact: true })).toBeVisible();
  await expect(box.getByText('Tents under a clear night sky around a fire')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(box.getByRole('status')).toHaveText('3 / 5');
  await expect(box.getByText(title, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // The card's picture, five in the gallery, two of them again in the lightbox.
  await page.waitForTimeout(300);
  expect(asked.length).toBeLessThanOrEqual(8);
});

test('when no picture can be loaded, the page of Accelerate closes the gap that its drawing leaves', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  await page.route(/\/_astro\/(?!logo\.)[^/]+\.(?:svg|webp|avif)$/, (route) => route.abort());
  await page.goto('/accelerate');
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText('domains')).toBeVisible();
  await expect(header.locator('img')).toBeHidden();
  await expect(header.locator('img')).toHaveCount(1);
});
