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
