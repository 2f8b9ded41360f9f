import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { credential, documentOf, makeKey, sign } from '#site/credentials/testing/signed-files.ts';
import {
  type BuiltSite,
  buildSite,
  type CodeHost,
  changeJson,
  startCodeHost,
  startDev,
} from './built-site.ts';
import {
  allow,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  NETWORK_GONE,
  product,
  refusedWith,
  test,
} from './fixtures.ts';
import { expectFitsSmallPhone, expectSound } from './looks.ts';

/** Twenty commits, two a day. */
const history = Array.from({ length: 20 }, (_, at) => ({
  sha: `${at}`.padStart(40, 'c'),
  commit: {
    message: `feat: step ${at}`,
    author: { name: 'noor', date: new Date(Date.UTC(2025, 5, 20, 9) - at * 12 * 3_600_000).toISOString() },
  },
  author: { login: 'noor' },
}));

const LONG_MARK = 'where nobody is told what to learn next';
const LONG_WORD = 'Donaudampfschifffahrt';

/** Writes an event; those without pictures of their own take the ones of the open mic evening. */
async function addEvent(content: string, id: string, fields: object): Promise<void> {
  const folder = join(content, `events/${id}`);
  await mkdir(folder);
  for (const file of ['thumbnail.svg', '01.svg', '02.svg']) {
    await cp(join(content, 'events/openmic-1', file), join(folder, file));
  }
  const all = {
    ...{ category: 'Workshop', description: 'Short.', featured: false, location: 'Here', images: [] },
    ...{ thumbnail: './thumbnail.svg', ...fields },
  };
  await writeFile(join(folder, 'index.md'), `---\n${JSON.stringify(all)}\n---\n\nA story.\n`);
}

test.describe.configure({ mode: 'serial' });
test.beforeEach(() => allow(refusedWith(403, 500), NETWORK_GONE));

let host: CodeHost;
let keyHost: Server;
let site: BuiltSite;
const key = await makeKey();

