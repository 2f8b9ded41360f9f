import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { inTransaction, queryRows } from '../db/client.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { seedScale } from './seed-scale.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

test('LEADER-12 many learners are what their events say', async () => {
  await seedScale(api.db, { learners: 400, leagues: 3, weeks: 2, sections: 2, resources: 3 });
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
});
