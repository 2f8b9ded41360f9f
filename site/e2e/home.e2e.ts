import type { Locator, Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import {
  allow,
  expect,
  expectNoSidewaysScroll,
  NETWORK_GONE,
  product,
  scrollThrough,
  test,
  withMotion,
} from './fixtures.ts';

test.use(withMotion);

const PHONE = { width: 360, height: 740 };
const NETWORK_BYTES = { scripts: 2 * 1024, all: 100 * 1024 };

async function seeCarousel(page: Page): Promise<Locator> {
  const carousel = page.getByRole('group', { name: 'Learning leagues' });
  await carousel.scrollIntoViewIfNeeded();
  // It answers once it has woken up: hydration leaves React's mark on the element.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.carousel') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  return carousel;
}

const activeLeague = (page: Page) => page.locator('.slide[data-offset="0"] .slide-name');
const link = (within: Page | Locator, name: string | RegExp) => within.getByRole('link', { name });

/** Bytes that travelled so far, of scripts and in all. */
const weigh = () => {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const sum = (list: PerformanceResourceTiming[]) =>
    list.reduce((bytes, entry) => bytes + entry.encodedBodySize, 0);
  return { scripts: sum(entries.filter(({ name }) => name.endsWith('.js'))), all: sum(entries) };
};

test('HOME-01 HOME-02 HOME-03 HOME-04 HOME-05 HOME-06 HOME-07 HOME-09 HOME-10 HOME-27 HOME-28 HOME-29 HOME-32 HOME-33 HOME-48 HOME-49 HOME-50 HOME-51 HOME-52 HOME-53 HOME-54 HOME-55 HOME-56 HOME-57 HOME-58 HOME-59 HOME-60 HOME-61 HOME-63 CONST-01 every section in its order, light and all of our own', async ({
  page,
  baseURL,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  const main = page.getByRole('main');
  const weight = await page.evaluate(weigh);
  expect(weight.scripts, 'bytes of JavaScript before the visitor scrolls').toBeLessThanOrEqual(
    NETWORK_BYTES.scripts,
  );
  expect(weight.scripts).toBeGreaterThan(100);
  expect(weight.all, 'bytes in all before the visitor scrolls').toBeLessThanOrEqual(NETWORK_BYTES.all);

  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    /^Pick a league\.\s+Build something real\.$/,
  );
  await expect(main).toContainText(
    /Cohort 1\.5 is open\. Explore new fields, build real projects and grow with peers/,
  );
  await expect(link(main, /^Latest Hackathon/)).toHaveAttribute('href', '/events/hackathon-1');
  await expect(main.getByRole('listitem').first()).toHaveText('Cohort 1.5');
  await expect(link(main, 'Join Cohort 1.5').first()).toHaveAttribute('href', '/cohorts');
  await expect(link(main, /^Learn More/)).toHaveAttribute('href', '/about');
  const ticket = main.getByRole('complementary', { name: 'Program Highlights' });
  await expect(ticket.getByRole('listitem')).toHaveCount(5);

  const banner = link(main, /Ready to Accelerate\?/);
  await expect(banner).toHaveAttribute('href', '/accelerate');
  await expect(banner).toContainText('Transform your learning journey with our flagship program');
  await expect(banner).toContainText('Explore Accelerate');

  const headings = await main.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.map((text) => text.trim())).toEqual([
    'Program Highlights',
    'Explore Learning Leagues',
    'Featured Events',
    'Meet the Team',
    'What Our Pioneers Say',
    'This site is made with',
    'Recognised & Supported By',
    'Ready to Learn, Compete, and Grow?',
  ]);

  const events = main.getByRole('region', { name: 'Featured Events' });
  await expect(events).toContainText(
    'Discover our most impactful learning experiences and community gatherings',
  );
  await expect(events.getByRole('article')).toHaveCount(3);
  await expect(link(events, 'View All Events')).toHaveAttribute('href', '/events');

  const team = main.getByRole('region', { name: 'Meet the Team' });
  await expect(team.getByRole('heading', { level: 3 })).toHaveCount(5);
  await expect(link(team, /^Find Your Pathfinders/)).toHaveAttribute('href', '/community');

  await expect(main.getByRole('region', { name: 'Tech stack' }).getByRole('listitem')).not.toHaveCount(0);
  const about = page.locator('section#about');
  await expect(about.getByRole('heading', { name: 'Recognised & Supported By' })).toBeVisible();
  await expect(about.getByRole('listitem')).toHaveCount(8);
  await expect(about.getByRole('listitem').last().locator('xpath=following::p[1]')).toBeAttached();
  expect((await about.innerText()).trim()).toMatch(/More institutional collaborations coming soon\.\.\.$/);

  const join = page.locator('section#join-cohort');
  await expect(join).toContainText(
    'Become a Pioneer in Cohort 1.5, join the leagues, earn certifications and build domain expertise',
  );
  await expect(link(join, 'Join Cohort 1.5')).toHaveAttribute('href', '/signin');
  const qr = join.getByRole('figure', { name: 'Scan to Join' }).getByRole('img', { name: /QR/ });
  await expect(qr).toBeVisible();
  const [paper, squares] = await Promise.all([qr.boundingBox(), qr.locator('svg').boundingBox()]);
  const middleOf = (box: typeof paper) => (box ? box.x + box.width / 2 : Number.NaN);
  expect(middleOf(squares), 'the squares in the middle of their paper').toBeCloseTo(middleOf(paper), 0);
  await expect(join).toContainText('Stay updated, connected, and inspired');
  for (const [name, address] of [
    [/^Direct Link to Join/, site.inviteUrl],
    [/^Follow for updates/, site.socialUrl],
  ] as const) {
    await expect(link(join, name)).toHaveAttribute('target', '_blank');
    await expect(link(join, name)).toHaveAttribute('href', address);
  }
  await expect(page.getByRole('contentinfo')).toBeVisible();

  await scrollThrough(page);
  await seeCarousel(page);
  expect(asked.filter(({ origin, protocol }) => origin !== baseURL && protocol !== 'data:')).toEqual([]);
  expect(asked.filter(({ pathname }) => pathname.startsWith('/api'))).toEqual([]);
});

