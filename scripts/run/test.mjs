import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { buildSite } from './build.mjs';
import { findBun } from './bun.mjs';
import { checkStructure, checkStyle, checkTypes, toCount } from './checks.mjs';
import { say, sinceStart } from './output.mjs';
import { inProject } from './paths.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { captureProcess, onStop, runCleanups, runProcess } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';
import { listEmbedded, runPostgresTests, runUnitTests } from './unit-tests.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Prints 'N passed, N failed' as its last line.
 * @param {string[]} [only] Names of steps, such as 'lint'; all if empty.
 * @returns {Promise<number>} The exit code.
 */
export async function runAllTests(only = []) {
  const startedAt = performance.now();
  const total = { passed: 0, failed: 0 };
  const times = [];
  const failures = [];
  const work = mkdtempSync(join(tmpdir(), 'test-results-'));
  /** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} Undefined if not needed, null if not installed. */
  let postgres;
  onStop(() => rmSync(work, { recursive: true, force: true }));

  const step = async (name, label, run) => {
    if (only.length > 0 && !only.includes(name)) return;
    const stepStartedAt = performance.now();
    say(`\n▸ ${label} …`);
    let count;
    try {
      count = await run();
    } catch (error) {
      say(`✖ ${error instanceof Error ? error.message : error}`);
      count = { passed: 0, failed: 1 };
    }
    if (!count) return;
    total.passed += count.passed;
    total.failed += count.failed;
    failures.push(...(count.failures ?? []));
    const time = sinceStart(stepStartedAt);
    times.push(`${time.padStart(8)}  ${label}: ${count.passed} passed, ${count.failed} failed`);
    say(
      `${count.failed === 0 ? '✔' : '✖'} ${label}: ${count.passed} passed, ${count.failed} failed (${time})`,
    );
  };

  try {
    await step('lint', 'Format and lint', checkStyle);
    await step('structure', 'Imports and unused code', checkStructure);
    await step('build', 'Build', async () => {
      await buildSite();
      return { passed: 1, failed: 0 };
    });
    await step('size', 'Page sizes', () => runScript('scripts/size.ts'));
    // Runs at low priority beside the tests.
    const types = step('types', 'Types', () => checkTypes({ lowPriority: true }));
    const isWanted = (name) => only.length === 0 || only.includes(name);
    if (isWanted('postgres') || isWanted('browser')) postgres = await startPostgres({ inMemory: true });
    // The step that awaits it reports a failure.
    const demo = postgres && isWanted('browser') ? makeDemoDatabase(work, postgres.url) : null;
    demo?.catch(() => {});
    // In parallel, because tests wait for locks and child processes a fifth of the time.
    await Promise.all([
      step('embedded', 'Tests on the embedded database', () =>
        runUnitTests({ files: postgres && isWanted('postgres') ? listEmbedded() : [] }),
      ),
      step('postgres', 'Tests on PostgreSQL', async () => postgres && runPostgresTests(postgres.url)),
    ]);
    await step('browser', 'Browser tests', async () => {
      return await runBrowserTests(work, await demo);
    });
    await types;
    if (only.length === 0) {
      say('\n▸ Specification coverage …');
      await runProcess(findBun(), ['--no-env-file', 'scripts/coverage-spec.ts']);
    }
  } catch (error) {
    say(`✖ ${error instanceof Error ? error.message : error}`);
    total.failed += 1;
  } finally {
    await runCleanups();
  }
  // At the end, because a long log is often cut at its start.
  for (const failure of failures) say(`\n${failure}`);
  say(`\n${times.join('\n')}\n${sinceStart(startedAt).padStart(8)}  in all\n`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function runScript(script) {
  return toCount(await runProcess(findBun(), ['--no-env-file', script]));
}

async function runBrowserTests(work, databaseUrl) {
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
 * PostgreSQL takes a tenth of the embedded database's processor time, which the browser needs. The data folder holds the
 * key that seals, so the server has to have the same.
 * @returns {Promise<string>} URL of the serving role, which may not migrate.
 */
async function makeDemoDatabase(work, url) {
  const addressOf = (role) => Object.assign(new URL(url), { username: role }).toString();
  const roles = { DATABASE_URL: addressOf('serves'), DATABASE_MIGRATION_URL: addressOf('migrates') };
  const env = testEnvironment({ ...roles, DATABASE_ADMIN_URL: url, DATA_DIR: join(work, 'data') });
  for (const script of ['scripts/ops/roles.ts', 'scripts/demo.ts']) {
    const end = await captureProcess(findBun(), ['--no-env-file', script], { env });
    if (end.code === 0) continue;
    say(end.output);
    throw new Error('The demo database could not be made; the lines above say why.');
  }
  return roles.DATABASE_URL;
}
