import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './browser.mjs';
import { buildSite } from './build.mjs';
import { findBun } from './bun.mjs';
import { ensureInstalled } from './install.mjs';
import { say, sinceStart } from './output.mjs';
import { inProject } from './paths.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { captureProcess, onStop, runCleanups, runProcess } from './processes.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Checks everything: code, build, sizes, both databases, browser. The last line is 'N passed, N failed'.
 * @param {string[]} [only] Names of steps to run alone, such as 'lint' or 'browser'; all when empty.
 * @returns {Promise<number>} The exit code.
 */
export async function runAllTests(only = []) {
  const startedAt = performance.now();
  const total = { passed: 0, failed: 0 };
  const times = [];
  const work = mkdtempSync(join(tmpdir(), 'test-results-'));
  /** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} Undefined where nothing asks for it, null where there is none. */
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
    const time = sinceStart(stepStartedAt);
    times.push(`${time.padStart(8)}  ${label}: ${count.passed} passed, ${count.failed} failed`);
    say(
      `${count.failed === 0 ? '✔' : '✖'} ${label}: ${count.passed} passed, ${count.failed} failed (${time})`,
    );
  };

  try {
    await ensureInstalled();
    await step('lint', 'Format and lint', checkStyle);
    await step('structure', 'Imports and unused code', checkStructure);
    await step('build', 'Build', async () => {
      await buildSite();
      return { passed: 1, failed: 0 };
    });
    await step('size', 'Page sizes', () => runScript('scripts/size.ts'));
    // The checker keeps one core busy and waits for nothing that the tests change: it takes what time they leave.
    const types = step('types', 'Types', () => checkTypes({ patient: true }));
    const isWanted = (name) => only.length === 0 || only.includes(name);
    if (isWanted('postgres') || isWanted('browser')) postgres = await startPostgres();
    await step('embedded', 'Tests on the embedded database', () =>
      runUnitTests(join(work, 'embedded.xml'), {
        files: postgres && isWanted('postgres') ? ignoring(DEAR) : [],
      }),
    );
    await step(
      'postgres',
      'Tests on PostgreSQL',
      async () => postgres && runPostgresTests(join(work, 'postgres.xml'), postgres.url),
    );
    await step('browser', 'Browser tests', async () => {
      return await runBrowserTests(work, postgres && (await makeDemoDatabase(postgres.url)));
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
  say(`\n${times.join('\n')}\n${sinceStart(startedAt).padStart(8)}  in all\n`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Format, lint, structure and types, for a quick look before a commit. */
export async function checkCode() {
  const style = await checkStyle();
  const structure = await checkStructure();
  const types = await checkTypes();
  return style.failed + structure.failed + types.failed === 0;
}

/** Who imports whom (.dependency-cruiser.cjs), and what nobody uses: in all, and in the product without its tests. */
async function checkStructure() {
  const cruiser = inProject('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const knip = inProject('node_modules', 'knip', 'bin', 'knip.js');
  const runs = [
    [
      cruiser,
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'api',
      'site/src',
      'scripts',
      'bench',
    ],
    [knip, '--no-progress'],
    [knip, '--no-progress', '--production'],
  ];
  const ends = [];
  for (const args of runs) ends.push(toCount(await runProcess(process.execPath, args)));
  return {
    passed: ends.reduce((sum, { passed }) => sum + passed, 0),
    failed: ends.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function checkStyle() {
  const biome = inProject('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return toCount(await runProcess(process.execPath, [biome, 'check', '--diagnostic-level=error', '.']));
}

/**
 * The native compiler reads TypeScript files, Astro's checker the pages alone (tsconfig.astro.json): it needs the
 * compiler before that one, and would take four times as long for everything. It runs first, because it writes the
 * types of the content collections.
 */
async function checkTypes({ patient = false } = {}) {
  const astro = await captureProcess(
    findBun(),
    [
      '--no-env-file',
      '--bun',
      'node_modules/astro/bin/astro.mjs',
      'check',
      '--minimumFailingSeverity',
      'error',
      '--tsconfig',
      'tsconfig.astro.json',
    ],
    { env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }, patient },
  );
  const compiler = inProject('node_modules', 'typescript-7', 'bin', 'tsc');
  const tsc = await captureProcess(process.execPath, [compiler, '--noEmit'], { patient });
  for (const { code, output } of [astro, tsc]) if (code !== 0) say(output);
  const ends = [toCount(astro), toCount(tsc)];
  return {
    passed: ends.reduce((sum, { passed }) => sum + passed, 0),
    failed: ends.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The developer's own settings must not change what the tests see. */
function testEnvironment(extra = {}) {
  const env = { ...process.env, NODE_ENV: 'test', ...extra };
  for (const name of [
    'DATABASE_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'DATABASE_MIGRATION_URL',
    'SMTP_URL',
    'UNENCRYPTED_HOSTS',
    'SECRET_KEY',
    'TRUSTED_PROXIES',
    'PUBLIC_SITE_URL',
    'DEMO_DATA',
    'DEV_PAGES',
    'RATE_LIMIT_SCALE',
  ]) {
    if (!(name in extra)) delete env[name];
  }
  if (!('TEST_DATABASE_URL' in extra)) delete env.TEST_DATABASE_URL;
  return env;
}

/**
 * Runs unit tests; a file with a failed test is run once more by itself, because a machine that stumbles must not hide
 * what a change broke. Tests that only passed then are named, and the names of those that failed twice end the step.
 */
async function runUnitTests(report, { files = [], extra = {} } = {}) {
  const first = await runTestFiles(report, { files, extra });
  // A file that does not load stands in no report, so there is nothing to run once more.
  if (first.failures.length === 0 || first.unreported) return toUnitCount(first, first);
  const again = [...new Set(first.failures.map(({ file }) => file))].map((file) => `./${file}`);
  say(`\nOnce more: ${again.join(' ')}`);
  const second = await runTestFiles(`${report}.second.xml`, { files: again, extra });
  const stillFails = new Set(second.failures.map(({ name }) => name));
  const flaky = first.failures.filter(({ name }) => !stillFails.has(name));
  if (flaky.length > 0) {
    say(`Passed only on the second try:\n${flaky.map(({ file, name }) => `  ${file} › ${name}`).join('\n')}`);
  }
  return toUnitCount(first, second);
}

function toUnitCount(first, last) {
  for (const { file, name } of last.failures) say(`  ✖ ${file} › ${name}`);
  if (last.unreported) say('  ✖ a file that did not load, or a run that ended early: see above');
  const failed = last.failures.length + (last.unreported ? 1 : 0);
  return { passed: Math.max(0, first.tests - last.failures.length), failed };
}

async function runTestFiles(report, { files, extra }) {
  const end = await runProcess(
    findBun(),
    [
      '--no-env-file',
      'test',
      '--timeout',
      '30000',
      // Files side by side, each process with its own databases; a third less time on two cores.
      '--parallel=2',
      '--no-isolate',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...files,
    ],
    {
      env: testEnvironment({ ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}), ...extra }),
      keepErrors: true,
    },
  );
  return readUnitReport(report, end);
}

const ACCESS = './api/conformance/access';

/** Every cell of the permission matrix, on both databases. */
export async function runMatrix() {
  const run = (extra) =>
    runProcess(findBun(), ['--no-env-file', 'test', `${ACCESS}/matrix.test.ts`], {
      env: testEnvironment({ MATRIX: 'whole', ...extra }),
    });
  const ends = [await run({})];
  const postgres = await startPostgres();
  if (postgres) {
    ends.push(await run({ TEST_DATABASE_URL: postgres.url }));
    await postgres.stop();
  }
  return ends.every(({ code }) => code === 0) ? 0 : 1;
}

/** Every unit test and every cell of the permission matrix, on both databases: what `npm test` asks of one alone. */
export async function runDeepTests() {
  const work = mkdtempSync(join(tmpdir(), 'test-results-'));
  onStop(() => rmSync(work, { recursive: true, force: true }));
  await ensureInstalled();
  await buildSite();
  const extra = { MATRIX: 'whole' };
  const ends = [await runUnitTests(join(work, 'embedded.xml'), { extra })];
  const postgres = await startPostgres();
  if (postgres) {
    ends.push(
      await runUnitTests(join(work, 'postgres.xml'), {
        files: ['api/', 'scripts/operator/postgres', ...ignoring(OWN_DATABASE)],
        extra: { ...extra, TEST_DATABASE_URL: postgres.url },
      }),
    );
  }
  await runCleanups();
  const sum = (key) => ends.reduce((all, end) => all + end[key], 0);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

/**
 * Takes each access check (`access/guards`) or each limit (`limits/limits`) out in turn; one that no test misses fails.
 * @param {string} name
 */
export async function runMutations(name) {
  const file = `./api/conformance/${name}.mutation.ts`;
  const end = await runProcess(findBun(), ['--no-env-file', 'test', file], { env: testEnvironment() });
  return end.code ?? 1;
}

const ignoring = (paths) => paths.map((path) => `--path-ignore-patterns=${path}`);

/** What asks no database, or opens the embedded one by itself, is not run a second time. */
const OWN_DATABASE = [
  'api/server.test.ts',
  'api/process/private-files.test.ts',
  'api/process/start-rules.test.ts',
  'api/serving/**',
  'api/contract/**',
];

/**
 * Races, floods and simulated days: together half of the time of the unit tests. `npm test` asks them of PostgreSQL alone,
 * where calls really run beside each other; `npm run test:deep` asks both.
 */
const DEAR = [
  'api/analytics/activity-counts.test.ts',
  'api/assignments/claims.test.ts',
  'api/auth/campus.test.ts',
  'api/auth/limit-promises.test.ts',
  'api/auth/limits.test.ts',
  'api/auth/lockout.test.ts',
  'api/auth/password-promises.test.ts',
  'api/conformance/flaky-network.test.ts',
  'api/conformance/limits/walk.test.ts',
  'api/conformance/methods.test.ts',
  'api/conformance/privacy.test.ts',
  'api/curriculum/concurrency.test.ts',
  'api/league-files/import.test.ts',
  'api/learning/counters.test.ts',
  'api/learning/history-properties.test.ts',
  'api/learning/races.test.ts',
  'api/learning/suspension-race.test.ts',
  'api/mail/delivery.test.ts',
  'api/mail/mail.test.ts',
  'api/mail/occasions.test.ts',
  'api/otp/code-promises.test.ts',
  'api/otp/reset-attacks.test.ts',
  'api/own-account/deletion-races.test.ts',
  'api/own-account/email-change.test.ts',
];

/** The permission matrix is asked of the embedded database alone by `npm test`, and of both by `npm run test:deep`. */
const ON_POSTGRES = [
  'api/',
  'scripts/operator/postgres',
  ...ignoring([...OWN_DATABASE, 'api/conformance/access/**']),
];

const runPostgresTests = (report, url) =>
  runUnitTests(report, { files: ON_POSTGRES, extra: { TEST_DATABASE_URL: url } });

/**
 * Makes the two roles of an installation and loads the demo data into a PostgreSQL that has none: its answers cost a
 * tenth of the processor time that those of the embedded database cost, and a browser needs all of it.
 * @returns {Promise<string>} The address for the server under test, which serves and may not migrate.
 */
async function makeDemoDatabase(url) {
  const addressOf = (role) => Object.assign(new URL(url), { username: role }).toString();
  const roles = { DATABASE_URL: addressOf('serves'), DATABASE_MIGRATION_URL: addressOf('migrates') };
  for (const args of [['scripts/db-roles.ts', '--admin', url], ['scripts/demo.ts']]) {
    const end = await captureProcess(findBun(), ['--no-env-file', ...args], { env: testEnvironment(roles) });
    if (end.code === 0) continue;
    say(end.output);
    throw new Error('The demo database could not be made; the lines above say why.');
  }
  return roles.DATABASE_URL;
}

/** What a run of unit tests reported, and whether it ended badly for a reason that no test reported. */
function readUnitReport(report, { code, errors }) {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const number = (name) =>
    Number(/<testsuites\b[^>]*>/.exec(xml)?.[0].match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const failures = [...xml.matchAll(/<testcase\b([^>]*[^/])>\s*<failure\b/g)].map(([, attributes]) => ({
    file: attributeOf(attributes, 'file'),
    name: `${attributeOf(attributes, 'classname')} › ${attributeOf(attributes, 'name')}`,
  }));
  const filesRun = Number(
    /^Ran \d+ tests? across (\d+) files?/m.exec(stripVTControlCharacters(errors))?.[1] ?? -1,
  );
  const filesReported = new Set(
    [...xml.matchAll(/<testsuite\b[^>]*\bfile="([^"]*)"/g)].map(([, file]) => file),
  ).size;
  const unreported =
    filesRun !== filesReported ||
    number('failures') + number('errors') !== failures.length ||
    (code !== 0 && failures.length === 0);
  return { tests: number('tests') - number('skipped'), failures, unreported };
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function attributeOf(attributes, name) {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return value.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity) => ENTITIES[entity]);
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
  const { expected, flaky, unexpected } = JSON.parse(readFileSync(report, 'utf8')).stats;
  if (flaky > 0) say(`${flaky} browser ${flaky === 1 ? 'test' : 'tests'} passed only on the second try.`);
  return { passed: expected + flaky, failed: unexpected === 0 && end.code !== 0 ? 1 : unexpected };
}

async function runScript(script) {
  return toCount(await runProcess(findBun(), ['--no-env-file', script]));
}

function toCount({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
