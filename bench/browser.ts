import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/run/browser.mjs';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export async function openBrowser(): Promise<Browser> {
  const found = await ensureChromium();
  if (!found) throw new Error('There is no Chromium on this machine');
  return chromium.launch({
    ...(found.path ? { executablePath: found.path } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

interface PageOptions {
  origin: string;
  storage?: Record<string, string> | undefined;
  viewport: { width: number; height: number };
  /** CPU slowdown factor. */
  rate: number;
}

export async function openSlowPage(
  browser: Browser,
  { origin, storage = {}, viewport, rate }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', viewport });
  context.setDefaultTimeout(15_000 * rate);
  const page = await context.newPage();
  await page.addInitScript((entries: Record<string, string>) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
}

export function printTable(title: string, rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}\n`);
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
