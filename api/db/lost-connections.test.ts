import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { isUnavailable } from '../errors/sql-state.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
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

onPostgres('F3 a connection that closed with a statement half sent is opened again', async () => {
  const { hostname, port } = new URL(home);
  const sockets: ReturnType<typeof connect>[] = [];
  const client = postgres(home, {
    max: 1,
    connect_timeout: 2,
    onnotice: () => {},
    socket: () =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => resolve(socket));
        socket.once('error', reject);
        sockets.push(socket);
      }),
  } as postgres.Options<Record<string, never>>);
  try {
    await client.unsafe('select 1');
    const cut = client.unsafe('select 2').catch((error: unknown) => error);
    // The statement waits to be written when the connection is reported closed.
    await Promise.resolve();
    await Promise.resolve();
    sockets[0]?.emit('close', false);
    expect(isUnavailable(await cut)).toBe(true);
    const [row] = await client.unsafe('select 3 as three');
    expect(row?.three).toBe(3);
    expect(sockets.length).toBe(2);
  } finally {
    sockets[0]?.destroy();
    await client.end({ timeout: 1 });
  }
});
