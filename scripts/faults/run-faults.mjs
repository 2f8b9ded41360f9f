import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../run/build.mjs';
import { say, sinceStart } from '../run/output.mjs';
import { onStop, runCleanups } from '../run/processes.mjs';
import { runClients } from './clients.mjs';
import { runClocks } from './clock.mjs';
import { startCluster } from './cluster.mjs';
import { runFullDisk } from './full-disk.mjs';
import { runKills } from './kills.mjs';
import { openCommunity } from './load.mjs';
import { runMail } from './mail.mjs';
import { runMigrations } from './migrations.mjs';
import { runOutages } from './outages.mjs';
import { runScript, startProduct } from './product.mjs';
import { openReport } from './report.mjs';
import { runRestarts } from './restarts.mjs';
import { openTcpProxy } from './tcp-proxy.mjs';

/**
 * Does to real processes of the product what happens to them in a year, and measures what their users see. Ends with a
 * table: fault, criterion, measured, pass or fail.
 * @param {string[]} args `--only` a part of the names of faults; `--rounds` how often processes are killed on each database.
 * @returns {Promise<{ passed: number, failed: number }>} Of a machine without PostgreSQL: what could be tried there.
 */
export async function runFaults(args) {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '5' } },
  });
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error('--rounds is a number from 1 on');
  const rounds = Number(values.rounds);
  const startedAt = performance.now();
  const report = openReport();
  const work = mkdtempSync(join(tmpdir(), 'faults-'));
  chmodSync(work, 0o755);
  onStop(() => rmSync(work, { recursive: true, force: true }));
  await buildSite();
  try {
    const isAsked = (name) => name.includes(values.only);
    await runOnEmbedded({ report, work, rounds }, isAsked);
    await runOnPostgres({ report, work, rounds }, isAsked);
  } finally {
    await runCleanups();
  }
  const count = report.print();
  say(`${count.passed} passed, ${count.failed} failed (${sinceStart(startedAt)})`);
  return count;
}

function makeFolder(...path) {
  const folder = join(...path);
  mkdirSync(folder);
  return folder;
}

async function runOnEmbedded({ report, work, rounds }, isAsked) {
  const demo = { DEMO_DATA: 'true' };
  const name = 'F1 kill -9, embedded database';
  if (isAsked(name)) {
    const settings = { ...demo, DATA_DIR: join(work, 'embedded') };
    await runKills({ report, name, rounds, readyMsMax: 10_000, settings, openCommunity });
  }
  await runFullDisk(
    { report, folder: makeFolder(work, 'small-disk'), settings: demo, openCommunity },
    isAsked,
  );
}

async function runOnPostgres({ report, work, rounds }, isAsked) {
  const cluster = await startCluster();
  if (!cluster) return;
  const proxy = await openTcpProxy(cluster.port);
  onStop(() => proxy.close());
  const settings = { DATA_DIR: makeFolder(work, 'data'), DATABASE_URL: cluster.url };
  const demo = await runScript('demo.ts', settings);
  if (demo.code !== 0) throw new Error(`The demo data could not be loaded:\n${demo.output}`);
  const name = 'F1 kill -9, PostgreSQL';
  if (isAsked(name)) await runKills({ report, name, rounds, readyMsMax: 5000, settings, openCommunity });
  await runMigrations({ report, cluster, settings, rounds }, isAsked);
  await runClients({ report, cluster, settings, openCommunity }, isAsked);

  await runClocks({ report, work, settings }, isAsked);
  await runMail({ report, cluster, settings }, isAsked);

  const DATABASE_URL = Object.assign(new URL(cluster.url), { port: proxy.port }).href;
  const product = await startProduct({ ...settings, DATABASE_URL });
  const community = await openCommunity(product.port);
  await runRestarts({ report, settings, community, rounds: 4 }, isAsked);
  const world = { report, cluster, proxy, product, community, settings };
  await runOutages(world, isAsked);
  // The last: the primary stays dead.
  await product.stop();
}
