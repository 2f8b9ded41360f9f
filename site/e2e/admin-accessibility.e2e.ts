import type { Page } from '@playwright/test';
import type { AdminArea } from '#site/islands/admin/areas/areas.ts';
import { listAreas } from '#site/islands/admin/areas/areas.ts';
import { send, unique } from './curriculum.ts';
import { demoEmail, expect, expectNoSidewaysScroll, login, test } from './fixtures.ts';
import {
  expectRoomForLargeText,
  expectSound,
  expectTablesFit,
  LAPTOP,
  moveTo,
  NARROW,
  WIDE,
} from './looks.ts';

/** What keeps a long list short: axe looks at every row, and they are made alike. */
const SEARCHES: Partial<Record<AdminArea, string>> = {
  // A name of eight letters, which has to stand on one line.
  users: '?q=Mohammed',
  people: '?q=Mohammed',
  leagues: '?q=ML',
  weeks: '?q=ML',
  audit: '?entity=cohort',
  badges: '?q=Balanced',
  certificates: '?q=Ananya',
};

/** Looked at where they are tested, with something in them. */
const ELSEWHERE: ReadonlySet<AdminArea> = new Set(['imports', 'files', 'mentoring']);

/** The other screens are tables, or groups that open. */
const WITHOUT_ROWS: ReadonlySet<AdminArea> = new Set(['analytics']);

const AREAS = listAreas().filter(([area]) => !ELSEWHERE.has(area));

async function expectRowsNearTop(page: Page): Promise<void> {
  const rows = page.getByRole('main').locator('tbody > tr, section:has(> div button[aria-expanded])');
  await expect(rows.first()).toBeVisible();
  for (const [window, limit] of [
    [LAPTOP, 300],
    // With its first line in sight.
    [NARROW, NARROW.height - 60],
  ] as const) {
    await page.setViewportSize(window);
    await page.evaluate(() => scrollTo(0, 0));
    await expect
      .poll(() => rows.first().evaluate((row) => Math.round(row.getBoundingClientRect().top)), {
        message: `top of the first row of ${page.url()}, ${window.width} px wide`,
      })
      .toBeLessThanOrEqual(limit);
  }
}

for (const group of new Set(AREAS.map(([, rules]) => rules.group))) {
  test(`the staff screens of ${group} have their first row near the top, no fault that axe can find and no sideways scroll`, async ({
    page,
  }) => {
    test.slow();
    // Something for the audit log to tell, and for the lists of breaks, before the calendar, and of announcements.
    await send(page.request, 'post', '/cohorts', { name: unique('Looked at'), isActive: false });
    await send(page.request, 'post', '/admin/breaks', {
      name: unique('Looked at'),
      from: '2020-11-05',
      to: '2020-11-09',
    });
    await send(page.request, 'post', '/admin/announcements', {
      ...{ title: unique('Looked at'), body: 'Later', publishAt: '2040-01-01T00:00:00Z' },
    });
    await login(page, demoEmail('grand'));
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    for (const [area, { path }] of AREAS.filter(([, rules]) => rules.group === group)) {
      await moveTo(page, `${path}${SEARCHES[area] ?? ''}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(/^(Loading|Opening)/);
      await expect(main.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
      if (!WITHOUT_ROWS.has(area)) await expectRowsNearTop(page);
      await expectSound(page);
      // A tablet, and a laptop on which the sidebar leaves less room than that.
      for (const width of [768, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        await expectTablesFit(page);
        const role = page.getByRole('banner').locator('.truncate').last();
        await expect(role).toHaveText('Grand Pathfinder');
        expect(await role.evaluate((box) => box.scrollWidth - box.clientWidth), `${width} px wide`).toBe(0);
      }
      await page.setViewportSize(WIDE);
      await expectRoomForLargeText(page);
      if (area === 'assignments') {
        await moveTo(page, `${path}?queue=all`);
        await expectRowsNearTop(page);
        await page.setViewportSize(WIDE);
      }
      // Headings hold names in any script, and nothing moves joined letters closer.
      const tracking = await page
        .getByRole('heading')
        .evaluateAll((headings) => headings.map((heading) => getComputedStyle(heading).letterSpacing));
      expect([...new Set(tracking)]).toEqual(['normal']);
    }
  });
}
