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
