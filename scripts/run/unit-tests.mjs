import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildSite } from './build.mjs';
import { findBun } from './bun.mjs';
import { ensureInstalled } from './install.mjs';
import { say } from './output.mjs';
import { startPostgres } from './postgres.mjs';
import { captureProcess, onStop, runCleanups, runProcess } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

/**
 * Runs unit tests; a file with a failed test is run once more by itself, because a machine that stumbles must not hide
 * what a change broke. Tests that only passed then are named, and the names of those that failed twice end the step.
 * With `keeps`, what they print is printed when they are done: beside others nobody could tell whose lines are whose.
 * With `beside`, that second time waits until the others are done too: what fails because of them passes alone.
 */
export async function runUnitTests(report, { files = [], extra = {}, keeps = false, beside } = {}) {
  const first = await runTestFiles(report, { files, extra, keeps }).finally(() => beside?.leave());
  // A file that does not load stands in no report, so there is nothing to run once more.
  if (first.failures.length === 0 || first.unreported) return toUnitCount(first, first);
  await beside?.isEmpty;
  const again = [...new Set(first.failures.map(({ file }) => file))].map((file) => `./${file}`);
  say(`\nOnce more: ${again.join(' ')}`);
  const second = await runTestFiles(`${report}.second.xml`, { files: again, extra, keeps });
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

async function runTestFiles(report, { files, extra, keeps }) {
  const end = await (keeps ? printAtEnd : runProcess)(
    findBun(),
    [
      '--no-env-file',
      'test',
      '--timeout',
      '240000',
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

/** A room that so many run in: each leaves it, and whoever waits for `isEmpty` goes on once all have. */
export function openRoom(count) {
  let inside = count;
  let empty = () => {};
  const isEmpty = new Promise((resolve) => {
    empty = resolve;
  });
  return {
    isEmpty,
    leave() {
      inside -= 1;
      if (inside <= 0) empty();
    },
  };
}

async function printAtEnd(command, args, options) {
  const end = await captureProcess(command, args, options);
  say(end.output);
  return { ...end, errors: end.output };
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

const HOSTILE_TEST = './api/conformance/hostile/hostile.test.ts';

/**
 * Other calls than `npm test` makes: generated from the contract, on the embedded database.
 * @param {string[]} args `--calls` how many; `--seed` the one that an earlier run printed.
 */
export async function runHostile(args) {
  const { values } = parseArgs({
    args,
    options: { calls: { type: 'string', default: '20000' }, seed: { type: 'string' } },
  });
  const seed = values.seed ?? String(randomInt(2 ** 31));
  if (![values.calls, seed].every((value) => /^\d{1,10}$/.test(value)))
    throw new Error('--calls and --seed are numbers');
  say(`▸ ${values.calls} calls with the seed ${seed} …`);
  const env = testEnvironment({ HOSTILE_CALLS: values.calls, HOSTILE_SEED: seed });
  return (await runProcess(findBun(), ['--no-env-file', 'test', HOSTILE_TEST], { env })).code ?? 1;
}

/**
 * Every unit test and every cell of the permission matrix, on both databases: what `npm test` asks of one alone.
 * @param {() => Promise<{ passed: number, failed: number }>} runMore What else counts, once they are done.
 */
export async function runDeepTests(runMore) {
  const work = mkdtempSync(join(tmpdir(), 'test-results-'));
  onStop(() => rmSync(work, { recursive: true, force: true }));
  await ensureInstalled();
  await buildSite();
  const extra = {
    MATRIX: 'whole',
    RACE_ROUNDS: '3',
    WALK_STEPS: '640',
    WALK_SEED: String(randomInt(2 ** 31)),
    HOSTILE_CALLS: '20000',
    HOSTILE_SEED: String(randomInt(2 ** 31)),
  };
  const ends = [await runUnitTests(join(work, 'embedded.xml'), { extra })];
  const postgres = await startPostgres({ inMemory: true });
  if (postgres) {
    ends.push(
      await runUnitTests(join(work, 'postgres.xml'), {
        files: ['api/', 'scripts/operator/postgres', ...toIgnoreOptions(OWN_DATABASE)],
        extra: { ...extra, TEST_DATABASE_URL: postgres.url },
      }),
    );
  }
  await runCleanups();
  ends.push(await runMore());
  const sum = (key) => ends.reduce((all, end) => all + end[key], 0);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

/**
 * Takes each access check (`access/guards`), limit (`limits/limits`) or escape (`escapes/escapes`) out in turn; one that no
 * test misses fails.
 * @param {string} name
 */
export async function runMutations(name) {
  const file = `./api/conformance/${name}.mutation.ts`;
  const end = await runProcess(findBun(), ['--no-env-file', 'test', file], { env: testEnvironment() });
  return end.code ?? 1;
}

export const toIgnoreOptions = (paths) => paths.map((path) => `--path-ignore-patterns=${path}`);

/** What asks no database, or opens the embedded one by itself, is not run a second time. */
const OWN_DATABASE = [
  'api/db/embedded-vacuum.test.ts',
  'api/server.test.ts',
  'api/process/private-files.test.ts',
  'api/process/start-rules.test.ts',
  'api/serving/**',
  'api/contract/**',
];

/**
 * Races, floods, simulated days and tables of thousands of rows: together more than half of the time of the unit tests.
 * `npm test` asks them of PostgreSQL alone, where calls really run beside each other and plans matter; `npm run
 * proof -- deep` asks both.
 */
export const DEAR = [
  'api/**/many-*.test.ts',
  'api/leaderboard/large-league.test.ts',
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
  'api/conformance/races/**',
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
  'api/own-account/deletion-races.test.ts',
  'api/own-account/email-change.test.ts',
];

/** The permission matrix and the generated calls: of the embedded database alone by `npm test`, of both by `npm run proof -- deep`. */
const ON_POSTGRES = [
  'api/',
  'scripts/operator/postgres',
  ...toIgnoreOptions([...OWN_DATABASE, 'api/conformance/access/**', 'api/conformance/hostile/**']),
];

export const runPostgresTests = (report, url, beside) =>
  runUnitTests(report, { files: ON_POSTGRES, extra: { TEST_DATABASE_URL: url }, keeps: true, beside });
