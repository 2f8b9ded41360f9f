import { allow, expect, product, refusedWith, test } from './fixtures.ts';
import { BUILT_PAGES, COMING_EVENT_IDS, EVENT_IDS, PUBLIC_PAGES } from './screens.ts';

test('ROUTE-02 ROLE-06 the events open by their address, with and without a slash at the end', async ({
  request,
}) => {
  expect(EVENT_IDS).toHaveLength(10);
  for (const id of [...COMING_EVENT_IDS, ...EVENT_IDS]) {
    for (const path of [`/events/${id}`, `/events/${id}/`, `/events/${id}?from=home`]) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
    }
  }
});

test('ROUTE-04 ROUTE-09 ROUTE-10 ROUTE-11 where other addresses lead', async ({ page, request }) => {
  for (const [path, target] of [
    ['/gallery', '/events'],
    ['/gallery/', '/events'],
    ['/events/page', '/events'],
    ['/events/page/1', '/events'],
    ['/auth/signin', '/signin'],
    ['/certificates', '/verify'],
    ['/nowhere', '/'],
    ['/nowhere/at/all?x=1', '/'],
    ['/about/us', '/'],
    ['/admin/nowhere', '/'],
    ['/admin/users/1', '/'],
    ['/dashboard/nowhere', '/'],
    ['/dashboard/league/one/two', '/'],
    ['/logout/now', '/'],
    ['/signin.html', '/'],
    ['/constructor', '/'],
    ['/%2e%2e/etc/passwd', '/'],
    ['/sitemap', '/'],
    ['/share', '/'],
    ['/share/home', '/'],
    ['/calendar', '/'],
    ['/feed', '/feed.xml'],
    ['/feed/', '/feed.xml'],
    ['/rss.xml', '/feed.xml'],
    ['/atom.xml', '/feed.xml'],
  ] as const) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(302);
    expect(response.headers().location, path).toBe(target);
  }
  await page.goto('/gallery');
  await expect(page).toHaveURL(/\/events$/);
  await page.goto('/auth/signin');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await page.goto('/nowhere');
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle(`Home | ${product}`);
});

test('ROUTE-09 a missing file is 404, not the home page', async ({ request }) => {
  for (const path of [
    ...['/nowhere.js', '/_astro/nowhere.css', '/artwork/nowhere.webp', '/robots.json'],
    ...['/events/nothing.ics', '/nothing.xml', '/share/nothing.jpg', '/share/events/nothing.jpg'],
  ]) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
});

test('EVENT-11 EVENT-21 OPEN-05 an event that does not exist is 404 with its own view and leaves for /events, which Back does not undo', async ({
  page,
}) => {
  allow(refusedWith(404));
  await page.goto('/about');
  await page.clock.install();
  const response = await page.goto('/events/nowhere-1');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible();
  await expect(
    page.getByText("The event you're looking for doesn't exist or may have been moved."),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Events' })).toHaveAttribute('href', '/events');
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('ROUTE-06 ROUTE-07 ROUTE-12 each page of the signed-in area is served under its own title', async ({
  request,
}) => {
  const paths = BUILT_PAGES.filter((path) => /^\/(dashboard|admin|logout|migration|email-ver)/.test(path));
  expect(paths.length).toBeGreaterThan(20);
  const titles = new Set<string>();
  for (const path of paths) {
    const title = /<title>([^<]+)<\/title>/.exec(await (await request.get(path)).text())?.[1] ?? '';
    expect(title, path).toMatch(new RegExp(`^.+ \\| ${product}$`));
    titles.add(title);
  }
  expect(titles.size, [...titles].join('; ')).toBe(paths.length);
});

test('ROUTE-13 a followed link opens at the top of the next page', async ({ page }) => {
  await page.goto('/about');
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('ROUTE-02 ROLE-06 HOME-63 EVENT-13 every public page can be read', async ({ page }) => {
    for (const { path, heading } of PUBLIC_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
      await expect(page.getByRole('contentinfo'), path).toBeVisible();
      const words = (await page.getByRole('main').innerText()).split(/\s+/).length;
      // The history of the code is read by scripts where the build could not; its page says so.
      expect(words, `words on ${path}`).toBeGreaterThan(path === '/updates' ? 10 : 80);
      const pictures = page.getByRole('main').getByRole('img');
      if (path === '/events/hackathon-1') await expect(pictures).toHaveCount(30);
      if (path !== '/cohorts') continue;
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(8);
      await expect(page.getByText('Loading Learning Programs')).toBeHidden();
      const start = page.getByRole('link', { name: 'Start Learning Today' });
      await expect(start).toHaveAttribute('href', '/signin');
    }
  });

  test('ROUTE-09 no shape stands for what never comes', async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/admin',
      '/migration',
      '/email-verification',
      '/certificates/code',
      '/people/aditi-menon',
    ]) {
      await page.goto(path);
      await expect(page.getByText(/JavaScript/).first(), path).toBeVisible();
      const shapes = page.locator('.skeleton, .app-skeleton, .appear-late, .animate-spin');
      await expect(shapes.filter({ visible: true }), path).toHaveCount(0);
      if (path === '/dashboard') await expect(page.getByText(/needs JavaScript/)).toBeVisible();
      if (path === '/dashboard') await expect(page.getByRole('link', { name: /home/i })).toBeVisible();
    }
  });
});
