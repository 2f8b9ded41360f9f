import type { Frame, Locator, Page } from '@playwright/test';
import site from '../../content/site.json' with { type: 'json' };
import posts from '../../content/testimonials/testimonials.json' with { type: 'json' };
import {
  allow,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  NETWORK_GONE,
  refusedWith,
  test,
} from './fixtures.ts';

const { scriptUrl, network } = site.postWidget;
const SHOW = `Show the posts on ${network}`;
const WORDS_ONLY = 'Show the words only';
const POLICY = /Content Security Policy/;

const section = (page: Page) => page.getByRole('region', { name: 'What Our Pioneers Say' });
const embeds = (page: Page, state: string) => page.locator(`.embed[data-state="${state}"]`);

/** The section, once it answers. */
async function openPosts(page: Page): Promise<Locator> {
  await page.goto('/');
  const found = section(page);
  await found.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.say') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  return found;
}

/** Every address outside this origin that is asked from now on. */
function watchStrangers(page: Page, baseURL: string | undefined): string[] {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== new URL(baseURL ?? '').origin && url.protocol !== 'data:') strangers.push(url.href);
  });
  return strangers;
}

const frameOf = (page: Page, id: string): Frame => {
  const frame = page.frames().find((candidate) => candidate.url().endsWith(`/embed/post#id=${id}`));
  if (!frame) throw new Error(`no frame for post ${id}`);
  return frame;
};

/** What a script in this window gets of the things it must not read: the errors, or what leaked. */
const pry = () => {
  const attempts = [
    () => localStorage.getItem('accessToken'),
    () => parent.localStorage.getItem('accessToken'),
    () => document.cookie,
    () => sessionStorage.length,
    () => indexedDB.open('anything').readyState,
    () => (parent === window ? localStorage.length : parent.document.title),
  ];
  return attempts.map((attempt) => {
    try {
      return String(attempt());
    } catch (error) {
      return error instanceof DOMException ? error.name : 'other';
    }
  });
};

test('HOME-34 HOME-35 HOME-36 HOME-37 HOME-38 CONST-07 six posts, six more, and back', async ({
  page,
  baseURL,
}) => {
  const strangers = watchStrangers(page, baseURL);
  const found = await openPosts(page);
  const quotes = found.getByRole('blockquote');
  const more = found.getByRole('button', { name: 'Read More' });
  const less = found.getByRole('button', { name: 'Show Less' });
  await expect(quotes).toHaveCount(6);
  await expect(less).toBeHidden();
  const featured = posts.filter((post) => post.featured);
  for (const [index, { words }] of featured.entries()) await expect(quotes.nth(index)).toHaveText(words);
  expect(featured).toHaveLength(4);

  for (const count of [12, 18, 24, 25]) {
    await more.click();
    await expect(quotes).toHaveCount(count);
    await expect(found.getByRole('status').last()).toHaveText(`${count} of 25 posts`);
  }
  await expect(more).toBeHidden();
  await expect(found.getByRole('listitem').nth(24)).toBeFocused();
  await less.click();
  await expect(quotes).toHaveCount(6);
  await expect(more).toBeFocused();
  await expect(found.getByRole('link', { name: /the post of/ }).first()).toHaveAttribute('target', '_blank');
  expect(strangers, 'asked without a click').toEqual([]);
});

