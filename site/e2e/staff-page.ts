import type { Locator, Page } from '@playwright/test';
import { demoEmail, expect, login } from './fixtures.ts';

type Staff = 'grand' | 'chief' | 'pathfinder' | 'admin';

/** An area of the staff pages, as a member of staff of the demo data. */
export async function openArea(page: Page, area: string, name: Staff = 'grand'): Promise<void> {
  await login(page, demoEmail(name));
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

/** The figure above a list ('Your Topics'); other tests may add some of their own at the same time. */
export async function readFigure(page: Page, name: string): Promise<{ expectMore: () => Promise<void> }> {
  const figure = page.getByText(name).locator('..').getByRole('definition');
  await expect(figure).toHaveText(/^\d[\d,]*$/);
  const read = async () => Number((await figure.textContent())?.replace(',', ''));
  const before = await read();
  return { expectMore: () => expect.poll(read).toBeGreaterThan(before) };
}
