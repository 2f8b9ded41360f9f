import postgres from 'postgres';
import { startCluster } from './cluster.mjs';
import { pause, startLoad } from './load.mjs';
import { inspect } from './product.mjs';
import { judgeOutage, judgeRows } from './report.mjs';

/**
 * The primary dies under load and a standby that follows it at every commit takes over; the product asks the same
 * address on and finds it there.
 */
export async function runStandby({ report, cluster, proxy, product, community, settings }, isAsked) {
  const name = 'Primary lost, standby promoted';
  if (!isAsked(name)) return;
  const standby = await startCluster({ follows: cluster });
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`alter system set synchronous_standby_names = '*'`);
  await sql`select pg_reload_conf()`;
  while ((await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 0)
    await pause(100);
  await sql.end();

  const load = startLoad(() => product.port, community);
  await pause(2000);
  await cluster.stop('immediate');
  await standby.promote();
  // It waits for no standby of its own.
  const promoted = postgres(standby.url, { max: 1, onnotice: () => {} });
  await promoted.unsafe(`alter system set synchronous_standby_names = ''`);
  await promoted`select pg_reload_conf()`;
  await promoted.end();
  proxy.leadTo(standby.port);
  const recoveredMs = await load.untilWriteMs();
  await pause(1500);
  judgeOutage(report, name, { replies: await load.stop(), recoveredMs, isAlive: product.isAlive() });
  judgeRows(report, name, load.replies, await inspect({ ...settings, DATABASE_URL: standby.url }));
}
