import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { findBun } from './bun.mjs';
import { say } from './output.mjs';
import { inProject } from './paths.mjs';
import { freePort } from './postgres.mjs';
import { captureProcess, runProcess } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

export async function runBrowserTests(work, databaseUrl) {
  const report = join(work, 'browser.json');
  if (!existsSync(inProject('playwright.config.ts'))) throw new Error('playwright.config.ts is missing');
  const chromium = await ensureChromium();
  if (!chromium) return { passed: 0, failed: 1 };
  mkdirSync(inProject('test-results'), { recursive: true });
  const env = testEnvironment({
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_HTML_OPEN: 'never',
    BUN_PATH: findBun(),
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: join(work, 'data'),
    ...(databaseUrl ? { E2E_DATABASE_URL: databaseUrl } : {}),
    ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}),
  });
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  const end = await runProcess(process.execPath, [cli, 'test', '--reporter=list,json'], { env });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { expected, unexpected } = JSON.parse(readFileSync(report, 'utf8')).stats;
  return { passed: expected, failed: unexpected === 0 && end.code !== 0 ? 1 : unexpected };
}

/**
 * PostgreSQL takes a tenth of the embedded database's processor time, which the browser needs.
 * @returns {Promise<string>} URL of the serving role, which may not migrate.
 */
export async function makeDemoDatabase(url) {
  const addressOf = (role) => Object.assign(new URL(url), { username: role }).toString();
  const roles = { DATABASE_URL: addressOf('serves'), DATABASE_MIGRATION_URL: addressOf('migrates') };
  const env = testEnvironment({ ...roles, DATABASE_ADMIN_URL: url });
  for (const script of ['scripts/ops/roles.ts', 'scripts/demo.ts']) {
    const end = await captureProcess(findBun(), ['--no-env-file', script], { env });
    if (end.code === 0) continue;
    say(end.output);
    throw new Error('The demo database could not be made; the lines above say why.');
  }
  return roles.DATABASE_URL;
}
