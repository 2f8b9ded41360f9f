import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../test/open-app.ts';
import { mostRowsRead } from '../../test/rows-read.ts';
import { readStatements } from '../../test/statements.ts';
import { queryRows } from '../db/client.ts';
import { refundLimits, tryLimits } from './limits.ts';

const api = await openTestApp();

const toLimits = (name: string, firstMax: number, secondMax: number) => [
  { key: `${name}-first:x`, max: firstMax, windowSeconds: 600 },
  { key: `${name}-second:x`, max: secondMax, windowSeconds: 600 },
];

async function readCounts(name: string): Promise<Record<string, number>> {
  const rows = await queryRows<{ key: string; count: number }>(
    api.db,
    sql`select key, count from rate_limits where starts_with(key, ${`${name}-`})`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key.slice(name.length + 1, -2), Number(count)]));
}

test('P21 one is taken from several limits by one statement, or from none', async () => {
  const limits = toLimits('several', 3, 2);
  const sent = await readStatements(api.db, () => tryLimits(api.db, limits, 1));
  expect(sent).toHaveLength(1);
  expect(await tryLimits(api.db, limits, 1)).toEqual({ secondsLeft: null });
  expect(await readCounts('several')).toEqual({ first: 2, second: 2 });
  const { secondsLeft } = await tryLimits(api.db, limits, 1);
  expect(secondsLeft).toBeGreaterThan(540);
  expect(await readCounts('several')).toEqual({ first: 2, second: 2 });
});

test('P21 however small the scale, one passes; however large, the database can count', async () => {
  for (const scale of [1e-9, 1e12, 1e300]) {
    const limits = toLimits(`scale-${scale}`, 3, 100);
    expect(await tryLimits(api.db, limits, scale)).toMatchObject({ secondsLeft: null });
    if (scale < 1) expect((await tryLimits(api.db, limits, scale)).secondsLeft).not.toBeNull();
  }
});

test('P19 what is refused by one limit is at no time counted by those that come after it', async () => {
  const limits = toLimits('refused', 1, 5);
  await tryLimits(api.db, limits, 1);
  await api.db.execute(sql`delete from rate_limits where key = ${'refused-second:x'}`);
  expect((await tryLimits(api.db, limits, 1)).secondsLeft).not.toBeNull();
  expect(await readCounts('refused')).toEqual({ first: 1 });
});

test('P21 of fifty at once as many pass as the tightest limit lets, and what is given back counts once', async () => {
  const limits = toLimits('burst', 20, 8);
  const tries = await Promise.all(Array.from({ length: 50 }, () => tryLimits(api.db, limits, 1)));
  expect(tries.filter(({ secondsLeft }) => secondsLeft === null).length).toBeLessThanOrEqual(8);
  const passed = tries.filter(({ secondsLeft }) => secondsLeft === null).length;
  expect(await readCounts('burst')).toEqual({ first: passed, second: passed });
  const keys = limits.map(({ key }) => key);
  await Promise.all(Array.from({ length: passed - 1 }, () => refundLimits(api.db, keys)));
  expect(await readCounts('burst')).toEqual({ first: 1, second: 1 });
});

test('counts are given back and forgotten by one statement; one that is not there stays so', async () => {
  const limits = toLimits('back', 5, 5);
  await tryLimits(api.db, limits, 1);
  await tryLimits(api.db, limits, 1);
  const [first = '', second = ''] = limits.map(({ key }) => key);
  const sent = await readStatements(api.db, () =>
    refundLimits(api.db, [first, second, 'back-none:x'], [second]),
  );
  expect(sent).toHaveLength(1);
  expect(await readCounts('back')).toEqual({ first: 1 });
});

test('what is taken and given back is found by its key, however many others are counted', async () => {
  await api.db.execute(sql`
    insert into rate_limits (key, count, window_ends_at)
    select 'crowd:' || n, 1, now() + interval '1 hour' from generate_series(1, 3000) n`);
  await api.db.execute(sql`analyze rate_limits`);
  const limits = toLimits('crowded', 5, 5);
  const [first = '', second = ''] = limits.map(({ key }) => key);
  const read = await mostRowsRead(api.db, 'rate_limits', async () => {
    await tryLimits(api.db, limits, 1);
    await refundLimits(api.db, [first, second], [second]);
  });
  expect(read).toBeLessThanOrEqual(10);
});
