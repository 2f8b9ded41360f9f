import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openPostgres } from '#api/platform/db/client.ts';
import { makeServerFolder, type ServerFolder } from '#api/test/server-process.ts';
import { startPostgres } from '../run/postgres.mjs';

const onPostgres = process.env.TEST_DATABASE_URL ? test : test.skip;

let servers: ServerFolder;
beforeAll(async () => {
  servers = await makeServerFolder();
});
afterAll(() => servers.remove());

// On a server of its own: the pools of the processes would leave too few connections for other tests.
onPostgres(
  'a start says when the processes may take more connections than the server has',
  async () => {
    const postgres = await startPostgres({ settings: ['-F', '-c max_connections=30'] });
    if (!postgres) throw new Error('PostgreSQL did not start');
    const settings = { DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: '10' };
    const tell = async () => {
      const running = await servers.start(settings);
      running.signal('SIGTERM');
      await running.exited;
      return running
        .output()
        .split('\n')
        .filter((line) => line.includes('connections_too_few'));
    };
    const others = [];
    try {
      expect(await tell()).toEqual([]);
      for (let process = 0; process < 2; process++) {
        const other = openPostgres({ url: postgres.url, poolSize: 10 });
        others.push(other);
        await Promise.all(Array.from({ length: 10 }, () => other.db.execute(sql`select pg_sleep(0.5)`)));
      }
      expect(await tell()).toEqual([
        expect.stringMatching(/3 processes may take 30 connections, \d+ too many: PostgreSQL has 30/),
      ]);
    } finally {
      for (const other of others) await other.close();
      await postgres.stop();
    }
  },
  300_000,
);
