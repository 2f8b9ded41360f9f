import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import { type Database, inTransaction, type OpenDatabase, openPostgres, queryRows } from './client.ts';

const url = process.env.TEST_DATABASE_URL;

let api: TestApp;
let database: OpenDatabase;
beforeAll(async () => {
  if (!url) return;
  api = await makeApp();
  const [row] = await queryRows<{ name: string }>(api.db, sql`select current_database() as name`);
  const home = Object.assign(new URL(url), { pathname: `/${row?.name}` }).href;
  database = openPostgres({ url: home, poolSize: 4 });
  await queryRows(
    database.db,
    sql`create table marks (mark int primary key, sign text check (sign <> 'no'))`,
  );
});
afterAll(async () => {
  if (!url) return;
  await database.close();
  await api.close();
});

const CALLERS = 80;
const ROUNDS = 20;

/** Statements whose answer has the mark of who asked: a text that is known, one that is new, one of changing length, none. */
const ASKS: ((db: Database, mark: number) => Promise<unknown>)[] = [
  async (db, mark) =>
    expect(await queryRows(db, sql`select ${mark}::int as known`)).toEqual([{ known: mark }]),
  async (db, mark) =>
    expect(await queryRows(db, sql`select ${mark}::int as new ${sql.raw(`-- ${mark}`)}`)).toEqual([
      { new: mark },
    ]),
  async (db, mark) => {
    const rows = await queryRows<{ n: number }>(
      db,
      sql`select ${mark}::int + g as n from generate_series(1, ${mark % 30}::int) g`,
    );
    expect(rows.map(({ n }) => n - mark)).toEqual(Array.from({ length: mark % 30 }, (_, n) => n + 1));
  },
  async (db, mark) =>
    expect(await queryRows(db, sql.raw(`select ${mark} as unsaid`))).toEqual([{ unsaid: mark }]),
  async (db, mark) => {
    const refused = queryRows(db, sql`insert into marks values (${-mark}::int, ${'no'}::text)`);
    expect(await refused.catch(sqlStateOf)).toBe('23514');
  },
  async (db, mark) => {
    const sign = mark % 2 ? null : `sign ${mark}`;
    expect(await queryRows(db, sql`select ${sign}::text as sign`)).toEqual([{ sign }]);
  },
];

const ask = (db: Database, mark: number, kind = mark) => ASKS[kind % ASKS.length]?.(db, mark);
/** Those that leave a transaction alive. */
const askInside = (tx: Database, mark: number, kind = mark) => ASKS[kind % 4]?.(tx, mark);

test.if(Boolean(url))(
  'F17 P17 of many who ask at once nobody is given the answer of another, and each transaction is whole',
  async () => {
    const kept: number[] = [];
    const call = async (caller: number, round: number) => {
      const mark = 1 + caller * ROUNDS + round;
      const place = (caller * 7 + round * 3) % 10;
      if (place < 5) return ask(database.db, mark);
      if (place === 5) return Promise.all([1, 2, 3, 4].map((kind) => ask(database.db, mark, mark + kind)));
      const isKept = place < 8;
      const work = inTransaction(database.db, async (tx) => {
        const write = sql`insert into marks values (${mark}::int, ${'yes'}::text)`;
        await Promise.all([askInside(tx, mark), queryRows(tx, write), askInside(tx, mark, mark + 1)]);
        await tx
          .transaction((inner) =>
            queryRows(inner as unknown as Database, sql`select ${mark}::int / ${0}::int`),
          )
          .catch((error) => expect(sqlStateOf(error)).toBe('22012'));
        await askInside(tx, mark, mark + 2);
        if (!isKept) throw new Error('given up');
      });
      if (!isKept) return expect(work).rejects.toThrow('given up');
      kept.push(mark);
      return work;
    };
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let round = 0; round < ROUNDS; round++) await call(caller, round);
      }),
    );
    const rows = await queryRows<{ mark: number }>(database.db, sql`select mark from marks order by mark`);
    expect(rows.map(({ mark }) => mark)).toEqual(kept.toSorted((a, b) => a - b));
  },
);