test.beforeAll(async () => {
  host = await startCodeHost({ client: history });
  keyHost = createServer((_, response) => response.end(JSON.stringify(documentOf(key))));
  await new Promise<void>((resolve) => keyHost.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  keyHost.close();
  await host.close();
});

test.describe('built while the code host answers, with other people, other events and no posts', () => {
  test.beforeAll(async () => {
    site = await buildSite({
      env: {
        PUBLIC_COMMITS_API_URL: host.origin,
        PUBLIC_SITE_URL: `http://127.0.0.1:${(keyHost.address() as AddressInfo).port}`,
      },
      change: async (content) => {
        await changeJson<object>(join(content, 'site.json'), (given) => ({ ...given, cohort: 'Cohort 2.0' }));
        await changeJson<{ hero: object }>(join(content, 'home/home.json'), ({ hero, ...home }) => ({
          ...home,
          hero: { ...hero, event: undefined, eventLabel: undefined },
        }));
        await changeJson<object[]>(join(content, 'team/core-leads.json'), ([first, ...others]) => [
          { ...first, twitter: undefined, instagram: undefined },
          ...others,
        ]);
        await changeJson<{ isActive: boolean }[]>(
          join(content, 'team/chief-pathfinders.json'),
          ([first, ...others]) => [{ ...first, isActive: false }, ...others],
        );
        await changeJson<unknown[]>(join(content, 'team/pathfinders.json'), (members) => members.slice(2));
        // They are to come, until their day.
        for (const id of ['build-night-1', 'hackathon-2']) {
          const file = join(content, 'events', id, 'index.md');
          await writeFile(file, (await readFile(file, 'utf8')).replace(/^date: .+/m, "date: '2025-08-02'"));
        }
        for (const [at, category] of [
          'Study Group',
          'Guest Lecture',
          'Showcase',
          'Cohort 1.5',
          'Bake Sale',
        ].entries()) {
          await addEvent(content, `extra-${at}`, {
            ...{ title: `Extra ${at}`, category, date: `${at === 4 ? 2099 : 2025}-10-0${at + 1}` },
            images: ['./01.svg', './02.svg'],
          });
        }
        for (let at = 0; at < 34; at += 1) {
          const date = new Date(Date.UTC(2024, 11, 3 + at)).toISOString().slice(0, 10);
          await addEvent(content, `long-ago-${at}`, { title: `Long ago ${at}`, date });
        }
        for (const id of await readdir(join(content, 'events'))) {
          const file = join(content, 'events', id, 'index.md');
          await writeFile(file, (await readFile(file, 'utf8')).replace('featured: true', 'featured: false'));
        }
        await changeJson<Record<string, object>>(join(content, 'pages/pages.json'), (pages) => ({
          ...pages,
          about: { ...pages.about, title: `A school ${LONG_MARK}`, titleMarked: LONG_MARK },
          community: { ...pages.community, title: `For ${LONG_WORD}`, titleMarked: LONG_WORD },
        }));
        await changeJson<{ url: string }[]>(join(content, 'testimonials/testimonials.json'), (posts) =>
          posts.map((post) => ({ ...post, url: post.url.replace('/status/', '/posts/') })),
        );
      },
    });
  });
  test.afterAll(() => site.close());

  test('UPD-01 UPD-02 UPD-06 UPD-07 the history as the build read it stays readable in every trouble', async ({
    page,
  }) => {
    const snapshot = page.getByText(/^The newest changes as they were read on .+, India time\.$/);
    const alert = page.getByRole('alert');
    host.manner = 'silent';
    await page.goto(`${site.origin}/updates`);
    await expect(page.getByRole('status').filter({ hasText: 'Loading updates...' })).toBeVisible();
    await expect(snapshot).toBeVisible();
    await expect(page.getByText('20 commits')).toBeVisible();

    for (const [manner, words] of [
      ['busy', 'GitHub API error: 403'],
      ['broken', 'GitHub API error: 500'],
    ] as const) {
      host.manner = manner;
      await page.goto(`${site.origin}/updates`);
      await expect(alert).toContainText('Unable to load updates');
      await expect(alert).toContainText(words);
      await expect(snapshot).toBeVisible();
      await expect(page.locator('.update:visible')).toHaveCount(16);
    }
    await page.getByText('4 older changes').press('Enter');
    await expect(page.locator('.update:visible')).toHaveCount(20);
    await expectSound(page);

    host.manner = 'well';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'View More' })).toBeVisible();
    await expect(snapshot).toHaveCount(0);
    await expect(page.locator('.update')).toHaveCount(15);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('UPD-01 UPD-02 the history as the build read it can be read', async ({ page }) => {
      await page.goto(`${site.origin}/updates`);
      await expect(page.getByText('Loading updates...')).toBeHidden();
      await expect(page.locator('.update:visible')).toHaveCount(16);
      await expect(page.getByText('feat: step 0', { exact: true })).toBeVisible();
      await page.getByText('4 older changes').click();
      await expect(page.locator('.update:visible')).toHaveCount(20);
    });
  });

  test('an employer without a network: the keys of the build prove signature and issuer, the status is not checked', async ({
    page,
    context,
  }) => {
    await page.goto(`${site.origin}/verify`);
    await context.setOffline(true);
    const choose = async (jws: string) => {
      const file = { name: 'ml.jwt', mimeType: 'text/plain', buffer: Buffer.from(jws) };
      await page.getByLabel('Credential file').setInputFiles(file);
      return page.getByRole('region', { name: 'What was checked' }).getByRole('listitem');
    };
    const lines = await choose(await sign(credential, key));
    await expect(page.getByRole('heading', { name: 'We issued it, but not all was checked' })).toBeFocused();
    await expect(lines).toContainText([
      /^Signature\s*Good/,
      /^Issuer\s*Good.*with the keys that came with this page/,
      /^Holder\s*Not checked/,
      /^Status\s*Not checked.*could not be reached/,
      /^Dates\s*Good/,
    ]);
    await expectSound(page);
    await choose(await sign(credential, await makeKey()));
    await expect(page.getByRole('heading', { name: 'We did not sign this file' })).toBeVisible();

    await context.setOffline(false);
    await page.route('**/.well-known/did.json', (route) => route.fulfill({ json: documentOf() }));
    await choose(await sign(credential, key));
    await expect(page.getByRole('heading', { name: 'We did not sign this file' })).toBeVisible();
    await expect(lines.first(), 'a key that was removed since the build').toContainText('or no longer is');
  });

  test('the marked words of a title wrap where they are longer than a line', async ({ page }) => {
    for (const [path, words] of [
      ['/about', LONG_MARK],
      ['/community', LONG_WORD],
    ]) {
      await page.goto(`${site.origin}${path}`);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title.locator('.marker')).toHaveText(words ?? '');
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        await expectNoSidewaysScroll(page);
      }
    }
  });

  test('another cohort is named on every page, and a lead without X and Instagram has neither link', async ({
    request,
  }) => {
    const read = async (address: string) => (await request.get(`${site.origin}${address}`)).text();
    for (const [address, count] of [
      ['/', 9],
      ['/about', 3],
      ['/community', 1],
      ['/cohorts', 4],
    ] as const) {
      const html = await read(address);
      expect([address, html.match(/Cohort 2\.0/g)?.length]).toEqual([address, count]);
      expect([address, html.match(/Cohort 1\.5|\{cohort\}/)]).toEqual([address, null]);
    }
    const home = await read('/');
    const card = home.slice(home.indexOf('Noor Chenab'), home.indexOf('Kabir Sutlej'));
    expect(card).toContain('LinkedIn of Noor Chenab');
    expect(card).not.toMatch(/X of|Instagram|undefined|href=""/);
  });

  test('COMM-02 COMM-03 COMM-04 the figures of the community follow its lists', async ({ page }) => {
    await page.goto(`${site.origin}/community`);
    await expect(page.getByRole('definition')).toHaveText(['6', '7', '31', '200+']);
    await expect(
      page.getByRole('region', { name: 'Chief pathfinders' }).getByRole('article').first(),
    ).toContainText('on leave');
  });

  test('EVENT-02 EVENT-04 EVENT-09 EVENT-23 other categories have their style, pictures without words get some', async ({
    page,
  }) => {
    await page.goto(`${site.origin}/events`);
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(24);
    await expect(cards.first().getByRole('heading')).toHaveText('Extra 4');
    await expect(cards.first().getByText('Short.', { exact: true })).toBeVisible();
    const styles = await page
      .locator('.tag')
      .evaluateAll((tags) =>
        tags.map((tag) => [tag.textContent, getComputedStyle(tag).backgroundColor] as const),
      );
    expect(Object.keys(Object.fromEntries(styles)).toSorted()).toEqual([
      'Accelerate Program',
      'Bake Sale',
      'Cohort 1.0',
      'Cohort 1.5',
      'Guest Lecture',
      'Hackathon',
      'Showcase',
      'Study Group',
      'Workshop',
    ]);
    const colours = new Set(new Map(styles).values());
    expect(colours.size, 'nine styles, the default among them').toBe(9);
    await cards.first().getByRole('link').click();
    for (const number of [1, 2]) {
      const photo = page.getByRole('button', {
        name: `Open photo ${number}: Extra 4, photo ${number}`,
        exact: true,
      });
      await expect(photo.getByRole('img')).toHaveAttribute('alt', `Extra 4, photo ${number}`);
    }
    const add = page.getByRole('link', { name: 'Add to calendar' });
    await expect(add, 'an event to come').toHaveAttribute('type', 'text/calendar');
    const [download] = await Promise.all([page.waitForEvent('download'), add.click()]);
    expect(new URL(download.url()).pathname).toBe('/events/extra-4.ics');
    await page.emulateMedia({ media: 'print' });
    await expect(add).toBeHidden();
  });

  test('HOME-30 HOME-39 HOME-44 without a featured event the section is away, without a valid post words stand for them', async ({
    page,
  }) => {
    await page.goto(`${site.origin}/`);
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings).toContainText(['Program Highlights', 'Explore Learning Leagues', 'Meet the Team']);
    await expect(headings.filter({ hasText: 'Featured Events' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'View All Events' })).toHaveCount(0);
    await expect(page.getByRole('main').locator('a[href^="/events/"]')).toHaveCount(0);
    const said = page.getByRole('region', { name: 'What Our Pioneers Say' });
    await expect(said).toContainText('No posts yet. The first words of our pioneers will appear here.');
    await expect(said.getByRole('blockquote')).toHaveCount(0);
    await expect(said.getByRole('button')).toHaveCount(0);
  });

  test.describe('the long list of events, without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('EVENT-01 EVENT-02 EVENT-06 twenty-four to a page, each on one page only, coming events first, then the newest', async ({
      page,
      request,
    }) => {
      const main = page.getByRole('main');
      const pages = page.getByRole('navigation', { name: 'Pages of events' });
      const older = pages.getByRole('link', { name: 'Older events' });
      const newer = pages.getByRole('link', { name: 'Newer events' });
      const days: string[] = [];
      const addresses: string[] = [];
      await page.goto(`${site.origin}/events`);
      for (const [at, count] of [24, 24, 3].entries()) {
        const path = at === 0 ? '/events' : `/events/page/${at + 1}`;
        const title = at === 0 ? 'Events' : `Events, page ${at + 1}`;
        await expect(page).toHaveURL(site.origin + path);
        await expect(page).toHaveTitle(`${title} | ${product}`);
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
        await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /events\.jpg$/);
        await expect(page.locator('link[rel=prev]')).toHaveCount(at === 0 ? 0 : 1);
        await expect(page.locator('link[rel=next]')).toHaveCount(at === 2 ? 0 : 1);
        await expect(pages.getByRole('link', { name: /^Page \d$/ })).toHaveText(['1', '2', '3']);
        await expect(pages.locator('[aria-current=page]')).toHaveText(`${at + 1}`);
        await expect(newer).toHaveCount(at === 0 ? 0 : 1);
        await expect(main.getByRole('article')).toHaveCount(count);
        const seen = await main.getByRole('article').evaluateAll((cards) =>
          cards.map((card) => ({
            day: card.querySelector('time')?.dateTime ?? '',
            address: card.querySelector('a')?.getAttribute('href') ?? '',
          })),
        );
        days.push(...seen.map(({ day }) => day));
        addresses.push(...seen.map(({ address }) => address));
        // A link moves while pictures load, and a click beside it is lost.
        if (at < 2) await older.press('Enter');
      }
      await expect(older).toHaveCount(0);
      await expect(main).toContainText('Page 3 of 3: December 2024.');
      const today = new Date().toISOString().slice(0, 10);
      const coming = days.filter((day) => day >= today);
      expect(days).toEqual([
        ...coming.toSorted(),
        ...days
          .filter((day) => day < today)
          .toSorted()
          .reverse(),
      ]);
      expect(new Set(addresses).size).toBe(51);
      const trail: { '@graph': { itemListElement?: { item: string }[] }[] } = JSON.parse(
        (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
      );
      expect(trail['@graph'][0]?.itemListElement?.map(({ item }) => new URL(item).pathname)).toEqual([
        '/',
        '/events',
        '/events/page/3',
      ]);

      await newer.click();
      await expect(page).toHaveURL(`${site.origin}/events/page/2`);
      await main.getByRole('link', { name: 'Long ago 20' }).click();
      await expect(page).toHaveURL(`${site.origin}/events/long-ago-20`);
      await main.getByRole('link', { name: 'Back to Events' }).click();
      await expect(page).toHaveURL(`${site.origin}/events`);

      const sitemap = await (await request.get(`${site.origin}/sitemap.xml`)).text();
      const listed = [...sitemap.matchAll(/<loc>[^<]+?(\/events\/[^<]+)<\/loc>/g)].map(([, path]) => path);
      expect(listed).toEqual(expect.arrayContaining(['/events/page/2', '/events/page/3', ...addresses]));
      expect(listed).toHaveLength(53);
    });
  });

  test('a page of the long list is for thumbs and for everybody', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.origin}/events/page/2`);
    const steps = page.getByRole('navigation', { name: 'Pages of events' }).getByRole('link');
    await expect(steps).toHaveCount(5);
    for (const step of await steps.all()) {
      const box = await step.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    await expectFitsSmallPhone(page);
  });
});

test.describe('built while the code host is silent, before the first event, from data in the wrong shape', () => {
  let seconds = 0;
  test.beforeAll(async () => {
    const silent = await startCodeHost({});
    silent.manner = 'silent';
    site = await buildSite({
      folder: 'site/e2e/unseen',
      env: { PUBLIC_COMMITS_API_URL: silent.origin },
      change: (content) => rm(join(content, 'events'), { recursive: true }),
    });
    seconds = silent.waitedMs / 1000;
    await silent.close();
  });
  test.afterAll(() => site.close());

  test('EVENT-07 UPD-06 UPD-07 an empty list of events, and updates without a snapshot', async ({ page }) => {
    // Two seconds, which a machine that builds may hear of late; a page waits ten.
    expect(seconds, 'the build does not wait longer for a silent host').toBeLessThan(9);
    await page.goto(`${site.origin}/events`);
    await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible();
    await expect(page.getByText('Check back soon for updates')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.goto(`${site.origin}/updates`);
    await expect(page.getByRole('alert')).toContainText('Unable to load updates');
    await expect(page.getByText(/The newest changes as they were read/)).toHaveCount(0);
  });

  test('HOME-11 HOME-12 HOME-42 HOME-43 HOME-44 HOME-62 no league, leagues on their way or in the wrong shape; which posts are posts', async ({
    page,
  }) => {
    await page.goto(`${site.origin}/`);
    await expect(page.locator('#wrong-leagues')).toBeEmpty();
    expect(site.log).toContain("the data of 'leagues' is not a list with id, name, title, cover");
    await expect(page.locator('#no-leagues')).toBeEmpty();
    const coming = page.locator('#coming-leagues');
    await expect(coming.getByText('Loading leagues...')).toBeVisible();
    await expect(coming.getByRole('group')).toHaveCount(0);

    // On X and Twitter 'status' and 'statuses' count, anywhere else status/{digits}; the others are away.
    const said = page.getByRole('region', { name: 'What Our Pioneers Say' });
    await expect(said.getByRole('blockquote')).toHaveText(
      ['fifth', 'first', 'second', 'third', 'fourth'].map((id) => `Words of ${id}.`),
    );
  });

  test('AVATAR-03 AVATAR-05 AVATAR-06 a colour follows name, e-mail, id or nobody, out of six palettes of five', async ({
    page,
  }) => {
    await page.goto(`${site.origin}/`);
    const fills = (within: string) =>
      page.locator(`${within} rect`).evaluateAll((drawn) => drawn.map((rect) => rect.getAttribute('fill')));
    const seeds = await fills('#seeds');
    expect(seeds.slice(0, 4)).toEqual(seeds.slice(4));
    expect(new Set(seeds).size, 'the seeds are told apart').toBeGreaterThan(1);
    await expect(page.locator('#seeds text').nth(3)).toHaveText('AN');
    const seen = new Set<string | null>();
    for (const palette of ['default', 'warm', 'cool', 'earth', 'ocean', 'sunset']) {
      const colours = new Set(await fills(`.palette[data-name="${palette}"]`));
      expect(colours.size, palette).toBe(5);
      for (const colour of colours) seen.add(colour);
    }
    expect(seen.size, 'no colour is in two palettes').toBe(30);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the updates page says what it needs', async ({ page }) => {
      await page.goto(`${site.origin}/updates`);
      await expect(page.getByText(/takes JavaScript/)).toBeVisible();
      await expect(page.getByText('Loading updates...')).toBeHidden();
    });
  });
});

// Beside the builds, because `npm run dev` shares their notes of which pictures there are.
test('while content is changed: npm run dev shows each change of the content at once, and mistakes in the words of the content check', async ({
  page,
}) => {
  allow(/./);
  test.setTimeout(300_000);
  const patient = expect.configure({ timeout: 60_000 });
  const dev = await startDev();
  try {
    const change = async (file: string, from: RegExp | string, to: string) => {
      const path = join(dev.content, file);
      await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
    };
    const overlay = page.locator('vite-error-overlay');
    await page.goto(dev.origin);
    await patient(page).toHaveTitle(`Home | ${product}`);

    await change('site.json', /"name": "[^"]+"/, '"name": "Loom League"');
    await patient(page).toHaveTitle('Home | Loom League');
    await change('brand/brand.json', /"accent": "[^"]+"/, '"accent": "#0B4F8A", "accentDark": "#7CC4FF"');
    await patient(page.locator('html')).toHaveCSS('--brand', '#0b4f8a');

    const picture = 'events/hackathon-1/thumbnail.svg';
    const drawing = await readFile(join(dev.content, picture), 'utf8');
    await rm(join(dev.content, picture));
    await patient(overlay).toBeVisible();
    await patient(overlay).toContainText("thumbnail: there is no picture './thumbnail.svg' beside this file");
    await change('home/home.json', /"claim": "[^"]+"/, '"claim": "Weave with us."');
    await writeFile(join(dev.content, picture), drawing);
    await patient(page.locator('h1')).toContainText('Weave with us.');
    await patient(overlay).toHaveCount(0);

    await change('team/core-leads.json', '"role"', '"rolle"');
    await patient(overlay).toContainText('rolle: is not a field');
    await change('team/core-leads.json', /"rolle": "[^"]+"/, '"role": "Weaver"');
    await patient(page.getByText('Weaver')).toBeVisible();

    const leads = join(dev.content, 'team/core-leads.json');
    const list = await readFile(leads, 'utf8');
    await rm(leads);
    await patient(overlay).toContainText('is missing');
    await writeFile(leads, list.replace('Weaver', 'Spinner'));
    await patient(page.getByText('Spinner')).toBeVisible();
  } finally {
    await dev.close();
  }
});
