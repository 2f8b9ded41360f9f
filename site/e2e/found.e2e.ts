import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, product, test, withMotion } from './fixtures.ts';

test.use(withMotion);

/** The build knows one public address; the tests ask the same paths here. */
const pathOf = (address: string) => new URL(address).pathname;

interface Head {
  title: string;
  lang: string;
  canonical: string | null;
  robots: string | null;
  metas: Record<string, string>;
  alternates: Record<string, string>;
  /** Every thing of every JSON-LD block. */
  things: Record<string, unknown>[];
}

/** The head of a page as a machine reads it, without running the page. */
async function readHead(page: Page, request: APIRequestContext, path: string): Promise<Head> {
  const response = await request.get(path, { maxRedirects: 0 });
  expect(response.status(), path).toBe(200);
  return page.evaluate(
    (html) => {
      const read = new DOMParser().parseFromString(html, 'text/html');
      const metas: Record<string, string> = {};
      for (const meta of read.querySelectorAll('meta[property], meta[name]')) {
        const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
        metas[name] = meta.getAttribute('content') ?? '';
      }
      const alternates: Record<string, string> = {};
      for (const link of read.querySelectorAll('link[rel=alternate]')) {
        alternates[link.getAttribute('type') ?? ''] = link.getAttribute('href') ?? '';
      }
      const blocks = [...read.querySelectorAll('script[type="application/ld+json"]')];
      return {
        title: read.title,
        lang: read.documentElement.lang,
        canonical: read.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
        robots: metas.robots ?? null,
        metas,
        alternates,
        things: blocks.flatMap((block) => JSON.parse(block.textContent ?? '')['@graph']),
      };
    },
    await response.text(),
  );
}

async function readXml(page: Page, text: string): Promise<{ root: string; texts: Record<string, string[]> }> {
  return page.evaluate((xml) => {
    const read = new DOMParser().parseFromString(xml, 'application/xml');
    const texts: Record<string, string[]> = {};
    for (const element of read.querySelectorAll('*')) {
      if (element.children.length > 0) continue;
      const list = texts[element.localName] ?? [];
      list.push(element.textContent ?? '');
      texts[element.localName] = list;
    }
    return { root: read.documentElement.localName, texts };
  }, text);
}

const sitemapPaths = async (page: Page, request: APIRequestContext) => {
  const { root, texts } = await readXml(page, await (await request.get('/sitemap.xml')).text());
  expect(root).toBe('urlset');
  return (texts.loc ?? []).map(pathOf);
};

test('ROUTE-12 every page of the sitemap has its own title, words, address and share picture', async ({
  page,
  request,
}) => {
  const paths = await sitemapPaths(page, request);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/about', '/accelerate', '/cohorts', '/community', '/events', '/updates']),
  );
  expect(paths).toEqual(
    expect.arrayContaining(['/privacy', '/terms', '/signin', '/signup', '/events/hackathon-1']),
  );
  expect(paths.filter((path) => path.startsWith('/events/'))).toHaveLength(12);

  const seen = { titles: new Set<string>(), words: new Set<string>(), pictures: new Set<string>() };
  for (const path of paths) {
    const { title, lang, canonical, robots, metas, things } = await readHead(page, request, path);
    expect(title, path).toMatch(new RegExp(`^.{2,} \\| ${product}$`));
    expect(lang).toBe('en');
    expect(robots, path).toBeNull();
    expect(pathOf(canonical ?? ''), path).toBe(path);
    expect(metas.description?.length, path).toBeGreaterThan(20);
    expect(metas['og:title']).toBe(title);
    expect(metas['og:url']).toBe(canonical);
    expect(metas['og:description']).toBe(metas.description);
    expect(metas['twitter:card']).toBe('summary_large_image');
    expect(metas['twitter:image']).toBe(metas['og:image']);
    expect(metas['og:image:alt'], path).toBeTruthy();
    seen.titles.add(title);
    seen.words.add(metas.description ?? '');
    seen.pictures.add(metas['og:image'] ?? '');

    const picture = await request.get(pathOf(metas['og:image'] ?? ''));
    expect(picture.headers()['content-type'], path).toBe('image/jpeg');
    const body = await picture.body();
    expect(body.length, path).toBeLessThan(300_000);
    const { width, height } = await sharp(body).metadata();
    expect([width, height], path).toEqual([1200, 630]);
    expect([metas['og:image:width'], metas['og:image:height']]).toEqual(['1200', '630']);

    const trail = things.find((thing) => thing['@type'] === 'BreadcrumbList') as
      | { itemListElement: { name: string; item: string }[] }
      | undefined;
    if (path === '/') expect(trail).toBeUndefined();
    else expect(pathOf(trail?.itemListElement.at(-1)?.item ?? ''), path).toBe(path);
  }
  for (const [kind, found] of Object.entries(seen)) expect(found.size, kind).toBe(paths.length);
});

