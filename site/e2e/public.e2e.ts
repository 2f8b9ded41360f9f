import type { Page } from '@playwright/test';
import { expect, product, refusedWith, test } from './fixtures.ts';

const PAGES = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/accelerate', 'Accelerate 1.0'],
  ['/cohorts', 'Cohorts'],
  ['/community', 'Community'],
  ['/events', 'Events'],
  ['/events/hackathon-1', 'Hackathon: the Punjab round'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
] as const;

for (const [path, title] of PAGES) {
  test(`ROUTE-01 ROUTE-02 ROUTE-12 ${path} opens without sign-in`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | ${product}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
}

test('ROUTE-04 ROUTE-09 /gallery leads to /events, an unknown path home', async ({ page }) => {
  await page.goto('/gallery');
  await expect(page).toHaveURL('/events');
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/');
});

test.describe('home', () => {
  test('HOME-01 to HOME-06 the hero', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Latest Hackathon/ })).toHaveAttribute(
      'href',
      '/events/hackathon-1',
    );
    await expect(page.getByRole('link', { name: 'Join Cohort 1.5' }).first()).toHaveAttribute(
      'href',
      '/cohorts',
    );
    await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/about');
    await expect(
      page.getByRole('complementary', { name: 'Program Highlights' }).getByRole('listitem'),
    ).toHaveCount(5);
  });

  test('HOME-07 HOME-08 HOME-09 the banner has words on wide screens only', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Ready to Accelerate?')).toBeVisible();
    await expect(page.getByText('Transform your learning journey with our flagship program')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText('Ready to Accelerate?')).toBeHidden();
    await page.getByRole('img', { name: /^Accelerate/ }).click();
    await expect(page).toHaveURL('/accelerate');
  });

  test('HOME-10 HOME-13 HOME-14 HOME-15 HOME-18 HOME-21 HOME-22 the carousel on a wide screen', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const carousel = await seeCarousel(page);
    await expect(carousel.getByRole('button', { name: 'Finance' })).toHaveAttribute('aria-current', 'true');
    await carousel.getByRole('button', { name: /^Previous/ }).click();
    await expect(activeLeague(page)).toHaveText('ExMatrix');
    await carousel.getByRole('button', { name: /^Next/ }).click();
    await expect(activeLeague(page)).toHaveText('Finance');
    await page.keyboard.press('ArrowRight');
    await expect(activeLeague(page)).toHaveText('Quantum');
    await page.keyboard.press('ArrowLeft');
    await expect(activeLeague(page)).toHaveText('Finance');
    await carousel.getByRole('button', { name: 'IoT' }).click();
    await expect(activeLeague(page)).toHaveText('IoT');
    await expect(carousel.getByText('Swipe to explore more leagues')).toBeHidden();
    await expect(page.locator('.slide[data-offset="1"]')).not.toHaveCSS('opacity', '1');
    await carousel.getByRole('link', { name: /IoT/ }).click();
    await expect(page).toHaveURL('/cohorts');
  });

  test('HOME-19 the carousel advances by itself and can be paused', async ({ page }) => {
    await page.goto('/');
    const carousel = await seeCarousel(page);
    await expect(activeLeague(page)).toHaveText('Quantum', { timeout: 8000 });
    await carousel.getByRole('button', { name: 'Pause the carousel' }).click();
    await expect(carousel.getByRole('button', { name: 'Play the carousel' })).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

    test('HOME-13 HOME-14 HOME-16 HOME-23 HOME-25 the carousel is swiped', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      const carousel = await seeCarousel(page);
      await expect(carousel.getByText('Swipe to explore more leagues')).toBeVisible();
      await expect(carousel.getByRole('button', { name: /^(Next|Previous|IoT)/ })).toHaveCount(0);
      const swipe = async (from: number, to: number) => {
        const track = page.locator('.carousel-track');
        const touch = (x: number) => [{ identifier: 0, clientX: x, clientY: 300 }];
        await track.dispatchEvent('touchstart', { touches: touch(from), changedTouches: touch(from) });
        await track.dispatchEvent('touchend', { touches: [], changedTouches: touch(to) });
      };
      await swipe(300, 200);
      await expect(activeLeague(page)).toHaveText('Quantum');
      await swipe(200, 250);
      await expect(activeLeague(page)).toHaveText('Quantum');
      await swipe(200, 300);
      await expect(activeLeague(page)).toHaveText('Finance');
    });
  });

  test('HOME-34 to HOME-38 six posts, six more, and back', async ({ page }) => {
    await page.goto('/');
    const section = page.getByRole('region', { name: 'What Our Pioneers Say' });
    await section.scrollIntoViewIfNeeded();
    const posts = section.getByRole('blockquote');
    await expect(posts).toHaveCount(6);
    await expect(section.getByRole('button', { name: 'Show Less' })).toBeHidden();
    await expect(async () => {
      await section.getByRole('button', { name: 'Read More' }).click();
      await expect(posts).toHaveCount(12, { timeout: 500 });
    }).toPass();
    await section.getByRole('button', { name: 'Show Less' }).click();
    await expect(posts).toHaveCount(6);
  });

  test('HOME-27 HOME-28 HOME-29 HOME-32 HOME-33 HOME-50 to HOME-61 the sections below', async ({ page }) => {
    await page.goto('/');
    const events = page.getByRole('region', { name: 'Featured Events' });
    await expect(events.getByRole('article')).toHaveCount(3);
    await expect(events.getByRole('link', { name: 'View All Events' })).toHaveAttribute('href', '/events');
    await expect(page.getByRole('link', { name: /^Find Your Pathfinders/ })).toHaveAttribute(
      'href',
      '/community',
    );
    await expect(page.locator('#about').getByRole('listitem')).toHaveCount(8);
    await expect(page.locator('#about')).toContainText('More institutional collaborations coming soon...');
    const join = page.locator('#join-cohort');
    await expect(join.getByRole('heading', { name: 'Ready to Learn, Compete, and Grow?' })).toBeVisible();
    await expect(join.getByRole('link', { name: 'Join Cohort 1.5' })).toHaveAttribute('href', '/signin');
    await expect(join.getByRole('img', { name: /QR/ })).toBeVisible();
    for (const name of [/^Direct Link to Join/, /^Follow for updates/]) {
      await expect(join.getByRole('link', { name })).toHaveAttribute('target', '_blank');
    }
  });

  test('AVATAR-08 AVATAR-09 AVATAR-10 AVATAR-11 pictures that fail leave something in their place', async ({
    browser,
  }) => {
    const page = await browser.newPage();
    await page.route(/\/_astro\/[^/]+\.svg$/, (route) => route.abort());
    await page.goto('/');
    await seeCarousel(page);
    await expect(page.locator('.slide[data-league="finance"] img')).toHaveAttribute(
      'src',
      '/artwork/leagues/stock.svg',
    );
    const event = page.getByRole('region', { name: 'Featured Events' }).getByRole('article').first();
    await event.scrollIntoViewIfNeeded();
    await expect(event.locator('.placeholder')).toHaveText('Hackathon: the Punjab round');
    await expect(event.locator('.placeholder')).toBeVisible();
    await page.getByRole('heading', { name: 'Noor Chenab' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('NC', { exact: true })).toBeVisible();
    await page.locator('#about').scrollIntoViewIfNeeded();
    await expect(page.locator('#about .letter').first()).toBeVisible();
    await page.close();
  });
});

