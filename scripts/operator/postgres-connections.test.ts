import { afterAll, beforeAll, expect, test } from 'bun:test';
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
  'a start says when its processes may take more connections than the server has',
  async () => {
    const postgres = await startPostgres({ settings: ['-F', '-c max_connections=30'] });
    if (!postgres) throw new Error('PostgreSQL did not start');
    const port = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    port.stop(true);
    const settings = { DATABASE_URL: postgres.url, PORT: String(port.port), DATABASE_POOL_SIZE: '10' };
    const tell = async (workers: string) => {
      const running = await servers.start(settings, ['--workers', workers]);
      running.signal('SIGTERM');
      await running.exited;
      return running
        .output()
        .split('\n')
        .filter((line) => line.includes('connections_too_few'));
    };
    try {
      expect(await tell('2')).toEqual([]);
      expect(await tell('3')).toEqual([
        expect.stringMatching(/3 processes may take 30 connections, \d+ too many: PostgreSQL has 30/),
      ]);
    } finally {
      await postgres.stop();
    }
  },
  300_000,
);
