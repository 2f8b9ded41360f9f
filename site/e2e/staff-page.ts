import type { Locator, Page } from '@playwright/test';
import { demoEmail, expect, login } from './fixtures.ts';

/** An area of the staff pages, as the Grand Pathfinder of the demo data. */
export async function openArea(page: Page, area: string): Promise<void> {
  await login(page, demoEmail('grand'));
  await page.goto(`/admin/${area}`);
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Picks an entry of an order up by keyboard ('IoT', '3 of 3'). It hears the next key a moment after it says so. */
export async function pickUp(dialog: Locator, name: string, place: string): Promise<void> {
  await dialog.getByRole('button', { name: `Reorder ${name}` }).press('Space');
  await expect(dialog.getByText(`Picked up ${name}, position ${place}`)).toBeAttached();
  await dialog.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