async function seeCarousel(page: Page) {
  const carousel = page.getByRole('group', { name: 'Learning leagues' });
  await carousel.scrollIntoViewIfNeeded();
  // It answers once it has woken up: hydration leaves React's mark on the element.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.carousel') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  return carousel;
}

const activeLeague = (page: Page) => page.locator('.slide[data-offset="0"] .slide-name');

test.describe('events', () => {
  test('EVENT-01 EVENT-02 EVENT-06 ten events newest first, a card opens its page', async ({ page }) => {
    await page.goto('/events');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(10);
    const days = await cards
      .getByRole('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
    expect(days).toEqual(days.toSorted().reverse());
    await cards.nth(3).click();
    await expect(page).toHaveURL('/events/retreat-1');
    await expect(page.getByRole('main')).toContainText('August 23, 2025');
    await page.getByRole('link', { name: 'Back to Events' }).click();
    await expect(page).toHaveURL('/events');
  });

  test('EVENT-14 to EVENT-19 the lightbox', async ({ page }) => {
    await page.goto('/events/hackathon-1');
    const photos = page.getByRole('button', { name: /^Open photo/ });
    await expect(photos).toHaveCount(30);
    const box = page.getByRole('dialog');
    await expect(async () => {
      await photos.first().click();
      await expect(box).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(box).toContainText('1 / 30');
    await page.keyboard.press('ArrowLeft');
    await expect(box).toContainText('30 / 30');
    await page.keyboard.press('ArrowRight');
    await box.getByRole('button', { name: /^Next/ }).click();
    await expect(box).toContainText('2 / 30');
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    await expect(photos.first()).toBeFocused();
  });

  test('EVENT-22 an event without pictures', async ({ page }) => {
    await page.goto('/events/ml-mentorship-1');
    await expect(page.getByRole('main')).toContainText('No photos yet');
  });

  test.describe('unknown', () => {
    test.use({ allowedErrors: [refusedWith(404)] });
    test('EVENT-11 EVENT-21 says so with 404, then leaves for /events', async ({ page }) => {
      await page.goto('/');
      const response = await page.goto('/events/no-such-event');
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
      await expect(
        page.getByText("The event you're looking for doesn't exist or may have been moved."),
      ).toBeVisible();
      await expect(page).toHaveURL('/events', { timeout: 8000 });
      await page.goBack();
      await expect(page).toHaveURL('/');
    });
  });
});

test.describe('cohorts', () => {
  test('COHORT-01 COHORT-10 to COHORT-19 the open programme', async ({ page }) => {
    await page.goto('/cohorts');
    await expect(page.getByText('7 learning paths')).toBeVisible();
    await expect(page.getByText('Industry Certificates')).toBeVisible();
    const ml = page.locator('.league-card[data-league="ml"]');
    await expect(ml.getByText('Available Now')).toBeVisible();
    await expect(ml.getByText(/^\+\d+ more modules included$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Learning Today' })).toHaveAttribute('href', '/signin');
  });

  test.describe('in trouble', () => {
    test.use({ allowedErrors: [refusedWith(503)] });

    test('COHORT-03 COHORT-04 COHORT-05 ERR-01 refused, retried by reloading', async ({ page }) => {
      await page.route('**/api/public/cohorts-structure', (route) =>
        route.fulfill({ status: 503, json: { success: false } }),
      );
      await page.goto('/cohorts');
      await expect(page.getByRole('alert')).toContainText('Unable to Load Programs');
      await expect(page.getByRole('alert')).toContainText('HTTP error! status: 503');
      await page.unroute('**/api/public/cohorts-structure');
      await page.getByRole('button', { name: 'Retry Loading' }).click();
      await expect(page.getByText('7 learning paths')).toBeVisible();
    });

    for (const [name, data, words] of [
      ['COHORT-09 an empty list', [], 'Programs Coming Soon'],
      ['COHORT-08 absent data', null, 'No cohort data available'],
    ] as const) {
      test(name, async ({ page }) => {
        await page.route('**/api/public/cohorts-structure', (route) =>
          route.fulfill({ json: { success: true, data } }),
        );
        await page.goto('/cohorts');
        await expect(page.getByRole('main')).toContainText(words);
      });
    }

    test('COHORT-02 loading', async ({ page }) => {
      await page.route('**/api/public/cohorts-structure', () => {});
      await page.goto('/cohorts');
      await expect(page.getByRole('status')).toHaveText('Loading Learning Programs');
    });
  });
});

test.describe('updates', () => {
  test.use({ allowedErrors: [refusedWith(403)] });

  const commits = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      sha: String(index).padStart(40, 'a'),
      commit: {
        message: `fix: step ${index}`,
        author: { name: 'Noor', date: new Date(Date.UTC(2025, 5, 1, 12, 60 - index)).toISOString() },
      },
      author: { login: 'noor' },
    }));

  test('UPD-02 UPD-03 UPD-04 UPD-05 fifteen, then all', async ({ page }) => {
    await page.route(/\/repos\/.+\/commits/, (route) =>
      route.fulfill({ json: commits(route.request().url().includes('server') ? 20 : 0) }),
    );
    await page.goto('/updates');
    await expect(page.getByText('20 commits')).toBeVisible();
    await expect(page.locator('.update')).toHaveCount(15);
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'View More' }).click();
    await expect(page.locator('.update')).toHaveCount(20);
    await expect(page.getByRole('button', { name: 'View More' })).toBeHidden();
  });

  test('UPD-07 ERR-12 a refusal is told and can be tried again', async ({ page }) => {
    await page.route(/\/repos\/.+\/commits/, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto('/updates');
    await expect(page.getByRole('alert')).toContainText('Unable to load updates');
    await expect(page.getByRole('alert')).toContainText('GitHub API error: 403');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
