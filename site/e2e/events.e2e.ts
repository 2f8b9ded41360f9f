import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { holdBack } from './learner.ts';
import { COMING_EVENT_IDS, EVENT_IDS } from './screens.ts';

test('EVENT-01 to 06, 08, 09, 12 ENT-11 ENT-12 ENT-16 coming events, then ten past ones newest first, each card with all it should say', async ({
  page,
  request,
}) => {
  const served = await (await request.get('/events')).text();
  expect(served.match(/<article/g), 'the cards are in the page as it is served').toHaveLength(12);

  await page.goto('/events/');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('navigation', { name: 'Pages of events' }), 'one page').toHaveCount(0);
  const days: string[] = [];
  const addresses: string[] = [];
  const styles = new Map<string, string>();
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\S/);
    const picture = card.locator('img');
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    const time = card.getByRole('time');
    const day = (await time.getAttribute('datetime')) ?? '';
    days.push(day);
    await expect(time).toHaveText(
      new Intl.DateTimeFormat('en-US', {
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(day)),
    );
    await expect(time.locator('xpath=following-sibling::span'), 'the place').toHaveText(/\S/);
    const words = (await card.locator('.words > p').first().textContent()) ?? '';
    expect(words).toMatch(/\S…$/);
    expect([...words].length, words).toBeLessThanOrEqual(81);
    expect([...words].length, words).toBeGreaterThan(75);
    const tag = card.locator('.tag');
    const background = await tag.evaluate((element) => getComputedStyle(element).backgroundColor);
    styles.set((await tag.textContent()) ?? '', background);
    addresses.push((await card.getByRole('link').getAttribute('href')) ?? '');
  }
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Coming up', '2025']);
  const [coming, past] = [days.slice(0, 2), days.slice(2)];
  expect(coming).toEqual(coming.toSorted());
  expect(past).toEqual(past.toSorted().reverse());
  expect(past.every((day) => day >= '2025-06-01' && day <= '2025-09-30')).toBe(true);
  expect(addresses).toEqual([...COMING_EVENT_IDS, ...EVENT_IDS].map((id) => `/events/${id}`));
  expect([...styles.keys()].toSorted()).toEqual([
    'Accelerate Program',
    'Cohort 1.0',
    'Hackathon',
    'Workshop',
  ]);
  expect(new Set(styles.values()).size, 'each category has a colour of its own').toBe(4);

  // The whole card is the link, its picture too.
  await cards.nth(5).locator('img').click({ force: true });
  await expect(page).toHaveURL('/events/retreat-1');
});

