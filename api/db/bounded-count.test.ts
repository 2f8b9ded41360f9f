import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { readStatements } from '../test/statements.ts';
import { countBounded, EXACT_COUNT_MAX } from './bounded-count.ts';

const ROWS = 200_000;
const marks = pgTable('marks', { n: integer('n').primaryKey() });

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({}, async (db) => {
    await db.execute(sql`create table marks as select n from generate_series(1, ${ROWS}::int) n`);
    await db.execute(sql`create index on marks (n)`);
    await db.execute(sql`grant select on marks to public`);
    await db.execute(sql`analyze marks`);
  });
}, 300_000);
afterAll(() => api.close());

const CONDITIONS = {
  all: undefined,
  threeInFour: sql`${marks.n} % 4 > 0`,
  tenth: sql`${marks.n} <= ${ROWS / 10}::int`,
  bound: sql`${marks.n} <= ${EXACT_COUNT_MAX}::int`,
  few: sql`${marks.n} < 100`,
};
const count = () => countBounded(api.db, marks, CONDITIONS);

test('of a large table a sample tells what most rows pass, and what few pass is counted', async () => {
  const counts = await count();
  expect([counts.bound, counts.few]).toEqual([
    { total: EXACT_COUNT_MAX, isEstimate: false },
    { total: 99, isEstimate: false },
  ]);
  for (const [{ total, isEstimate }, rows] of [
    [counts.all, ROWS],
    [counts.threeInFour, ROWS * 0.75],
  ] as const) {
    expect(isEstimate).toBe(true);
    expect(Math.abs(total / rows - 1)).toBeLessThan(0.05);
  }
  // Side by side as they lie, a sample may miss them.
  expect(counts.tenth.isEstimate).toBe(true);
  expect(counts.tenth.total).toBeGreaterThan(EXACT_COUNT_MAX);
});

test('what a sample says most pass is not counted besides; of all rows the size of the table tells', async () => {
  const { all, threeInFour } = CONDITIONS;
  // Pages of a sample are read whole.
  expect(
    await mostRowsRead(api.db, 'marks', () => countBounded(api.db, marks, { all, threeInFour })),
  ).toBeLessThan(EXACT_COUNT_MAX * 0.6);
  expect(await readStatements(api.db, () => countBounded(api.db, marks, { all }))).toHaveLength(1);
  expect(await mostRowsRead(api.db, 'marks', () => countBounded(api.db, marks, { all }))).toBe(0);
});
