import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { pathOf } from '#contract/call.ts';
import { saveNote } from '#contract/resource-progress.ts';
import { type OpenDatabase, openPostgres } from './platform/db/client.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { addLeague, enroll } from './test/leagues.ts';
import { addPerson } from './test/people.ts';
import { makeServerFolder, type RunningServer, type ServerFolder } from './test/server-process.ts';

let servers: ServerFolder;
beforeAll(async () => {
  servers = await makeServerFolder();
});
afterAll(() => servers.remove());

test('an argument is refused: settings come from the environment', async () => {
  expect(await servers.refuse({}, ['--workers', '4'])).toEqual({
    code: 1,
    said: "✖ Unknown argument '--workers': settings come from the environment.",
  });
});

const ADMIN = process.env.TEST_DATABASE_URL ?? '';
const describeOnPostgres = ADMIN ? describe : describe.skip;

describeOnPostgres('several processes on one database', () => {
  const name = `test_processes_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(ADMIN || 'postgres://localhost'), { pathname: `/${name}` }).toString();
  const admin = new Bun.SQL(ADMIN, { max: 1 });
  let database: OpenDatabase;
  let learner: Awaited<ReturnType<typeof addPerson>>;
  let resource: string;
  const running: RunningServer[] = [];

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
    for (const server of running) server.signal('SIGKILL');
    await database.close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.close();
  });

  const call = (server: RunningServer, method: string, path: string, body?: unknown) =>
    fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${learner.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  test('a note saved by one process is read by the others at once; the others answer after a kill -9', async () => {
    for (let n = 0; n < 3; n++)
      running.push(await servers.start({ DATABASE_URL: url, DATABASE_POOL_SIZE: '3' }));
    for (let n = 0; n < 30; n++) {
      const [writer, ...readers] = [0, 1, 2].map((at) => running[(n + at) % 3] as RunningServer);
      const note = { personalNote: `note ${n}` };
      expect(
        (await call(writer as RunningServer, 'PUT', pathOf(saveNote, { resourceId: resource }), note)).status,
      ).toBe(200);
      for (const reader of readers) {
        const read = (await (await call(reader, 'GET', `/resource-progress/${resource}`)).json()) as {
          data: { progress: { personalNote: string } };
        };
        expect(read.data.progress).toMatchObject(note);
      }
    }
    const [killed, ...left] = running.splice(0) as [RunningServer, ...RunningServer[]];
    running.push(...left);
    killed.signal('SIGKILL');
    await killed.exited;
    for (const server of left) expect((await call(server, 'GET', '/auth/profile')).status).toBe(200);
  }, 300_000);
});
