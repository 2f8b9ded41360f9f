import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { say } from '../run/output.mjs';
import { captureProcess, onStop } from '../run/processes.mjs';
import { openCommunity, pause, startLoad } from './load.mjs';
import { checkRows, startProduct } from './product.mjs';

const OUTAGE_MS = 8000;
// P40 of docs/security.md allows three seconds.
const ANSWER_MS_MAX = 3500;
const LIVE_MS_MAX = 1000;
const RECOVERY_MS_MAX = 5000;
const DISK_MB = 300;

/** F2 to F6 of docs/security.md. */
export async function runOutages(run, cluster, settings) {
  const product = await startProduct(settings);
  const community = await openCommunity(product.port);
  const sql = postgres(cluster.url, { max: 2, onnotice: () => {} });
  const during = (name, fault, checkMore) =>
    run(name, async (check) => {
      const load = startLoad(() => product.port, community);
      await pause(1500);
      const from = load.replies.length;
      await fault();
      const recoveredMs = await load.untilWriteMs();
      await pause(1000);
      const replies = await load.stop();
      checkOutage(check, { replies, recoveredMs, isAlive: product.isAlive() });
      checkMore?.(check, replies.slice(from));
      await checkRows(check, replies, settings);
    });
  const whileLocked = (work) =>
    sql.begin(async (tx) => {
      await tx`lock table progress_events in access exclusive mode`;
      await work();
    });
  const refused = (replies) => replies.filter(({ status }) => status === 503).length;

  await during(
    'F5 connections cut inside a transaction, five times',
    async () => {
      for (let round = 0; round < 5; round++) {
        await whileLocked(async () => {
          await pause(500);
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'openleague-api' and xact_start is not null`;
        });
        await pause(700);
      }
    },
    (check, replies) =>
      check('some transactions were cut', `${refused(replies)} times 503`, refused(replies) > 0),
  );
  await during('F4 database frozen', async () => {
    await cluster.freeze();
    await pause(OUTAGE_MS);
    await cluster.thaw();
  });
  await during('F2 database crashed and restarted three times', async () => {
    for (let round = 0; round < 3; round++) {
      await cluster.stop('immediate');
      await cluster.start();
      await pause(1500);
    }
  });
  await during('F3 database stopped', async () => {
    await cluster.stop('fast');
    await pause(OUTAGE_MS);
    await cluster.start();
  });
  await during(
    'F6 table locked',
    () => whileLocked(() => pause(OUTAGE_MS)),
    (check, replies) => {
      const reads = replies.filter(({ kind }) => kind === 'read');
      const answered = reads.filter(({ status }) => status === 200).length;
      check('calls that need no lock are answered', `${answered} of ${reads.length} reads`, answered > 0);
    },
  );
  await sql.end();
  await product.stop();
}

function checkOutage(check, { replies, recoveredMs, isAlive }) {
  const slowestOf = (some) => Math.round(Math.max(0, ...some.map(({ ms }) => ms)));
  const calls = replies.filter(({ kind }) => kind !== 'live');
  const lives = replies.filter(({ kind }) => kind === 'live');
  const refused = calls.filter(({ status }) => status === 503);
  const odd = calls.filter(({ status }) => status !== 200 && status !== 503);
  const bare = refused.filter(({ isEnvelope, retryAfter }) => !isEnvelope || !retryAfter);
  check(
    'answers are 200 or 503 in the envelope with Retry-After',
    `${calls.length} calls, 503 ${refused.length}, others ${odd.length}, bare ${bare.length}`,
    odd.length + bare.length === 0 && calls.length > 0,
  );
  check(
    `answered within ${ANSWER_MS_MAX} ms`,
    `slowest ${slowestOf(calls)} ms`,
    slowestOf(calls) <= ANSWER_MS_MAX,
  );
  check(
    `the process lives, /livez within ${LIVE_MS_MAX} ms`,
    `${isAlive ? 'alive' : 'it ended'}, slowest ${slowestOf(lives)} ms`,
    isAlive && lives.every(({ status }) => status === 200) && slowestOf(lives) <= LIVE_MS_MAX,
  );
  check(
    `writes again within ${RECOVERY_MS_MAX} ms by itself`,
    `${recoveredMs} ms`,
    recoveredMs <= RECOVERY_MS_MAX,
  );
}

export async function runFullDisk(check, folder) {
  mkdirSync(folder);
  const size = `size=${DISK_MB}m,mode=0755`;
  const mounted = await captureProcess('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  if (mounted.code !== 0) return say('⚠ Left out: only root can make a small disk.');
  const unmount = () => captureProcess('umount', ['-l', folder]);
  const unregister = onStop(unmount);
  const settings = { DEMO_DATA: 'true', DATA_DIR: join(folder, 'data') };
  const ballast = join(folder, 'ballast');
  let product = await startProduct(settings);
  const load = startLoad(() => product.port, await openCommunity(product.port));
  await pause(1000);
  const from = load.replies.length;
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
  await pause(6000);
  const full = load.replies.slice(from);
  const refused = full.filter(({ kind, status }) => kind === 'write' && (status === 503 || status === 507));
  const odd = full.filter(({ status }) => ![200, 503, 507].includes(status));
  check(
    'answers are 200, 503 or 507, and writes are refused',
    `${refused.length} writes refused, others ${odd.map(({ status }) => status).join(', ') || 'none'}`,
    odd.length === 0 && refused.length > 0,
  );
  const reads = full.filter(({ kind }) => kind === 'read');
  const answered = reads.filter(({ status }) => status === 200);
  check(
    'reads go on, and the process lives',
    `${answered.length} of ${reads.length} reads, ${product.isAlive() ? 'alive' : 'it ended'}`,
    product.isAlive() && reads.length > 0 && answered.length === reads.length,
  );
  rmSync(ballast);
  const recoveredMs = await load.untilWriteMs(10_000);
  check('writes again by itself once there is room', `${recoveredMs} ms`, recoveredMs <= 10_000);
  await load.stop();
  await product.kill();
  product = await startProduct(settings);
  check('starts again', `${product.readyMs} ms`, true);
  await product.stop();
  await checkRows(check, load.replies, settings);
  unregister();
  await unmount();
}