test('machines are told who runs the site, which courses there are and what happened where', async ({
  page,
  request,
}) => {
  const typed = async (path: string, type: string) => {
    const { things } = await readHead(page, request, path);
    return things.find((thing) => thing['@type'] === type);
  };
  expect(await typed('/', 'EducationalOrganization')).toMatchObject({ name: product });
  expect(await typed('/', 'WebSite')).toMatchObject({ name: product });
  expect(await typed('/accelerate', 'Course')).toMatchObject({ hasCourseInstance: { duration: 'P6M' } });
  expect(await typed('/cohorts', 'ItemList')).toMatchObject({
    numberOfItems: 7,
    itemListElement: expect.arrayContaining([
      expect.objectContaining({ item: expect.objectContaining({ '@type': 'Course', name: 'ML' }) }),
    ]),
  });
  expect(await typed('/events/hackathon-1', 'Event')).toMatchObject({
    name: 'Hackathon: the Punjab round',
    startDate: '2025-09-20',
    location: { '@type': 'Place', name: 'A university in Patiala, Punjab' },
  });
});

test('a page to be kept out says so and is not in the sitemap; links lead to what is, the feed and the calendar too', async ({
  page,
  request,
}) => {
  const paths = new Set(await sitemapPaths(page, request));
  for (const path of [
    '/forgot-password',
    '/reset-password',
    '/not-me',
    '/unsubscribe',
    '/events/registration',
    '/email-verification',
    '/migration',
    '/logout',
    '/dashboard',
    '/admin',
  ]) {
    const { robots, canonical, things } = await readHead(page, request, path);
    expect(robots, path).toBe('noindex');
    expect(canonical, path).toBeNull();
    expect(things, path).toEqual([]);
    expect(paths.has(path), path).toBe(false);
  }
  await page.goto('/events');
  const linked = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const known = new Set(['/gallery', '/dashboard', '/feed.xml', '/events.ics', '/forgot-password']);
  expect(linked.filter((path) => !paths.has(path) && !known.has(path))).toEqual([]);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'calendar of all events' })).toHaveAttribute(
    'href',
    '/events.ics',
  );
  await expect(main.getByRole('link', { name: 'news feed' })).toHaveAttribute('href', '/feed.xml');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'News feed' })).toHaveAttribute('href', '/feed.xml');
  await expect(footer.getByRole('link', { name: 'Events calendar' })).toHaveAttribute('href', '/events.ics');

  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  const rules = await robots.text();
  expect(rules).toMatch(/^Allow: \/api\/public\/\nDisallow: \/api\/$/m);
  expect(rules).not.toMatch(/^Disallow: \/$/m);
  expect(pathOf(/^Sitemap: (\S+)$/m.exec(rules)?.[1] ?? '')).toBe('/sitemap.xml');
});

test('the feed and the calendars are linked, typed, compressed and kept while they are fresh', async ({
  page,
  request,
}) => {
  const { alternates } = await readHead(page, request, '/');
  expect(alternates).toEqual({ 'application/atom+xml': '/feed.xml', 'text/calendar': '/events.ics' });
  for (const [path, type] of [
    ['/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['/events.ics', 'text/calendar; charset=utf-8'],
    ['/events/hackathon-1.ics', 'text/calendar; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const response = await request.get(path, { headers: { 'accept-encoding': 'br' } });
    const { etag = '', ...headers } = response.headers();
    expect(headers['content-type'], path).toBe(type);
    expect(headers['content-encoding'], path).toBe('br');
    const again = await request.get(path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    expect(again.status(), path).toBe(304);
  }

  const { root, texts } = await readXml(page, await (await request.get('/feed.xml')).text());
  expect(root).toBe('feed');
  expect(texts.title?.length).toBe(texts.id?.length);
  expect(texts.id?.map(pathOf)).toContain('/events/hackathon-1');
  for (const day of texts.updated ?? []) expect(Date.parse(day)).not.toBeNaN();

  const all = await (await request.get('/events.ics')).text();
  expect(all.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(12);
  const uids = all.match(/^UID:.+$/gm) ?? [];
  expect(new Set(uids).size).toBe(12);
  const one = await (await request.get('/events/hackathon-1.ics')).text();
  expect(one.match(/^UID:.+$/m)?.[0]).toBe(uids.find((uid) => uid.includes('hackathon-1')));
  expect(one).toContain('DTSTART;VALUE=DATE:20250920\r\nDTEND;VALUE=DATE:20250921\r\n');
});

test('the site can be kept on a home screen', async ({ request }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: product, start_url: '/dashboard', display: 'standalone' });
  const pictures: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons;
  expect(pictures.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes, type } of pictures) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('a past event is not offered to a calendar, and stands on paper without what paper cannot do', async ({
  page,
}) => {
  await page.goto('/events/hackathon-1');
  await expect(page.getByRole('term')).toHaveText(['Date', 'Place', 'Pictures']);
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  await expect(page.locator('.paper-note')).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.paper-note')).toHaveText(new RegExp(`${product}.*/events/hackathon-1$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('September 20, 2025')).toBeVisible();
  for (const hidden of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await expect(hidden).toBeHidden();
  }
  expect(
    await page.locator('main ul:has([aria-label^="Open photo"]) li').filter({ visible: true }).count(),
  ).toBe(5);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/privacy');
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByRole('main')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('.paper-note')).toContainText('/privacy');
});
