import type { Page } from '@playwright/test';
import { demoEmail, login } from './fixtures.ts';

/** An area of the staff pages, as the Grand Pathfinder of the demo data. */
export async function openArea(page: Page, area: string): Promise<void> {
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/${area}`);
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
