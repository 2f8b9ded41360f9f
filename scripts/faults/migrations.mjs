import postgres from 'postgres';
import { pause } from './load.mjs';
import { runScript, startScript } from './product.mjs';

const AT_ONCE = 5;

/** Migrations that several processes begin at once, and that are killed in the middle: F9 of docs/security.md. */
export async function runMigrations({ report, cluster, settings, rounds }, isAsked) {
  const name = 'F9 migrations at once and killed';
  if (!isAsked(name)) return;
  const server = postgres(cluster.url, { max: 1, onnotice: () => {} });
  const settingsOf = (database) => ({
    ...settings,
    DATABASE_URL: Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href,
  });
  const readLedger = async (database) => {
    const sql = postgres(settingsOf(database).DATABASE_URL, { max: 1, onnotice: () => {} });
    const rows = await sql`select name, hash from schema_migrations order by name`;
    const [{ objects }] =
      await sql`select count(*)::int as objects from pg_class where relnamespace = 'public'::regnamespace`;
    await sql.end();
    return { files: rows.map(({ name: file, hash }) => `${file} ${hash}`), objects };
  };

  /** Waits until a migration of this database has begun, some seconds at most. */
  const waitForWork = async (database) => {
    const isAtWork = async () =>
      (
        await server`select 1 from pg_stat_activity
          where datname = ${database} and xact_start is not null and pid <> pg_backend_pid()`
      ).length > 0;
    for (let tries = 0; tries < 2000 && !(await isAtWork()); tries++) await pause(2);
  };

  await server`create database at_once`;
  const running = Array.from({ length: AT_ONCE }, () => runScript('db-migrate.ts', settingsOf('at_once')));
  await waitForWork('at_once');
  const begun = performance.now();
  const ends = await Promise.all(running);
  const workMs = performance.now() - begun;
  const whole = await readLedger('at_once');
  report.add(
    name,
    `${AT_ONCE} at once all end well, and each file ran once`,
    `${ends.filter(({ code }) => code === 0).length} ended with 0, ${whole.files.length} files`,
    ends.every(({ code }) => code === 0) && new Set(whole.files).size === whole.files.length,
  );

  let hit = 0;
  let killed = 0;
  let same = 0;
  for (let round = 0; round < rounds; round++) {
    const database = `killed_${round}`;
    await server.unsafe(`create database ${database}`);
    const scripts = Array.from({ length: AT_ONCE }, () => startScript('db-migrate.ts', settingsOf(database)));
    await waitForWork(database);
    // Early, in the middle and late; what takes up to half as long as it took before is not over.
    await pause(((round + Math.random()) / rounds) * (workMs / 2));
    let struck = 0;
    for (const script of scripts) struck += Number(await script.kill());
    if (struck > 0) hit += 1;
    killed += struck;
    const again = await runScript('db-migrate.ts', settingsOf(database));
    const ledger = again.code === 0 ? await readLedger(database) : null;
    if (JSON.stringify(ledger) === JSON.stringify(whole)) same += 1;
    await server.unsafe(`drop database ${database} with (force)`);
  }
  report.add(
    name,
    'killed anywhere, the next run leads to the same schema',
    `${same} of ${rounds}, ${killed} processes killed in ${hit} rounds`,
    same === rounds && hit === rounds,
  );
  await server.end();
}