test.describe('the carousel', () => {
  test('HOME-10 HOME-13 HOME-14 HOME-15 HOME-17 HOME-18 HOME-21 HOME-22 on a wide screen', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const carousel = await seeCarousel(page);
    const dots = carousel.locator('.carousel-dots').getByRole('button');
    const news = carousel.locator('[aria-live]');
    await expect(dots).toHaveCount(7);
    await expect(dots.first()).toHaveAttribute('aria-current', 'true');
    await expect(carousel.getByRole('button', { name: /Pause/ })).toBeHidden();
    await carousel.getByRole('button', { name: /^Previous/ }).click();
    await expect(activeLeague(page)).toHaveText('ExMatrix');
    await expect(news).toHaveText('ExMatrix, league 7 of 7');
    await expect(news).toHaveAttribute('aria-live', 'polite');
    await carousel.getByRole('button', { name: /^Next/ }).click();
    await expect(activeLeague(page)).toHaveText('Finance');
    await page.keyboard.press('ArrowRight');
    await expect(activeLeague(page)).toHaveText('Quantum');
    await page.keyboard.press('ArrowLeft');
    await expect(activeLeague(page)).toHaveText('Finance');
    await carousel.getByRole('button', { name: 'IoT' }).click();
    await expect(activeLeague(page)).toHaveText('IoT');
    await expect(dots.nth(5)).toHaveAttribute('aria-current', 'true');
    await expect(carousel.getByText('Swipe to explore more leagues')).toBeHidden();

    const width = async (offset: number) =>
      (await page.locator(`.slide[data-offset="${offset}"]`).boundingBox())?.width ?? 0;
    for (const side of [1, -1]) {
      expect(await width(side)).toBeLessThan(await width(0));
      await expect(page.locator(`.slide[data-offset="${side}"]`)).toHaveCSS('opacity', /^0\.\d+$/);
    }
    await expect(page.locator('.slide[data-offset="0"]')).toHaveCSS('opacity', '1');
    // Only the league in front can be reached.
    await expect(carousel.getByRole('link')).toHaveCount(1);
    await link(carousel, /IoT/).click();
    await expect(page).toHaveURL('/cohorts');
  });

  test('HOME-19 HOME-20 CONST-03 moves on every 4000 ms, and rests while somebody looks', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/');
    const carousel = await seeCarousel(page);
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    const index = () => page.locator('.carousel-dots [aria-current="true"]').getAttribute('aria-label');
    const order = await carousel
      .locator('.carousel-dots button')
      .evaluateAll((dots) => dots.map((dot) => dot.ariaLabel));
    const next = (name: string | null) => order[(order.indexOf(name) + 1) % order.length] ?? null;

    // A step by hand starts the wait anew.
    await page.keyboard.press('ArrowLeft');
    const first = await index();
    await page.clock.runFor(3999);
    expect(await index()).toBe(first);
    await page.clock.runFor(1);
    await expect.poll(index).toBe(next(first));
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
    const seen = [await index()];
    for (let step = 0; step < 7; step += 1) {
      await page.clock.runFor(4000);
      await expect.poll(index).toBe(next(seen.at(-1) ?? null));
      seen.push(await index());
    }
    expect(seen[7]).toBe(seen[0]);

    const rests = async (while_: string) => {
      const before = await index();
      await page.clock.runFor(9000);
      expect(await index(), while_).toBe(before);
    };
    await carousel.hover();
    await rests('the pointer is over it');
    await carousel.locator('.carousel-dots button').first().click();
    await rests('the pointer clicked in it and is still there');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await rests('the focus is gone, the pointer is not');
    await page.mouse.move(5, 5);
    await carousel.getByRole('button', { name: 'Pause the carousel' }).focus();
    await page.keyboard.press('Shift+Tab');
    await rests('it has the focus');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(carousel.getByRole('button', { name: 'Play the carousel' })).toBeFocused();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await rests('it is paused');
    await carousel.getByRole('button', { name: 'Play the carousel' }).click();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.mouse.move(5, 5);

    const setVisibility = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setVisibility('hidden');
    await rests('the tab is in the background');
    await setVisibility('visible');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(carousel.getByRole('button', { name: /the carousel$/ })).toBeHidden();
    await rests('less motion is asked for');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(carousel.getByRole('button', { name: 'Pause the carousel' })).toBeVisible();
    const before = await index();
    await page.clock.runFor(4000);
    await expect.poll(index).toBe(next(before));
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true });

    test('HOME-08 HOME-09 HOME-13 HOME-14 HOME-16 HOME-23 HOME-24 HOME-25 HOME-64 CONST-04 is swiped', async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      await expect(page.getByText('Ready to Accelerate?')).toBeHidden();
      await expect(page.getByText('Explore Accelerate')).toBeHidden();
      const carousel = await seeCarousel(page);
      await expect(carousel.getByText('Swipe to explore more leagues')).toBeVisible();
      await expect(carousel.getByRole('button', { name: /^(Next|Previous|IoT)/ })).toHaveCount(0);
      const swipe = async (from: number, to: number) => {
        const track = page.locator('.carousel-track');
        const touch = (x: number) => [{ identifier: 0, clientX: x, clientY: 300 }];
        await track.dispatchEvent('touchstart', { touches: touch(from), changedTouches: touch(from) });
        await track.dispatchEvent('touchend', { touches: [], changedTouches: touch(to) });
      };
      await swipe(300, 249);
      await expect(activeLeague(page)).toHaveText('Quantum');
      for (const to of [250, 150]) {
        await swipe(200, to);
        await expect(activeLeague(page)).toHaveText('Quantum');
      }
      await swipe(200, 251);
      await expect(activeLeague(page)).toHaveText('Finance');
      await expectNoSidewaysScroll(page);
      // Arrows come with the room for them: 767 pixels are a phone, 768 are not.
      for (const [width, arrows] of [
        [767, 0],
        [768, 2],
      ] as const) {
        await page.setViewportSize({ width, height: 740 });
        await expect(carousel.getByRole('button', { name: /^(Next|Previous)/ })).toHaveCount(arrows);
        await expect(page.getByText('Ready to Accelerate?')).toBeVisible({ visible: arrows > 0 });
      }
      await page.setViewportSize(PHONE);
      await page.getByRole('img', { name: /^Accelerate/ }).click();
      await expect(page).toHaveURL('/accelerate');
    });
  });
});

