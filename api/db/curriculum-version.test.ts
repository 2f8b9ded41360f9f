import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createSharedLeagueReader } from '../learning/shared-league.ts';
import { addLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { type Database, inTransaction, queryRows } from './client.ts';
import { curriculumVersion } from './curriculum-version.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

async function read(db: Database = api.db): Promise<string> {
  const [row] = await queryRows<{ version: string }>(db, sql`select ${curriculumVersion} as version`);
  return row?.version ?? '';
}

const countRows = async () => (await queryRows(api.db, sql`select id from curriculum_changes`)).length;

test('ENT-38 whatever the curriculum holds has a trigger that changes its version', async () => {
  const tables = await queryRows<{ name: string }>(
    api.db,
    sql`select tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'note_curriculum_change'::regproc and tgenabled = 'O' and tgtype & 60 = 60 order by 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'assignments',
    'badges',
    'cohorts',
    'leagues',
    'resources',
    'sections',
    'specialization_leagues',
    'specializations',
    'weeks',
  ]);
});

test('ENT-38 each change has its version, the ends of a cascade too; what is rolled back has none', async () => {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 2 });
  const versions = [await read()];
  const [week] = league.weeks;
  const [section] = week?.sections ?? [];
  for (const change of [
    sql`update resources set title = title || '!' where section_id = ${section?.id}`,
    sql`update resources set "order" = "order" + 10 where section_id = ${section?.id}`,
    sql`delete from resources where id = ${section?.resources[0]?.id}`,
    sql`delete from weeks where id = ${week?.id}`,
    sql`delete from cohorts where false`,
  ]) {
    await api.db.execute(change);
    versions.push(await read());
  }
  expect(new Set(versions).size).toBe(versions.length);
  const undone = inTransaction(api.db, async (tx) => {
    await tx.execute(sql`delete from leagues where id = ${league.id}`);
    throw new Error('changed our mind');
  });
  expect(undone).rejects.toThrow('changed our mind');
  await undone.catch(() => {});
  expect(await read()).toBe(versions.at(-1) ?? '');
});

test('ENT-38 a savepoint that is rolled back takes its note along, and a change after it is noted', async () => {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  const before = await read();
  const rename = (tx: Database) =>
    tx.execute(sql`update leagues set description = 'New' where id = ${league.id}`);
  await inTransaction(api.db, async (tx) => {
    const undone = tx.transaction(async (inner) => {
      await rename(inner as unknown as Database);
      throw new Error('this part');
    });
    await undone.catch(() => {});
    await rename(tx);
  });
  expect(await read()).not.toBe(before);
});

test('ENT-38 the rows that say so stay few, however many changes there are', async () => {
  const league = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
  for (let n = 0; n < 20; n++) {
    await api.db.execute(sql`update leagues set description = ${`Text ${n}`} where id = ${league.id}`);
  }
  expect(await countRows()).toBe(1);
  await inTransaction(api.db, async (tx) => {
    for (let n = 0; n < 5; n++) {
      await tx.execute(sql`update leagues set description = ${`Part ${n}`} where id = ${league.id}`);
    }
  });
  expect(await countRows()).toBe(1);
});

test.if(Boolean(process.env.TEST_DATABASE_URL))(
  'F17 ENT-38 two who change the curriculum at once do not wait for each other, and both count',
  async () => {
    const [one, two] = [await addLeague(api.db), await addLeague(api.db)];
    const rename = (tx: Database, id: string) =>
      tx.execute(sql`update leagues set description = 'At once' where id = ${id}`);
    const before = await read();
    let between = '';
    await inTransaction(api.db, async (tx) => {
      await rename(tx, one.id);
      await inTransaction(api.db, (other) => rename(other, two.id));
      between = await read();
    });
    const after = await read();
    expect(new Set([before, between, after]).size).toBe(3);
    expect(BigInt(after) > BigInt(between) && BigInt(between) > BigInt(before)).toBe(true);
  },
);

test('ENT-38 a league is read with the version of the same moment', async () => {
  const league = await addLeague(api.db);
  const found = await createSharedLeagueReader(api.db)(league.id);
  expect(found.version).toBe(await read());
  expect(found.value?.weeks.length).toBe(2);
  expect((await createSharedLeagueReader(api.db)('no-such-league')).value).toBeNull();
});
