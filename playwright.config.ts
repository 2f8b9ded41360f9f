import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { testSwitches } from './site/e2e/browser-switches.ts';

// Each worker reads this file again: what is chosen once travels on in the environment.
process.env.E2E_PORT ||= String(20_000 + Math.floor(Math.random() * 20_000));
process.env.E2E_DATA_DIR ||= mkdtempSync(join(tmpdir(), 'e2e-data-'));
const bun = process.env.BUN_PATH || 'node_modules/.bin/bun';
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`;
const chromium = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

/** The built product with its demo data, in a real browser. Build first: npm run build. */
export default defineConfig({
  testDir: 'site/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Twice the cores of a small machine: a browser test waits about as often as it works.
  workers: 4,
  // A test that passes does not wait for them: they are for a machine on which others work too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: origin,
    // What a worker fetches escapes the tests that spoil the network; offline.e2e.ts lets it in.
    serviceWorkers: 'block',
    // Motion takes a tenth of the processor time, and a click waits for its end. Tests about motion turn it on (`withMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs an eighth of the time: E2E_TRACE=1 turns it on to look into a failure.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: testSwitches,
    },
  },
  webServer: {
    command: `exec "${bun}" --no-env-file api/server.ts`,
    url: `${origin}/livez`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '1000',
      // The outbox is read by the tests, and on PostgreSQL it has to be asked for by name.
      DEV_PAGES: 'on',
      ICON_SOURCES: 'none',
    },
  },
});
