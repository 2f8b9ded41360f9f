import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../run/build.mjs';
import { say, sinceStart } from '../run/output.mjs';
import { startPostgres } from '../run/postgres.mjs';
import { captureProcess, onStop, runCleanups } from '../run/processes.mjs';
import { killAndRestart, rollRestart } from './kills.mjs';
import { runMail } from './mail.mjs';
import { runFullDisk, runOutages } from './outages.mjs';
import { runScript } from './product.mjs';

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
