import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildSite } from './build.mjs';
import { findBun } from './bun.mjs';
import { addCounts } from './checks.mjs';
import { say } from './output.mjs';
import { inProject } from './paths.mjs';
import { startPostgres } from './postgres.mjs';
import { captureProcess, runCleanups, runProcess } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

/**
 * With `keeps`, prints the output after the run, so that the lines of two runs do not mix.
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} `failures` has the last lines of each
 * failed test.
 */
export async function runUnitTests({ files = [], extra = {}, keeps = false } = {}) {
  // Two files at a time take a third less time on two cores.
  const args = ['--no-env-file', 'test', '--timeout', '240000', '--parallel=2', '--no-isolate', ...files];
  const env = testEnvironment({ ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}), ...extra });
  const end = keeps
    ? await captureProcess(findBun(), args, { env })
    : await runProcess(findBun(), args, { env, keepErrors: true });
  if (keeps) say(end.output);
  const text = stripVTControlCharacters(end.errors ?? end.output);
  const failures = listFailures(text);
  const count = (word) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(text)?.[1] ?? 0);
  // A file that fails to load has no failed test.
  return { passed: count('pass'), failed: Math.max(count('fail'), end.code === 0 ? 0 : 1), failures };
}

const LINES_OF_A_FAILURE = 30;

/** @param {string} text What `bun test` prints. */
export function listFailures(text) {
  const [run = ''] = text.split(/^\d+ tests? failed:$/m);
  const ends = run.split(/^(?=\((?:pass|fail|skip)\) )/m);
  return ends.flatMap((end, index) => {
    if (!end.startsWith('(fail) ')) return [];
    const before = (ends[index - 1] ?? '').split('\n').slice(1, -1);
    return [[...before.slice(-LINES_OF_A_FAILURE), end.split('\n')[0]].join('\n')];
  });
}

const ACCESS = './api/conformance/access';

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

/** @param {string[]} args `--calls` number of calls; `--seed` printed by an earlier run. */
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
 * Runs everything on both databases.
 * @param {() => Promise<{ passed: number, failed: number }>} runMore Runs afterwards.
 */
export async function runDeepTests(runMore) {
  await buildSite();
  const extra = {
    MATRIX: 'whole',
    PASSWORD_WORK: 'whole',
    RACE_ROUNDS: '3',
    WALK_STEPS: '640',
    WALK_SEED: String(randomInt(2 ** 31)),
    HOSTILE_CALLS: '20000',
    HOSTILE_SEED: String(randomInt(2 ** 31)),
  };
  const ends = [await runUnitTests({ extra })];
  const postgres = await startPostgres({ inMemory: true });
  if (postgres) {
    ends.push(
      await runUnitTests({
        files: OF_DATABASE,
        extra: { ...extra, TEST_DATABASE_URL: postgres.url },
      }),
    );
  }
  await runCleanups();
  ends.push(await runMore());
  const { passed, failed } = addCounts(ends);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/**
 * Removes each access check, limit or escape in turn and fails if no test notices.
 * @param {string} name Such as `access/guards`.
 */
export async function runMutations(name) {
  const file = `./api/conformance/${name}.mutation.ts`;
  const end = await runProcess(findBun(), ['--no-env-file', 'test', file], { env: testEnvironment() });
  return end.code ?? 1;
}

// These bring an embedded database of their own.
const EMBEDDED = [
  'api/conformance/hostile/hostile.test.ts',
  'api/platform/db/embedded-vacuum.test.ts',
  'api/platform/process/private-files.test.ts',
  'api/server.test.ts',
];

/**
 * What `npm test` runs on the embedded database where PostgreSQL runs the whole API: a file of the API that is named as
 * its folder, such as `otp/otp.test.ts`, runs on both. `npm run proof -- deep` runs every file on both.
 */
export function listEmbedded() {
  const named = readdirSync(inProject('api'), { recursive: true })
    .map((name) => join('api', String(name)))
    .filter((path) => basename(path) === `${basename(dirname(path))}.test.ts`);
  return ['bench/', 'scripts/', 'site/', 'api/platform/db/', ...EMBEDDED, ...named];
}

const OF_DATABASE = ['api/', 'scripts/operator/postgres', 'scripts/operator/import-earlier'];

export const runPostgresTests = (url) =>
  runUnitTests({
    files: [...OF_DATABASE, ...EMBEDDED.map((path) => `--path-ignore-patterns=${path}`)],
    extra: { TEST_DATABASE_URL: url },
    keeps: true,
  });
