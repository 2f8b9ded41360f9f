import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { embeddedSnapshot } from '../../test/make-app.ts';
import { type OpenDatabase, queryRows } from './client.ts';
import { openEmbedded, vacuumDue } from './embedded.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openEmbedded(undefined, await embeddedSnapshot());
  await database.runScript('create table kept (id int primary key, words text); analyze kept');
});
afterAll(() => database.close());

/** What a statement reads that is prepared, as the ones of the product are. */
const find = () => queryRows(database.db, sql`select words from kept where id = ${17}`);
const read = async () => {
  const [row] = await queryRows<{ scans: string; rows: number; bytes: string }>(
    database.db,
    sql`select s.seq_scan as scans, c.reltuples as rows, pg_table_size('kept') as bytes
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = 'kept'`,
  );
  return { scans: Number(row?.scans), rows: row?.rows, bytes: Number(row?.bytes) };
};
/** The engine keeps its statistics to itself for a second. */
const settle = async () => {
  await Bun.sleep(1100);
  await database.db.execute(sql`select 1`);
};
const fill = () =>
  database.db.execute(
    sql`insert into kept select n, repeat('word ', 20) from generate_series(1, 5000) n on conflict do nothing`,
  );

test('a table that filled is known to have, and statements are planned anew for it', async () => {
  expect(await vacuumDue(database.db)).toEqual([]);
  for (let turn = 0; turn < 3; turn++) expect(await find()).toEqual([]);
  await fill();
  await settle();
  expect(await vacuumDue(database.db)).toEqual(['kept']);
  await settle();
  const before = await read();
  expect(before.rows).toBe(5000);
  for (let turn = 0; turn < 10; turn++) expect(await find()).toHaveLength(1);
  await settle();
  expect((await read()).scans).toBe(before.scans);
  expect(await vacuumDue(database.db)).toEqual([]);
});

test('space of deleted rows is used again', async () => {
  const { bytes } = await read();
  for (let turn = 0; turn < 2; turn++) {
    await database.db.execute(sql`delete from kept`);
    await settle();
    expect(await vacuumDue(database.db)).toEqual(['kept']);
    await fill();
    await settle();
    await vacuumDue(database.db);
  }
  expect((await read()).bytes).toBeLessThan(bytes * 1.5);
}, 300_000);

test('who stops is not held up', async () => {
  await database.db.execute(sql`delete from kept`);
  await settle();
  expect(await vacuumDue(database.db, { isStopping: () => true })).toEqual([]);
  expect(await vacuumDue(database.db)).toEqual(['kept']);
});
