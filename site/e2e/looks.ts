import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures.ts';

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 360, height: 740 };
export const NARROWEST = { width: 320, height: 640 };

/** The screen as it stands: axe in both colour schemes at each width, and no sideways scroll at 320 pixels. */
export async function expectSound(page: Page, widths = [NARROW, WIDE]): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(WIDE);
}

/** No sideways scroll on a phone whose text is twice as large as usual. */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await setTextSize(page, '200%');
  await expectNoSidewaysScroll(page);
  await setTextSize(page, '');
  await page.setViewportSize(WIDE);
}

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Goes to another address of the page that is open, as its own links do. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    // The screen that was there is gone before the next one is looked for.
    await new Promise((resolve) => setTimeout(resolve));
  }, path);

type Shifting = typeof globalThis & { layoutShift?: number };

/** From the next page on: adds up by how much things on the screen jump while it is drawn. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const seen = globalThis as Shifting;
    seen.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.layoutShift = (seen.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const readLayoutShift = (page: Page) => page.evaluate(() => (globalThis as Shifting).layoutShift);
