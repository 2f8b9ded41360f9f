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

  await server`create database at_once`;
  const ends = await Promise.all(
    Array.from({ length: AT_ONCE }, () => runScript('db-migrate.ts', settingsOf('at_once'))),
  );
  const whole = await readLedger('at_once');
  report.add(
    name,
    `${AT_ONCE} at once all end well, and each file ran once`,
    `${ends.filter(({ code }) => code === 0).length} ended with 0, ${whole.files.length} files`,
    ends.every(({ code }) => code === 0) && new Set(whole.files).size === whole.files.length,
  );

  let killed = 0;
  let same = 0;
  for (let round = 0; round < rounds; round++) {
    const database = `killed_${round}`;
    await server.unsafe(`create database ${database}`);
    const running = Array.from({ length: AT_ONCE }, () => startScript('db-migrate.ts', settingsOf(database)));
    await pause(300 + Math.random() * 1500);
    for (const script of running) killed += Number(await script.kill());
    const again = await runScript('db-migrate.ts', settingsOf(database));
    const ledger = again.code === 0 ? await readLedger(database) : null;
    if (JSON.stringify(ledger) === JSON.stringify(whole)) same += 1;
    await server.unsafe(`drop database ${database} with (force)`);
  }
  report.add(
    name,
    'killed anywhere, the next run leads to the same schema',
    `${same} of ${rounds}, ${killed} processes killed`,
    same === rounds && killed > 0,
  );
  await server.end();
}
