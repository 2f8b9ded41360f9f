import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltSite, buildSite, type CodeHost, changeJson, startCodeHost } from './built-site.ts';
import {
  allowing,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  NETWORK_GONE,
  refusedWith,
  test,
} from './fixtures.ts';

/** Twenty commits, two a day. */
const history = Array.from({ length: 20 }, (_, at) => ({
  sha: `${at}`.padStart(40, 'c'),
  commit: {
    message: `feat: step ${at}`,
    author: { name: 'noor', date: new Date(Date.UTC(2025, 5, 20, 9) - at * 12 * 3_600_000).toISOString() },
  },
  author: { login: 'noor' },
}));

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use(allowing(refusedWith(403, 500), NETWORK_GONE));

let host: CodeHost;
let site: BuiltSite;

test.beforeAll(async () => {
  host = await startCodeHost({ client: history });
});
test.afterAll(() => host.close());

test.describe('built while the code host answers, with other people and other events', () => {
  test.beforeAll(async () => {
    site = await buildSite({
      env: { PUBLIC_COMMITS_API_URL: host.origin },
      change: async (content) => {
        await changeJson<{ isActive: boolean }[]>(
          join(content, 'team/chief-pathfinders.json'),
          ([first, ...others]) => [{ ...first, isActive: false }, ...others],
        );
        await changeJson<unknown[]>(join(content, 'team/pathfinders.json'), (members) => members.slice(2));
        for (const [at, category] of [
          'Study Group',
          'Guest Lecture',
          'Showcase',
          'Cohort 1.5',
          'Bake Sale',
        ].entries()) {
          const folder = join(content, `events/extra-${at}`);
          await cp(join(content, 'events/openmic-1'), folder, { recursive: true });
          const fields = {
            title: `Extra ${at}`,
            category,
            date: `2025-10-0${at + 1}`,
            description: 'Short.',
            featured: false,
          };
          const all = {
            ...fields,
            location: 'Here',
            thumbnail: './thumbnail.svg',
            images: ['./01.svg', './02.svg'],
          };
          await writeFile(join(folder, 'index.md'), `---\n${JSON.stringify(all)}\n---\n\nA story.\n`);
        }
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
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);

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
    await expect(cards).toHaveCount(15);
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
  });
});

test.describe('built while the code host is silent, before the first event', () => {
  let seconds = 0;
  test.beforeAll(async () => {
    const silent = await startCodeHost({});
    silent.manner = 'silent';
    site = await buildSite({
      folder: 'site/e2e/unseen',
      env: { PUBLIC_COMMITS_API_URL: silent.origin },
    });
    seconds = silent.waitedMs / 1000;
    await silent.close();
  });
  test.afterAll(() => site.close());

  test('EVENT-07 UPD-06 UPD-07 an empty list of events, and updates without a snapshot', async ({ page }) => {
    expect(seconds, 'the build does not wait longer for a silent host').toBeLessThan(3);
    await page.goto(`${site.origin}/events`);
    await expect(page.getByRole('heading', { name: 'No events found' })).toBeVisible();
    await expect(page.getByText('Check back soon for updates')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.goto(`${site.origin}/updates`);
    await expect(page.getByRole('alert')).toContainText('Unable to load updates');
    await expect(page.getByText(/The newest changes as they were read/)).toHaveCount(0);
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
