import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathOf } from '#contract/call.ts';
import { saveNote } from '#contract/resource-progress.ts';
import { type OpenDatabase, openPostgres } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { readWorkers } from './process/workers.ts';
import { addLeague, enroll } from './test/leagues.ts';
import { addPerson } from './test/people.ts';
import { makeServerFolder, type RunningServer, type ServerFolder } from './test/server-process.ts';

let servers: ServerFolder;
beforeAll(async () => {
  servers = await makeServerFolder();
});
afterAll(() => servers.remove());

test('more than one process is refused without PostgreSQL, and what is no number of processes', async () => {
  // The variable of a worker, set by hand, does not let a start skip its checks.
  for (const ofProcess of ['', '1:0', ':', '0']) {
    const { code, said } = await servers.refuse({ WORKER_OF: ofProcess }, ['--workers', '2']);
    expect([code, said]).toEqual([
      1,
      '✖ More than one process needs PostgreSQL: set DATABASE_URL. The embedded database belongs to one.',
    ]);
  }
  for (const count of ['0', '65', 'many', '']) {
    expect(() => readWorkers([`--workers=${count}`])).toThrow('--workers takes a number from 1 to 64.');
  }
  expect([readWorkers(['--workers', '4']), readWorkers(['--workers=4']), readWorkers([])]).toEqual([4, 4, 1]);
  // What npm leaves of '--workers 4' without -- before it, a slip of the pen, and a word too many.
  for (const args of [['4'], ['--worker', '4'], ['--workers', '4', 'more'], ['--help']]) {
    expect(() => readWorkers(args)).toThrow(/^Unknown argument '\S+'\. Usage: npm start \[-- --workers N\]$/);
  }
});

const ADMIN = process.env.TEST_DATABASE_URL ?? '';
const describeOnPostgres = ADMIN ? describe : describe.skip;

describeOnPostgres('several processes on one address', () => {
  const name = `test_workers_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(ADMIN || 'postgres://localhost'), { pathname: `/${name}` }).toString();
  const admin = new Bun.SQL(ADMIN, { max: 1 });
  let database: OpenDatabase;
  let learner: Awaited<ReturnType<typeof addPerson>>;
  let resource: string;
  let running: RunningServer | undefined;

  beforeAll(async () => {
    await admin.unsafe(`create database ${name}`);
    database = openPostgres({ url, poolSize: 2 });
    await migrateDatabase(database);
    const league = await addLeague(database.db);
    learner = await addPerson(database.db);
    await enroll(database.db, learner.id, league);
    resource = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
  });
  afterAll(async () => {
    running?.signal('SIGKILL');
    await database.close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.close();
  });

  const listWorkers = () =>
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .filter((pid) => {
        try {
          const parent = readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1];
          return Number(parent) === running?.pid;
        } catch {
          return false;
        }
      })
      .map(Number);

  /** On a connection of its own, which any of the processes may accept. */
  async function call(method: string, path: string, body?: unknown) {
    return fetch(`${running?.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${learner.token}`,
        connection: 'close',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  test('what one writes all read at once; one that dies is replaced; a signal ends them all', async () => {
    const port = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    port.stop(true);
    const settings = { DATABASE_URL: url, PORT: String(port.port), DATABASE_POOL_SIZE: '3' };
    running = await servers.start(settings, ['--workers', '3']);
    // Asked once a look: a process that is just being made stands in one list and not in the next.
    const untilWorkers = async (isSo: (workers: number[]) => boolean) => {
      for (let tries = 0; tries < 200; tries++) {
        const workers = listWorkers();
        if (workers.length === 3 && isSo(workers)) return workers;
        await Bun.sleep(50);
      }
      throw new Error(`There are ${listWorkers().length} workers`);
    };
    const first = await untilWorkers(() => true);

    for (let n = 1; n <= 60; n++) {
      const saved = await call('PUT', pathOf(saveNote, { resourceId: resource }), {
        personalNote: `note ${n}`,
      });
      expect([n, saved.status]).toEqual([n, 200]);
      const read = (await (await call('GET', `/resource-progress/${resource}`)).json()) as {
        data: { progress: { personalNote: string } };
      };
      expect(read.data.progress.personalNote).toBe(`note ${n}`);
    }

    process.kill(first[0] as number, 'SIGKILL');
    await untilWorkers((workers) => !workers.includes(first[0] as number));
    expect((await call('GET', '/auth/profile')).status).toBe(200);

    running.signal('SIGTERM');
    expect(await running.exited).toBe(0);
    for (const pid of first) expect(() => process.kill(pid, 0)).toThrow();
    running = undefined;
  }, 300_000);
});
