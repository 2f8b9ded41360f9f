import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../run/build.mjs';
import { say, sinceStart } from '../run/output.mjs';
import { onStop, runCleanups } from '../run/processes.mjs';
import { startCluster } from './cluster.mjs';
import { openCommunity } from './load.mjs';
import { runOutages } from './outages.mjs';
import { runScript, startProduct } from './product.mjs';
import { openReport } from './report.mjs';
import { openTcpProxy } from './tcp-proxy.mjs';

/**
 * Does to real processes of the product what happens to them in a year, and measures what their users see. Ends with a
 * table: fault, criterion, measured, pass or fail.
 * @param {string[]} args `--only` a part of the names of faults.
 * @returns {Promise<{ passed: number, failed: number }>} Of a machine without PostgreSQL: what could be tried there.
 */
export async function runFaults(args) {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } });
  const startedAt = performance.now();
  const report = openReport();
  const work = mkdtempSync(join(tmpdir(), 'faults-'));
  chmodSync(work, 0o755);
  onStop(() => rmSync(work, { recursive: true, force: true }));
  await buildSite();
  try {
    await runOnPostgres({ report, work }, (name) => name.includes(values.only));
  } finally {
    await runCleanups();
  }
  const count = report.print();
  say(`${count.passed} passed, ${count.failed} failed (${sinceStart(startedAt)})`);
  return count;
}

async function runOnPostgres({ report, work }, isAsked) {
  const cluster = await startCluster();
  if (!cluster) return;
  const data = join(work, 'data');
  mkdirSync(data);
  const proxy = await openTcpProxy(cluster.port);
  onStop(() => proxy.close());
  const settings = { DATA_DIR: data, DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` };
  const demo = await runScript('demo.ts', settings);
  if (demo.code !== 0) throw new Error(`The demo data could not be loaded:\n${demo.output}`);
  const product = await startProduct(settings);
  const community = await openCommunity(product.port);
  await runOutages({ report, cluster, proxy, product, community, settings }, isAsked);
  await product.stop();
}
