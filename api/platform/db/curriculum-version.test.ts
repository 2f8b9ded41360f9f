import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../test/open-app.ts';
import { type Database, inTransaction, queryRows } from './client.ts';
import { currentCurriculumVersion, raiseCurriculumVersion } from './curriculum-version.ts';

const api = await openTestApp();

async function read(db: Database = api.db): Promise<number> {
  const [row] = await queryRows<{ version: number }>(db, sql`select ${currentCurriculumVersion} as version`);
  return row?.version ?? Number.NaN;
}

test('ENT-38 each raise gives another number; one that is rolled back gives none', async () => {
  const versions = [await read()];
  expect(versions).toEqual([0]);
  for (let n = 0; n < 3; n++) {
    await inTransaction(api.db, raiseCurriculumVersion);
    versions.push(await read());
  }
  expect(versions.toSorted((a, b) => a - b)).toEqual(versions);
  expect(new Set(versions).size).toBe(4);
  const undone = inTransaction(api.db, async (tx) => {
    await raiseCurriculumVersion(tx);
    throw new Error('changed our mind');
  });
  expect(undone).rejects.toThrow('changed our mind');
  await undone.catch(() => {});
  expect(await read()).toBe(versions.at(-1) ?? 0);
});

test('F17 ENT-38 changes at the same time all count', async () => {
  const seen = new Set<number>();
  await Promise.all(
    Array.from({ length: 8 }, () =>
      inTransaction(api.db, async (tx) => {
        await raiseCurriculumVersion(tx);
        seen.add(await read(tx));
      }),
    ),
  );
  expect(seen.size).toBe(8);
  expect(await read()).toBe(Math.max(...seen));
});
