import postgres from 'postgres';
import { pause, startLoad } from './load.mjs';
import { inspect } from './product.mjs';
import { judgeOutage, judgeRows } from './report.mjs';

const OUTAGE_MS = 8000;

/**
 * What a database and the way to it can do to a process that is in use: F2 to F6 of docs/security.md.
 * @param {{ report: any, cluster: any, proxy: any, product: any, community: any, settings: Record<string, string> }} world
 */
export async function runOutages({ report, cluster, proxy, product, community, settings }, isAsked) {
  const connect = () => postgres(cluster.url, { max: 1, onnotice: () => {} });

  /** Load before, during and after a fault; `fault` ends with the way clear again. */
  const during = async (name, fault, judgeMore) => {
    if (!isAsked(name)) return;
    const load = startLoad(() => product.port, community);
    await pause(1500);
    const from = load.replies.length;
    await fault(load);
    const recoveredMs = await load.untilWriteMs();
    await pause(1000);
    const replies = await load.stop();
    judgeOutage(report, name, { replies, recoveredMs, isAlive: product.isAlive() });
    judgeMore?.(replies.slice(from));
    judgeRows(report, name, load.replies, await inspect({ ...settings, DATABASE_URL: cluster.url }));
  };

  await during('F5 connections reset five times', async () => {
    for (let round = 0; round < 5; round++) {
      proxy.cut();
      await pause(700);
    }
  });

  await during('F5 network that passes nothing on', async () => {
    proxy.hold();
    await pause(OUTAGE_MS);
    proxy.release();
  });

  await during('F5 network that passes nothing on and then resets', async () => {
    proxy.hold();
    await pause(OUTAGE_MS);
    proxy.cut();
    proxy.release();
  });

  await during('F5 network half a second slow', async () => {
    proxy.delay(500);
    await pause(OUTAGE_MS);
    proxy.delay(0);
  });

  await during('F3 database unreachable', async () => {
    proxy.refuse(true);
    await pause(OUTAGE_MS);
    proxy.refuse(false);
  });

  await during(
    'F5 every connection ended by the server',
    async () => {
      const sql = connect();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'openleague-api'`;
      await sql.end();
      await pause(500);
    },
    (replies) => {
      const refused = replies.filter(({ status }) => status === 503).length;
      report.add(
        'F5 every connection ended by the server',
        'at most one 503 a connection',
        refused,
        refused <= 10,
      );
    },
  );

  await during('F4 database frozen', async () => {
    await cluster.freeze();
    await pause(OUTAGE_MS);
    await cluster.thaw();
  });

  await during('F2 database crashed three times', async () => {
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
    async () => {
      const sql = connect();
      await sql.begin(async (tx) => {
        await tx`lock table progress_events in access exclusive mode`;
        await pause(OUTAGE_MS);
      });
      await sql.end();
    },
    (replies) => {
      const reads = replies.filter(({ kind }) => kind === 'read');
      const answered = reads.filter(({ status }) => status === 200).length;
      report.add(
        'F6 table locked',
        'what needs no lock is answered',
        `${answered} of ${reads.length} reads`,
        answered > 0,
      );
    },
  );
}