test('when the script of the islands does not arrive: it is asked for again when they come into view again', async ({
  page,
}) => {
  allow(NETWORK_GONE);
  await page.route(/\/_astro\/islands\.[^/]*\.js$/, (route) => route.abort());
  await page.goto('/');
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('group', { name: 'Learning leagues' }).scrollIntoViewIfNeeded();
  await failed;
  await page.unrouteAll();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const carousel = await seeCarousel(page);
  await carousel.getByRole('button', { name: /^Next/ }).click();
  await expect(activeLeague(page)).toHaveText('Quantum');
});

test('AVATAR-08 AVATAR-09 AVATAR-10 AVATAR-11 pictures that fail leave something in their place', async ({
  browser,
}) => {
  const page = await browser.newPage();
  await page.route(
    (url) => /\.(?:svg|png|jpe?g|webp|avif)$/.test(url.pathname) && !/stock/.test(url.pathname),
    (route) => route.abort(),
  );
  await page.goto('/');
  await seeCarousel(page);
  await expect(page.locator('.slide[data-league="finance"] img').last()).toHaveAttribute(
    'src',
    '/artwork/leagues/stock.svg',
  );
  await page.setViewportSize(PHONE);
  const words = page.getByRole('link', { name: /Ready to Accelerate\?.*Explore Accelerate/ });
  await words.scrollIntoViewIfNeeded();
  await expect(words.getByText('Ready to Accelerate?')).toBeVisible();
  await expect(words.getByRole('img')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
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

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('HOME-10 HOME-26 HOME-31 HOME-34 HOME-42 HOME-45 HOME-46 NAV-01 NAV-02 NAV-07 NAV-08 everything is there, down to the mobile menu', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(`Home | ${product}`);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(bar).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Events' })).toHaveAttribute('href', '/events');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    const isLaidOut = await page
      .locator('section h2')
      .last()
      .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
    expect(isLaidOut, 'far below is not laid out yet').toBe(false);

    const leagues = page.getByRole('group', { name: 'Learning leagues' });
    await expect(leagues.getByRole('link')).toHaveCount(7);
    await leagues.getByRole('link', { name: /ExMatrix/ }).scrollIntoViewIfNeeded();
    await expect(leagues.getByRole('link', { name: /ExMatrix/ })).toBeInViewport();
    await expect(page.getByText('Loading leagues...')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Featured Events' }).getByRole('article')).toHaveCount(3);
    const posts = page.getByRole('region', { name: 'What Our Pioneers Say' }).getByRole('listitem');
    await expect(posts.getByRole('blockquote')).toHaveCount(25);
    await expect(posts.and(page.locator('[data-featured]'))).toHaveCount(4);
    const addresses = await posts
      .getByRole('link')
      .evaluateAll((links) => links.map((post) => post.getAttribute('href')));
    expect(new Set(addresses).size).toBe(25);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/x\.com\/\w+\/status\/\d{10,}$/);
    // Nothing is offered that would not answer.
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await bar.getByRole('link', { name: 'Cohorts' }).click();
    await expect(page).toHaveURL('/cohorts');
  });
});
