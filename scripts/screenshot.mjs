// Takes a picture of a page in headless Chromium, so that every screen is looked at before it ships.
// Usage: node scripts/screenshot.mjs <url> <out.png> [--width 1280] [--height 900] [--dark] [--full] [--reduced]
//        [--storage key=value]... [--wait ms]
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '900' },
    wait: { type: 'string', default: '400' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    reduced: { type: 'boolean', default: false },
    storage: { type: 'string', multiple: true, default: [] },
  },
});
const [url, out] = positionals;
if (!url || !out) {
  console.error('Usage: node scripts/screenshot.mjs <url> <out.png> [options]');
  process.exit(2);
}

const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = candidates.find((path) => path && existsSync(path));
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  colorScheme: values.dark ? 'dark' : 'light',
  reducedMotion: values.reduced ? 'reduce' : 'no-preference',
});
page.on('console', (message) => {
  if (message.type() === 'error' || message.type() === 'warning')
    console.error(`${message.type()}: ${message.text()}`);
});
page.on('pageerror', (error) => console.error(`page error: ${error.message}`));
if (values.storage.length > 0) {
  const pairs = values.storage.map((pair) => {
    const cut = pair.indexOf('=');
    return [pair.slice(0, cut), pair.slice(cut + 1)];
  });
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, pairs);
}
await page.goto(url, { waitUntil: 'load' });
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: out, fullPage: values.full });
await browser.close();
