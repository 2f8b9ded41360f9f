import { randomInt } from 'node:crypto';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { buildSite } from './build.mjs';
import { findBun } from './bun.mjs';
import { addCounts } from './checks.mjs';
import { say } from './output.mjs';
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
        files: ['api/', 'scripts/operator/postgres', ...toIgnoreOptions(RUN_ONCE)],
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

export const toIgnoreOptions = (paths) => paths.map((path) => `--path-ignore-patterns=${path}`);

// The other tests run on both databases; these need neither or bring their own.
const RUN_ONCE = [
  'api/accounts/own-account/data-file.test.ts',
  'api/contract/**',
  'api/curriculum/files/json-faults.test.ts',
  'api/curriculum/imports/content/**',
  'api/demo/history.test.ts',
  'api/leaderboard/page-cache.test.ts',
  'api/learning/progress/**',
  'api/platform/db/{embedded-vacuum,listing}.test.ts',
  'api/platform/http/{device-name,input,long-replies,outgoing,public-address}.test.ts',
  'api/platform/mail/messages/**',
  'api/platform/process/{env,log,misspelt,postgres-address,private-files,start-rules}.test.ts',
  'api/reports/exports/file.test.ts',
  'api/server.test.ts',
  'api/serving/**',
  'api/test/**',
];

/**
 * Slow tests, more than half of the total time. `npm test` runs them on PostgreSQL only, where calls really run in
 * parallel; `npm run proof -- deep` on both. Each feature keeps a file of tests that runs on both.
 */
export const SLOW_TESTS = [
  'api/**/many-*.test.ts',
  'api/accounts/auth/{addresses,campus,earlier-passwords,limit-promises,limits}.test.ts',
  'api/accounts/auth/{lockout,new-device,password-promises,session-promises}.test.ts',
  'api/accounts/otp/{code-limits,code-promises,reset-attacks,reset-link}.test.ts',
  'api/accounts/own-account/{address-taken-back,deletion-races,email-change}.test.ts',
  'api/accounts/own-account/{erasure,hold,renewed-hash}.test.ts',
  'api/accounts/passkeys/{passkey-sign-in,proof,recovery-codes,staff-passkeys}.test.ts',
  'api/assignments/claims.test.ts',
  'api/awards/certificates/missing-approval.test.ts',
  'api/conformance/access/matrix.test.ts',
  'api/conformance/limits/walk.test.ts',
  'api/conformance/races/**',
  'api/conformance/{flaky-network,methods,no-stale-answer,privacy}.test.ts',
  'api/curriculum/files/{hostile-files,import}.test.ts',
  'api/curriculum/imports/hostile-file.test.ts',
  'api/curriculum/{concurrency,hostile-input}.test.ts',
  'api/demo/{published-accounts,remove,seed}.test.ts',
  'api/leaderboard/ranking.test.ts',
  'api/learning/{counters,daily-awards,history-properties,races,suspension-race}.test.ts',
  'api/platform/audit/sign-in-failures.test.ts',
  'api/platform/mail/{delivery,mail,occasions}.test.ts',
  'api/reports/analytics/activity-report.test.ts',
  'api/reports/exports/same-rows.test.ts',
];

// `npm test` runs generated calls on the embedded database only.
const ON_POSTGRES = [
  'api/',
  'scripts/operator/postgres',
  ...toIgnoreOptions([...RUN_ONCE, 'api/conformance/hostile/**']),
];

export const runPostgresTests = (url) =>
  runUnitTests({ files: ON_POSTGRES, extra: { TEST_DATABASE_URL: url }, keeps: true });
