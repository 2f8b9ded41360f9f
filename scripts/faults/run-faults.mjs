import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../run/build.mjs';
import { say, sinceStart } from '../run/output.mjs';
import { startPostgres } from '../run/postgres.mjs';
import { captureProcess, onStop, runCleanups } from '../run/processes.mjs';
import { openCommunity, pause, startLoad } from './load.mjs';
import { runMail } from './mail.mjs';
import { runFullDisk, runOutages } from './outages.mjs';
import { checkRows, runScript, startProduct } from './product.mjs';

/**
 * Uses only the embedded database if PostgreSQL is not installed.
 * @param {string[]} args `--only` a part of a fault's name; `--rounds` kills per database.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runFaults(args) {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '20' } },
  });
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error('--rounds is a number from 1 on');
  const rounds = Number(values.rounds);
  const startedAt = performance.now();
  const work = mkdtempSync(join(tmpdir(), 'faults-'));
  chmodSync(work, 0o755);
  onStop(() => rmSync(work, { recursive: true, force: true }));
  const failures = [];
  let passed = 0;
  const run = async (name, fault) => {
    if (!name.includes(values.only)) return;
    say(`▸ ${name}`);
    await fault((criterion, measured, passes) => {
      say(`  ${passes ? '✔' : '✖'} ${criterion}: ${measured}`);
      if (passes) passed += 1;
      else failures.push(`${name}: ${criterion}: ${measured}`);
    });
  };
  await buildSite();
  try {
    const embedded = { DEMO_DATA: 'true', DATA_DIR: join(work, 'embedded') };
    await run('F1 kill -9, embedded database', (check) =>
      killAndRestart(check, { rounds, readyMsMax: 10_000, settings: embedded }),
    );
    await run('F7 disk full, embedded database', (check) => runFullDisk(check, join(work, 'small-disk')));
    const cluster = await startCluster();
    if (cluster) {
      const settings = { DATA_DIR: join(work, 'data'), DATABASE_URL: cluster.url };
      mkdirSync(settings.DATA_DIR);
      const demo = await runScript('demo.ts', settings);
      if (demo.code !== 0) throw new Error(`The demo data could not be loaded:\n${demo.output}`);
      await run('F1 kill -9, PostgreSQL', (check) =>
        killAndRestart(check, { rounds, readyMsMax: 5000, settings }),
      );
      await run('F14 mail server down', (check) => runMail(check, cluster, settings));
      await run('F10 rolling restart of two processes', (check) => rollRestart(check, settings));
      await runOutages(run, cluster, settings);
    }
  } finally {
    await runCleanups();
  }
  for (const failure of failures) say(`✖ ${failure}`);
  say(`${passed} passed, ${failures.length} failed (${sinceStart(startedAt)})`);
  return { passed, failed: failures.length };
}

/**
 * Without fsync: acknowledged writes survive a crash of its processes, but not of the machine.
 * @returns null if PostgreSQL is not installed.
 */
async function startCluster() {
  const postgres = await startPostgres({ settings: ['-F'] });
  if (!postgres) return null;
  const { data, url } = postgres;
  const must = async (args) => {
    const end = await postgres.run('pg_ctl', ['-D', data, '-w', '-t', '60', ...args]);
    if (end.code !== 0) throw new Error(`pg_ctl ended with ${end.code}: ${end.output.slice(-500)}`);
  };
  const options = [...readFileSync(join(data, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"/g)]
    .map(([, argument]) => argument)
    .filter((argument, index, all) => argument !== '-D' && all[index - 1] !== '-D')
    .map((argument) => `'${argument}'`)
    .join(' ');
  const signal = async (name) => {
    const top = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0].trim();
    const { output } = await captureProcess('pgrep', ['-P', top]);
    for (const pid of [top, ...output.trim().split('\n')].filter(Boolean)) process.kill(Number(pid), name);
  };
  return {
    url,
    start: () => must(['-l', join(dirname(data), 'log'), '-o', options, 'start']),
    /** `immediate` simulates a crash: no checkpoint, and clients are not told. */
    stop: (mode) => must(['-m', mode, 'stop']),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

const REPLACED = 4;
const ENDS_MS_MAX = 10_000;

/**
 * Kills the product under load repeatedly and restarts it.
 * @param {{ rounds: number, readyMsMax: number, settings: Record<string, string> }} world
 */
async function killAndRestart(check, { rounds, readyMsMax, settings }) {
  // The first start fills the database.
  await (await startProduct(settings)).stop();
  let product = await startProduct(settings);
  // A slow machine may take twice as long as at its first start.
  const limitMs = Math.max(readyMsMax, 2 * product.readyMs);
  const community = await openCommunity(product.port);
  const replies = [];
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const load = startLoad(() => product.port, community, { pauseMs: 0 });
    await pause(300 + Math.random() * 1700);
    await product.kill();
    replies.push(...(await load.stop()));
    product = await startProduct(settings);
    slowestMs = Math.max(slowestMs, product.readyMs);
  }
  await product.stop();
  const odd = replies.filter(({ status }) => ![0, 200, 503].includes(status));
  check('answers are 200 or 503 until it dies', `others ${odd.length}`, odd.length === 0);
  check(
    `ready again within ${limitMs} ms`,
    `${rounds} rounds, slowest ${slowestMs} ms`,
    slowestMs <= limitMs,
  );
  await checkRows(check, replies, settings);
}

async function rollRestart(check, settings) {
  let serving = [await startProduct(settings), await startProduct(settings)];
  let turn = 0;
  const nextPort = () => serving[turn++ % serving.length].port;
  const load = startLoad(nextPort, await openCommunity(nextPort()), { isFresh: true });
  await pause(3000);
  let slowestMs = 0;
  const codes = [];
  for (let round = 0; round < REPLACED; round++) {
    const next = await startProduct(settings);
    const [old, ...others] = serving;
    serving = [...others, next];
    const from = performance.now();
    codes.push((await old.stop()).code);
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - from));
    await pause(1000);
  }
  const replies = await load.stop();
  for (const product of serving) await product.stop();
  const failed = replies.filter(({ status }) => status !== 200);
  check('every request is answered with 200', `${failed.length} of ${replies.length} failed`, !failed.length);
  check(
    `TERM ends a process with 0 within ${ENDS_MS_MAX} ms`,
    `${codes.join(', ')}, slowest ${slowestMs} ms`,
    slowestMs <= ENDS_MS_MAX && codes.every((code) => code === 0),
  );
  await checkRows(check, replies, settings);
}
