import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { findDrift } from '#api/learning/counter-drift.ts';
import { inTransaction, queryRows } from '#api/platform/db/client.ts';
import { openEmbedded } from '#api/platform/db/embedded.ts';
import { embeddedSnapshot } from '#api/test/make-app.ts';
import { seedLearners } from './seed.ts';

const ZONE = 'Asia/Kolkata';

test('LEADER-12 many learners are what their events say', async () => {
  const database = await openEmbedded(undefined, await embeddedSnapshot());
  const { tokens } = await seedLearners(database, 8, ZONE);
  expect(tokens).toHaveLength(8);
  const drifts = await inTransaction(database.db, (tx) => findDrift(tx, ZONE));
  expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
  const [counted] = await queryRows(
    database.db,
    sql`select count(*)::int as learners, count(distinct completed_resources) > 4 as differ,
      (select count(*)::int from progress_events where occurred_at > now()) as ahead
      from learner_stats where is_ranked`,
  );
  expect(counted).toEqual({ learners: 8, differ: true, ahead: 0 });
  await database.close();
});
