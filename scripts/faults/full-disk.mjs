import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../run/output.mjs';
import { captureProcess, onStop } from '../run/processes.mjs';
import { pause, startLoad } from './load.mjs';
import { inspect, startProduct } from './product.mjs';
import { judgeRows } from './report.mjs';

const DISK_MB = 300;

/** The disk of the embedded database fills up under load and is made free again: F7 of docs/security.md. */
export async function runFullDisk({ report, folder, settings, openCommunity }, isAsked) {
  const name = 'F7 disk full, embedded database';
  if (!isAsked(name)) return;
  const mounted = await captureProcess('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${DISK_MB}m,mode=0755`,
    'tmpfs',
    folder,
  ]);
  if (mounted.code !== 0) {
    say(`⚠ ${name}: left out, a small disk can be made by root alone.`);
    return;
  }
  const unregister = onStop(() => captureProcess('umount', ['-l', folder]));
  const own = { ...settings, DATA_DIR: join(folder, 'data') };
  const ballast = join(folder, 'ballast');
  let product = await startProduct(own);
  const community = await openCommunity(product.port);
  const load = startLoad(() => product.port, community);
  await pause(1000);
  const from = load.replies.length;
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
  await pause(6000);
  const full = load.replies.slice(from);
  const writes = full.filter(({ kind }) => kind === 'write');
  const reads = full.filter(({ kind }) => kind === 'read');
  const refused = writes.filter(({ status }) => status === 503 || status === 507).length;
  const odd = full.filter(({ status }) => ![200, 503, 507].includes(status));
  report.add(
    name,
    'answers are 200, 503 or 507',
    `${refused} writes refused, others ${odd.length}`,
    odd.length === 0,
  );
  report.add(
    name,
    'reads go on, and the process lives',
    `${reads.filter(({ status }) => status === 200).length} of ${reads.length} reads, ${product.isAlive() ? 'alive' : 'it ended'}`,
    product.isAlive() && reads.length > 0 && reads.every(({ status }) => status === 200),
  );
  rmSync(ballast);
  const recoveredMs = await load.untilWriteMs(10_000);
  report.add(name, 'writes again by itself once there is room', `${recoveredMs} ms`, recoveredMs <= 10_000);
  await load.stop();
  await product.kill();
  product = await startProduct(own);
  report.add(name, 'starts again', `${product.readyMs} ms`, true);
  await product.stop();
  judgeRows(report, name, load.replies, await inspect(own));
  unregister();
  await captureProcess('umount', ['-l', folder]);
}
