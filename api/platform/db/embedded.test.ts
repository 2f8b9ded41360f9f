import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { embeddedSnapshot } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import { inTransaction, queryRows } from './client.ts';
import { openEmbedded } from './embedded.ts';

const onEmbedded = test.skipIf(Boolean(process.env.TEST_DATABASE_URL));

const api = await openTestApp();

const ask = (query: SQL) => queryRows<Record<string, unknown>>(api.db, query);
const stateOf = (asked: Promise<unknown>) => asked.then(() => null, sqlStateOf);

onEmbedded('F17 a refused statement says why and leaves the next ones alone', async () => {
  await ask(sql`create temp table refusing (id int primary key)`);
  const insert = (id: unknown) => ask(sql`insert into refusing values (${id}) returning id`);
  for (let n = 0; n < 3; n++) expect(await insert(n)).toEqual([{ id: n }]);
  expect(await stateOf(insert(2))).toBe('23505');
  expect(await stateOf(insert('no number'))).toBe('22P02');
  expect(await stateOf(ask(sql`selec ${1}`))).toBe('42601');
  expect(await insert(3)).toEqual([{ id: 3 }]);
});

onEmbedded('F17 values are read as their types, the first time and again', async () => {
  const values = sql`select ${'grün 🌱'} || '' as text, ${true}::bool as yes, ${-1.5}::float8 as number,
    ${'9007199254740993'}::bigint as large, ${'12.50'}::numeric as exact, ${null}::text as nothing, null::jsonb as no_json,
    ${'null'}::jsonb as json_null, ${{ a: [1, null] }}::jsonb as json, ${sql.param(['a,"b"', '\\c'])}::text[] as list,
    ${'2026-01-02T03:04:05Z'}::timestamptz as moment, ${new Uint8Array([0, 255])}::bytea as bytes`;
  for (let n = 0; n < 3; n++) {
    expect(await ask(values)).toEqual([
      {
        text: 'grün 🌱',
        yes: true,
        number: -1.5,
        large: 9007199254740993n,
        exact: '12.50',
        nothing: null,
        no_json: null,
        json_null: null,
        json: { a: [1, null] },
        list: ['a,"b"', '\\c'],
        moment: '2026-01-02 03:04:05+00',
        bytes: new Uint8Array([0, 255]),
      },
    ]);
  }
  // More than the engine hands over at a time, and none.
  const text = 'ü'.repeat(100_000);
  expect(await ask(sql`select ${text} || n as long from generate_series(1, 3) n`)).toEqual(
    [1, 2, 3].map((n) => ({ long: `${text}${n}` })),
  );
  expect(await ask(sql`select 1 where false`)).toEqual([]);
});

onEmbedded(
  'F17 what was asked before the database is closed is answered, what comes after is refused',
  async () => {
    const { db, close } = await openEmbedded(undefined, await embeddedSnapshot());
    const count = () => queryRows(db, sql`select count(*)::int as count from closing`);
    await queryRows(db, sql`create table closing (id int)`);
    const transaction = inTransaction(db, async (tx) => {
      for (let id = 0; id < 3; id++) await tx.execute(sql`insert into closing values (${id})`);
    });
    const before = count();
    const closing = close();
    // The next turn, in which the transaction may still run.
    await Bun.sleep(0);
    const reasonOf = (asked: Promise<unknown>) => asked.catch((error) => error.cause.message);
    expect(await reasonOf(count())).toBe('The embedded database is closed');
    await transaction;
    expect(await before).toEqual([{ count: 3 }]);
    await closing;
    expect(await reasonOf(count())).toBe('The embedded database is closed');
  },
);

onEmbedded(
  'F17 a transaction is rolled back when its work fails, and when it hides that a statement did',
  async () => {
    await ask(sql`create temp table rolled_back (id int)`);
    const insert = sql`insert into rolled_back values (${1})`;
    const failing = inTransaction(api.db, async (tx) => {
      await tx.execute(insert);
      throw new Error('The work failed');
    });
    await expect(failing).rejects.toThrow('The work failed');
    const hiding = inTransaction(api.db, async (tx) => {
      await tx.execute(insert);
      await tx.execute(sql`select 1 / ${0}::int`).catch(() => {});
    });
    expect(await stateOf(hiding)).toBe('25P02');
    expect(await ask(sql`select id from rolled_back`)).toEqual([]);
  },
);

onEmbedded(
  'F17 nobody else is heard while a transaction is open, and it is not heard once it is over',
  async () => {
    await ask(sql`create temp table in_turns (who text)`);
    const insert = (who: string) => sql`insert into in_turns values (${who})`;
    let kept = api.db;
    const transaction = inTransaction(api.db, async (tx) => {
      kept = tx;
      await tx.execute(insert('first'));
      await Bun.sleep(1);
      // It is not waited for, and still part of the transaction.
      void queryRows(tx, insert('second'));
    });
    await Promise.all([transaction, ask(insert('other'))]);
    expect(await ask(sql`select who from in_turns`)).toEqual(
      ['first', 'second', 'other'].map((who) => ({ who })),
    );
    await expect(queryRows(kept, insert('late'))).rejects.toThrow();
    expect(await ask(sql`select count(*)::int as count from in_turns`)).toEqual([{ count: 3 }]);
  },
);

onEmbedded('F17 the engine plans as PostgreSQL does, in an eighth of its usual memory', async () => {
  const names = ['plan_cache_mode', 'random_page_cost', 'shared_buffers'];
  const settings = await ask(sql`select name, current_setting(name) as value from pg_settings
    where name in (${sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    )}) order by name`);
  expect(settings.map(({ value }) => value)).toEqual(['force_generic_plan', '1.1', '16MB']);
});
