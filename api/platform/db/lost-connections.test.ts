import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { isUnavailable } from '../errors/sql-state.ts';
import { inTransaction, type OpenDatabase, openPostgres, queryRows } from './client.ts';

const url = process.env.TEST_DATABASE_URL;
/** The embedded engine has no connection to lose. */
const onPostgres = test.if(Boolean(url));

let api: TestApp;
let home: string;
/** A pool of one connection, so that whoever asks next is given the one that was lost. */
let lone: OpenDatabase;
/** Ends connections of the other pool. */
let killer: OpenDatabase;

beforeAll(async () => {
  if (!url) return;
  api = await makeApp();
  const [row] = await queryRows<{ name: string }>(api.db, sql`select current_database() as name`);
  home = Object.assign(new URL(url), { pathname: `/${row?.name}` }).href;
  lone = openPostgres({ url: home, poolSize: 1 });
  killer = openPostgres({ url: home, poolSize: 1 });
  await queryRows(killer.db, sql`create table kept (word text)`);
});
afterAll(async () => {
  if (!url) return;
  await lone.close();
  await killer.close();
  await api.close();
});
beforeEach(async () => {
  if (url) await queryRows(killer.db, sql`truncate kept`);
});

const listKept = async () =>
  (await queryRows<{ word: string }>(killer.db, sql`select word from kept order by word`)).map(
    ({ word }) => word,
  );

async function endConnection(db: OpenDatabase['db']): Promise<void> {
  const [row] = await queryRows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  await queryRows(killer.db, sql`select pg_terminate_backend(${row?.pid}, 1000)`);
}

/** A promise and its end, for the order of two pieces of work. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

onPostgres(
  'P40 F3 a connection lost inside a transaction is one error, and the next call is served',
  async () => {
    const failed = await inTransaction(lone.db, async (tx) => {
      await endConnection(tx);
      await queryRows(tx, sql`insert into kept values ('lost')`);
    }).catch((error: unknown) => error);
    expect(isUnavailable(failed)).toBe(true);
    // What the driver left to be sent a turn later ended the process from there.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await queryRows<{ one: number }>(lone.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(await listKept()).toEqual([]);
  },
);

onPostgres(
  'P40 P41 what is left of a lost transaction is not heard in the transaction of another',
  async () => {
    const cut = gate();
    const written = gate();
    const late = gate();
    const lost = inTransaction(lone.db, async (tx) => {
      await endConnection(tx);
      cut.open();
      await written.opened;
      // The one connection now carries the transaction of somebody else.
      await queryRows(tx, sql`insert into kept values ('late')`).catch(() => {});
      late.open();
      throw new Error('rolled back');
    }).catch((error: unknown) => error);
    await cut.opened;
    expect(isUnavailable(await lost)).toBe(true);
    await inTransaction(lone.db, async (tx) => {
      await queryRows(tx, sql`insert into kept values ('acknowledged')`);
      written.open();
      await late.opened;
      // A ROLLBACK of the lost transaction would have undone this one.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await queryRows(tx, sql`insert into kept values ('and the rest')`);
    });
    expect(await listKept()).toEqual(['acknowledged', 'and the rest']);
  },
);

onPostgres('P40 a script whose connection is lost says so, and does not end the process', async () => {
  const failed = await lone
    .runScript('select pg_terminate_backend(pg_backend_pid())')
    .catch((error: unknown) => error);
  expect(isUnavailable(failed)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await queryRows<{ one: number }>(lone.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

/** A proxy in front of the server, which can cut what goes through it. */
async function openProxy() {
  const { hostname, port } = new URL(home);
  const sockets: Socket[] = [];
  let isCutting = false;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    near.on('data', (bytes: Buffer) => {
      if (!isCutting) return far.write(bytes);
      // Half of what was sent arrives.
      far.end(bytes.subarray(0, bytes.length / 2));
      return near.destroy();
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const socket of [near, far]) socket.on('error', () => {});
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    connections: () => sockets.length / 2,
    cut: (is: boolean) => {
      isCutting = is;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

onPostgres('F3 a connection that closed with a statement half sent is opened again', async () => {
  const proxy = await openProxy();
  const url = Object.assign(new URL(home), { hostname: '127.0.0.1', port: proxy.port }).href;
  const database = openPostgres({ url, poolSize: 1 });
  try {
    await queryRows(database.db, sql`select 1`);
    proxy.cut(true);
    const cut = await queryRows(database.db, sql`insert into kept values ('cut')`).catch((error) => error);
    expect(isUnavailable(cut)).toBe(true);
    proxy.cut(false);
    expect(await queryRows<{ three: number }>(database.db, sql`select 3 as three`)).toEqual([{ three: 3 }]);
    expect(proxy.connections()).toBe(2);
    expect(await listKept()).toEqual([]);
  } finally {
    proxy.stop();
    await database.close();
  }
});

onPostgres(
  'P40 of several hosts the next one is asked when one cannot be reached, in a transaction too',
  async () => {
    const { username, host, pathname } = new URL(home);
    // One is not there, one hangs up before it says anything.
    const rude = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const { port } = rude.address() as AddressInfo;
    const open = (...hosts: string[]) =>
      openPostgres({ url: `postgres://${username}@${hosts.join(',')}${pathname}`, poolSize: 2 });
    const database = open('127.0.0.1:1', `127.0.0.1:${port}`, host);
    const other = open('127.0.0.1:1', host, '127.0.0.1:2');
    const one = (db: OpenDatabase['db']) => queryRows<{ one: number }>(db, sql`select 1 as one`);
    try {
      expect(await Promise.all([one(database.db), one(database.db)])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
      expect(await inTransaction(other.db, one)).toEqual([{ one: 1 }]);
      await other.runScript('select 1');
    } finally {
      await database.close();
      await other.close();
      rude.close();
    }
  },
);