test('EVENT-10 EVENT-13 EVENT-14 EVENT-20 EVENT-22 ENT-14 ENT-15 an event tells its story and leads back, also without pictures', async ({
  page,
}) => {
  await page.goto('/events/hackathon-1');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Hackathon: the Punjab round');
  await expect(main.locator('.tag')).toHaveText('Hackathon');
  for (const words of ['September 20, 2025', 'A university in Patiala, Punjab', '30 photos']) {
    await expect(main.getByRole('definition').filter({ hasText: words })).toBeVisible();
  }
  await expect(
    main.getByText(/The Punjab round of a hackathon, held at a university in Patiala\./),
  ).toBeVisible();
  const photos = main.getByRole('button', { name: /^Open photo/ });
  await expect(photos).toHaveCount(30);
  const names = await photos.evaluateAll((all) => all.map((photo) => photo.getAttribute('aria-label') ?? ''));
  expect(new Set(names).size, 'each picture has words of its own').toBe(30);
  await main.getByRole('link', { name: 'Back to Events' }).click();
  await expect(page).toHaveURL('/events');
  await page.goto('/events/ml-mentorship-1');
  await expect(main).toContainText('No photos yet');
  await expect(page.getByRole('heading', { name: 'Photo Gallery' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Events' })).toBeVisible();
});

/** Opens a photo; what is pressed before the gallery has woken up is kept for it. */
async function openPhoto(page: Page, at: number) {
  const photo = page.getByRole('button', { name: new RegExp(`^Open photo ${at}:`) });
  const box = page.getByRole('dialog');
  await photo.press('Enter');
  await expect(box).toBeVisible();
  return { photo, box };
}

test('EVENT-14 to 19 the lightbox by keyboard and mouse: counts, wraps, holds the page and the focus, and Back closes it', async ({
  page,
}) => {
  await page.goto('/events');
  await page.goto('/events/hackathon-1');
  const { photo, box } = await openPhoto(page, 2);
  await expect(box).toHaveAccessibleName(/Hackathon: the Punjab round/);
  const position = box.getByRole('status');
  await expect(position).toHaveText('2 / 30');
  const source = () => box.locator('img').getAttribute('src');
  const second = await source();

  await page.keyboard.press('ArrowLeft');
  await expect(position).toHaveText('1 / 30');
  expect(await source()).not.toBe(second);
  await page.keyboard.press('ArrowLeft');
  await expect(position).toHaveText('30 / 30');
  await page.keyboard.press('ArrowRight');
  await expect(position).toHaveText('1 / 30');
  await box.getByRole('button', { name: /^Previous/ }).click();
  await expect(position).toHaveText('30 / 30');
  await box.getByRole('button', { name: /^Next/ }).click();
  await box.getByRole('button', { name: /^Next/ }).click();
  await expect(position).toHaveText('2 / 30');

  const before = await page.evaluate(() => scrollY);
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 900);
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => scrollY)).toBe(before);

  const stops = new Set<string>();
  for (let press = 0; press < 9; press += 1) {
    await page.keyboard.press('Tab');
    stops.add(
      await page.evaluate(() => {
        const active = document.activeElement;
        if (!active || active === document.body) return 'the browser';
        return active.closest('dialog')
          ? (active.getAttribute('aria-label') ?? active.tagName)
          : `outside: ${active.outerHTML}`;
      }),
    );
  }
  expect([...stops].filter((stop) => stop.startsWith('outside'))).toEqual([]);
  expect([...stops]).toEqual(expect.arrayContaining(['Close', 'Previous photo', 'Next photo']));

  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(photo).toBeFocused();
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await page.keyboard.press('Enter');
  await expect(box).toBeVisible();
  await box.getByRole('button', { name: 'Close' }).click();
  await expect(box).toBeHidden();
  await expect(photo).toBeFocused();
  await photo.press('Enter');
  await expect(box).toBeVisible();
  await page.goBack();
  await expect(box).toHaveCount(0);
  await expect(photo).toBeFocused();
  await expect(page).toHaveURL('/events/hackathon-1');
  await page.goBack();
  await expect(page, 'a closed lightbox leaves nothing behind').toHaveURL('/events');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('EVENT-14 EVENT-17 EVENT-18 the lightbox is swiped, big enough for thumbs, without a fault of access', async ({
    page,
  }) => {
    await page.goto('/events/hackathon-1');
    const { box } = await openPhoto(page, 30);
    const swipe = async (from: number, to: number) => {
      const touch = (x: number) => [{ identifier: 0, clientX: x, clientY: 300 }];
      await box
        .locator('figure')
        .dispatchEvent('touchstart', { touches: touch(from), changedTouches: touch(from) });
      await box.locator('figure').dispatchEvent('touchend', { touches: [], changedTouches: touch(to) });
    };
    await swipe(300, 200);
    await expect(box.getByRole('status')).toHaveText('1 / 30');
    await swipe(200, 300);
    await expect(box.getByRole('status')).toHaveText('30 / 30');
    await swipe(200, 225);
    await expect(box.getByRole('status')).toHaveText('30 / 30');
    for (const button of await box.getByRole('button').all()) {
      const size = await button.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page, ['light']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);
  });
});

test('EVENT-14 the first tap on a picture is not lost while the gallery is fetched', async ({ page }) => {
  const release = await holdBack(page, /\/_astro\/Gallery\..*\.js$/);
  await page.goto('/events/hackathon-1');
  await page.getByRole('button', { name: /^Open photo 3:/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('3 / 30');
});
