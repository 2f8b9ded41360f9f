import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { PUBLIC_PAGES } from './screens.ts';

const COMMITS = Array.from({ length: 20 }, (_, at) => ({
  sha: `${at}`.padStart(40, 'd'),
  commit: {
    message: `feat: step ${at}`,
    author: { name: 'noor', date: new Date(Date.UTC(2025, 5, 20, 9) - at * 12 * 3_600_000).toISOString() },
  },
  author: { login: 'noor' },
}));

/** Answers for the code host. Only where it is asked: a page with a route loads everything anew. */
const answerHistory = (page: Page) =>
  page.route(/\/repos\/.+\/commits/, (route) =>
    route.fulfill({ json: route.request().url().includes('/server/') ? COMMITS : [] }),
  );

/** How the element in focus shows itself, null at the end of the page. */
function readStop() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const isMarked = [null, '::before', '::after'].some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + height / 2);
  const isInSight =
    top >= 0 && top < innerHeight && (element.contains(middle) || Boolean(middle?.contains(element)));
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return { name: name.trim().replace(/\s+/g, ' ').slice(0, 60), isMarked, isInSight };
}

/** The names of all that can be operated, in the order of the page. */
function listOperable(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), summary, input, select, textarea',
    ),
  ]
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('[inert]'))
    .map((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '')
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 60),
    );
}

/** The home page moves by itself and has tests of its own. */
test.describe('by keyboard alone', () => {
  for (const width of [1280, 360]) {
    test(`everything on every public page is reached in order, marked and in sight, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      for (const { path } of PUBLIC_PAGES.slice(1)) {
        if (path === '/updates') await answerHistory(page);
        await page.goto(path);
        if (path === '/cohorts') await expect(page.getByText('Available Now').first()).toBeVisible();
        if (path === '/updates') await expect(page.getByRole('button', { name: 'View More' })).toBeVisible();
        const operable = await page.evaluate(listOperable);
        const reached: string[] = [];
        for (let press = 0; press <= operable.length + 5; press += 1) {
          await page.keyboard.press('Tab');
          let stop = await page.evaluate(readStop);
          // What slides in needs its moment.
          for (let look = 0; look < 40 && stop && !stop.isInSight; look += 1) {
            await page.waitForTimeout(25);
            stop = await page.evaluate(readStop);
          }
          // Behind the end comes the browser's own bar, or, in a window without one, the beginning again.
          if (!stop || (reached.length === operable.length && stop.name === reached[0])) break;
          expect.soft(stop.isMarked, `a mark on '${stop.name}' of ${path}`).toBe(true);
          expect.soft(stop.isInSight, `'${stop.name}' of ${path} in sight`).toBe(true);
          reached.push(stop.name);
        }
        expect.soft(reached, path).toEqual(operable);
        await page.unrouteAll();
      }
    });
  }
});
