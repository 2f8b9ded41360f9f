import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { findMissingAwards } from '../awards/due.ts';
import { inTransaction, queryRows } from '../db/client.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { removeDemo } from './remove.ts';
import { seedScale } from './seed-scale.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

test('LEADER-12 many learners are what their events say', async () => {
  const scale = { learners: 400, leagues: 3, weeks: 2, sections: 2, resources: 3 };
  const seen: number[] = [];
  const settings = { timeZone: 'Asia/Kolkata', onProgress: (learners: number) => seen.push(learners) };
  expect(await seedScale(api.db, scale, settings)).toBe(true);
  expect(seen).toEqual([400]);
  expect(await seedScale(api.db, scale, settings)).toBe(false);
  const drifts = await inTransaction(api.db, findDrift);
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
  const [counted] = await queryRows(
    api.db,
    sql`select count(*)::int as learners, count(*) filter (where completed_resources = 0)::int as idle,
      max(completed_resources)::int as most, count(*) filter (where not is_ranked)::int as unranked
      from learner_stats`,
  );
  expect(counted).toMatchObject({ learners: 400, most: 12, unranked: 8 });
  expect((counted as { idle: number }).idle).toBeGreaterThan(100);
  const awards = await inTransaction(api.db, findMissingAwards);
  expect(awards.map(({ drift }) => drift)).toEqual([0, 0]);
  expect(awards[0]?.rows).toBeGreaterThan(0);
  const [ahead] = await queryRows<{ n: number }>(
    api.db,
    sql`select count(*)::int as n from progress_events where occurred_at > now()`,
  );
  expect(ahead?.n).toBe(0);
});

test('ops -- demo-remove takes all of them and leaves whoever got a password', async () => {
  await api.db.execute(sql`update users set password_hash = 'their own' where id = 'scale-user-7'`);
  expect((await removeDemo(api.db)).scaled).toBe(399);
  expect(await queryRows(api.db, sql`select id from users`)).toEqual([{ id: 'scale-user-7' }]);
  expect(await queryRows<{ id: string }>(api.db, sql`select id from leagues order by id`)).toEqual([
    { id: 'scale-league-2' },
    { id: 'scale-league-3' },
  ]);
  const drifts = await inTransaction(api.db, findDrift);
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
});
