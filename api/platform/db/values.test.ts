import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../test/open-app.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import { queryRows, toIso } from './client.ts';
import { sessions } from './schema/accounts.ts';

const api = await openTestApp();

/** What a value comes as; asked three times, because a driver may send and read it in another form once it knows it. */
async function read(written: string): Promise<unknown> {
  const asked: unknown[] = [];
  for (let n = 0; n < 3; n++) {
    const query =
      n < 2
        ? sql`select ${sql.raw(written)} as value`
        : sql`select ${sql.raw(written)} as value where ${1}::int = 1`;
    asked.push((await queryRows<{ value: unknown }>(api.db, query))[0]?.value);
  }
  expect(asked).toEqual([asked[0], asked[0], asked[0]]);
  return asked[0];
}

test('a value comes as the same from either database', async () => {
  const expected: Record<string, unknown> = {
    "array['a', 'b,\"c', null]::text[]": ['a', 'b,"c', null],
    '7::int': 7,
    '7::bigint': Bun.env.TEST_DATABASE_URL ? '7' : 7,
    '1.5::float8': 1.5,
    "'NaN'::float8": Number.NaN,
    '1.50::numeric': '1.50',
    true: true,
    'null::timestamptz': null,
    '\'{"a": [1, "x"]}\'::jsonb': { a: [1, 'x'] },
    '\'"text"\'::json': 'text',
    "''::text": '',
    "'12:13:14.123456'::time": '12:13:14.123456',
    "'2026-01-02'::date::text": '2026-01-02',
  };
  for (const [written, value] of Object.entries(expected)) {
    expect([written, await read(written)]).toEqual([written, value]);
  }
});

test('a moment is read to the millisecond, whatever the time zone, from a column and from a query by hand', async () => {
  const expected = {
    '2026-01-02 03:04:05.678+00': '2026-01-02T03:04:05.678Z',
    '2026-01-02 08:34:05.678+05:30': '2026-01-02T03:04:05.678Z',
    '2026-01-02 03:04:05.6+00': '2026-01-02T03:04:05.600Z',
    '2026-01-02 03:04:00+00': '2026-01-02T03:04:00.000Z',
    '1969-12-31 23:59:59.99+00': '1969-12-31T23:59:59.990Z',
  };
  for (const [written, iso] of Object.entries(expected)) {
    expect(toIso((await read(`'${written}'::timestamptz`)) as string | Date)).toBe(iso);
    const at = sql`${written}::timestamptz`.mapWith(sessions.createdAt);
    expect(await api.db.select({ at }).from(sql`(select) one`)).toEqual([{ at: new Date(iso) }]);
  }
});

test('JSON is given as text, and a list as one parameter', async () => {
  const list = JSON.stringify(['a', 'b "c"', 'ü']);
  const asked = sql`select json_array_length(${list}::json)::int as n, ${list}::jsonb ->> 1 as second,
    array(select value from json_array_elements_text(${list}::json)) as all, ${'"text"'}::jsonb as word`;
  const row = { n: 3, second: 'b "c"', all: ['a', 'b "c"', 'ü'], word: 'text' };
  expect(await queryRows(api.db, asked)).toEqual([row]);
});

test('H1 text is kept whole however long it is; NUL is refused, half a surrogate pair is written as one sign', async () => {
  const long = 'é😀'.repeat(1_000_000);
  const [row] = await queryRows<{ text: string }>(api.db, sql`select ${long}::text as text`);
  expect(row?.text === long).toBe(true);
  const half = await queryRows<{ text: string }>(api.db, sql`select ${'a\ud800b'}::text as text`);
  expect(half).toEqual([{ text: 'a\ufffdb' }]);
  const nul = queryRows(api.db, sql`select ${'a\0b'}::text`);
  expect(await nul.catch(sqlStateOf)).toBe('22021');
});

test('moments are stored to the millisecond, which is what a driver can hand out', async () => {
  const finer = await queryRows(
    api.db,
    sql`select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type like 'timestamp%' and datetime_precision > 3 order by 1, 2`,
  );
  expect(finer).toEqual([]);
});