test('HOME-34 HOME-40 HOME-41 HOME-47 posts come on wish, near the viewport, in a frame that reads nothing of ours', async ({
  page,
  baseURL,
}) => {
  allow(POLICY);
  await page.setViewportSize({ width: 390, height: 800 });
  const [drawn, gone, greedy] = posts.map(({ url }) => url.split('/status/')[1] ?? '');
  const widget = `
    const tell = (message) => parent.postMessage({ kind: 'embedded-post', ...message }, '*');
    window.twttr = { widgets: { async createTweet(id, target, { theme }) {
      if (id === '${gone}') return undefined;
      if (id === '${greedy}') {
        tell({ state: 'loaded', height: 1e9 });
        return new Promise(() => {});
      }
      const post = document.createElement('p');
      post.style.height = '240px';
      post.textContent = 'Post ' + id + ', ' + theme;
      target.append(post);
      return post;
    } } };`;
  await page.route(scriptUrl, (route) => route.fulfill({ contentType: 'text/javascript', body: widget }));
  const strangers = watchStrangers(page, baseURL);
  const found = await openPosts(page);
  await page.evaluate(() => localStorage.setItem('accessToken', 'a-secret'));
  await expect(found.getByText(`Showing the posts loads them from ${network}.`)).toBeVisible();
  expect(strangers).toEqual([]);

  await found.getByRole('button', { name: SHOW }).click();
  await expect(embeds(page, 'loaded').first()).toBeVisible();
  // Those further down wait for the visitor.
  expect(await embeds(page, 'waiting').count()).toBeGreaterThan(0);
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(embeds(page, 'waiting')).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(embeds(page, 'loading')).toHaveCount(0);
  await expect(embeds(page, 'loaded')).toHaveCount(5);
  await expect(embeds(page, 'failed')).toHaveCount(1);
  await expect(embeds(page, 'failed')).toContainText('Unable to load tweet');
  await expect(found.getByRole('blockquote')).toHaveCount(6);
  expect(new Set(strangers)).toEqual(new Set([scriptUrl]));

  const [first, third] = [posts[0], posts[2]];
  const frame = page.getByTitle(`Post of ${first?.author}`);
  await expect(frame.contentFrame().getByText(`Post ${drawn}, light`)).toBeVisible();
  // 240 pixels and the margins of a paragraph.
  await expect(frame).toHaveAttribute('height', /^2[67]\d$/);
  await expect(page.getByTitle(`Post of ${third?.author}`)).toHaveAttribute('height', '1600');

  const inside = frameOf(page, drawn ?? '');
  expect(await inside.evaluate(pry)).toEqual(Array(6).fill('SecurityError'));
  expect(await inside.evaluate(() => self.origin)).toBe('null');
  expect(await inside.evaluate(() => fetch('/api/auth/profile').then(String, () => 'refused'))).toBe(
    'refused',
  );
  // A message of any other window counts for nothing.
  await page.evaluate(() => postMessage({ kind: 'embedded-post', state: 'failed' }, '*'));
  await expect(embeds(page, 'failed')).toHaveCount(1);
  await expectNoSidewaysScroll(page);

  // Opened by itself, the page is as closed: its own answer says so, not only the frame around it.
  const response = await page.goto(`/embed/post#id=${drawn}`);
  expect(response?.headers()['content-security-policy']).toMatch(/^sandbox allow-scripts allow-popups;/);
  expect(await page.evaluate(pry)).toEqual(Array(6).fill('SecurityError'));
});

test('HOME-40 HOME-41 HOME-47 posts that are missing, blocked, hanging or offline: the wish is remembered, the words stay', async ({
  page,
  context,
  baseURL,
}) => {
  allow(refusedWith(404), NETWORK_GONE);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.route(scriptUrl, (route) => route.fulfill({ status: 404, body: '' }));
  let found = await openPosts(page);
  await found.getByRole('button', { name: SHOW }).click();
  const failed = embeds(page, 'failed').first();
  await expect(failed).toContainText('Unable to load tweet');
  await expectAccessible(page);

  await page.clock.install();
  const strangers = watchStrangers(page, baseURL);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(strangers, 'asked before the posts are near').toEqual([]);
  await page.unroute(scriptUrl);
  await page.route(scriptUrl, (route) => route.abort('blockedbyclient'));
  found = section(page);
  await found.getByRole('blockquote').first().scrollIntoViewIfNeeded();
  const again = found.getByRole('button', { name: new RegExp(`^Try again.*${posts[0]?.author}`) });
  await expect(again).toBeVisible();
  await expect(found.getByRole('button', { name: WORDS_ONLY })).toBeVisible();

  await page.unroute(scriptUrl);
  await page.route(scriptUrl, () => {});
  await again.click();
  await expect(embeds(page, 'loading').first()).toContainText('Loading the post…');
  await page.clock.runFor(12_000);
  await expect(again).toBeVisible();

  await context.setOffline(true);
  const before = strangers.length;
  await again.click();
  await expect(again).toBeVisible();
  expect(strangers).toHaveLength(before);
  await context.setOffline(false);

  await expect(found.getByRole('blockquote')).toHaveCount(6);
  await found.getByRole('button', { name: WORDS_ONLY }).click();
  await expect(page.locator('.embed, iframe')).toHaveCount(0);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
});
