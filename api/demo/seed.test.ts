import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import { countClosedPeriods } from '../analytics/activity-counts.ts';
import { DEMO_PASSWORD } from '../auth/published-passwords.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { recordWeekRanks } from '../leaderboard/week-ranks.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { parseEnv } from '../process/env.ts';
import { demoData } from '../test/demo.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { seedDemo, seedDemoOnce } from './seed.ts';

const development = parseEnv({});
const production = parseEnv({ NODE_ENV: 'production' });

let api: TestApp;
beforeAll(async () => {
  api = await makeApp({}, demoData);
});
afterAll(() => api.close());

const signIn = (email: string) => api.call(login, { body: { email, password: DEMO_PASSWORD } });

test('every demo account signs in with the one password, but for the suspended one', async () => {
  for (const account of DEMO_ACCOUNTS) {
    const reply = await signIn(account.email);
    expect([account.email, reply.status]).toEqual([
      account.email,
      account.status === 'SUSPENDED' ? 401 : 200,
    ]);
    if (reply.status !== 200) continue;
    expect(reply.body.data.user).toMatchObject({
      role: account.role,
      status: account.status,
      emailVerified: account.isVerified,
      migratedToV2: account.isMigrated ? true : null,
    });
    expect(
      reply.body.data.user.pathfinderScopes.map((scope: { league: { name: string } }) => scope.league.name),
    ).toEqual([...account.scopes].sort());
  }
});

test('the luminary is 60 % through three leagues and the fresh account has none', async () => {
  const luminary = (await signIn('luminary@demo.openleague.test')).body.data.user;
  expect(luminary.enrollments.map((entry: { league: { name: string } }) => entry.league.name).sort()).toEqual(
    ['Finance', 'ML', 'Quantum'],
  );
  const rows = await queryRows<{ share: string }>(
    api.db,
    sql`select round(100.0 * p.completed_resources / l.resources_count) as share
        from league_progress p join leagues l on l.id = p.league_id where p.user_id = ${luminary.id}`,
  );
  for (const { share } of rows) expect(Math.abs(Number(share) - 60)).toBeLessThanOrEqual(4);
  const fresh = (await signIn('fresh@demo.openleague.test')).body.data;
  const profile = await api.call(getProfile, { token: fresh.accessToken });
  expect(profile.body.data.enrollments).toEqual([]);
});

test('the leaderboard is worth looking at, and every counter is true to the events', async () => {
  const [ranked] = await queryRows<{ n: string }>(
    api.db,
    sql`select count(*) as n from learner_stats where is_ranked and completed_resources > 0`,
  );
  expect(Number(ranked?.n)).toBeGreaterThanOrEqual(40);
  const counters = await inTransaction(api.db, (tx) => findDrift(tx));
  expect(counters.length).toBeGreaterThan(5);
  expect(counters.filter(({ drift }) => drift !== 0)).toEqual([]);
});

test('it is loaded once, into a database without accounts, and never in production', async () => {
  expect(await seedDemoOnce(api.db, development)).toBe(false);
  const before = await countRows(api.db);
  expect(await seedDemo(api.db, development)).toBe(false);
  expect(await countRows(api.db)).toEqual(before);
  const other = await makeApp();
  await expect(seedDemo(other.db, production)).rejects.toThrow('NODE_ENV=production');
  expect(await seedDemoOnce(other.db, production)).toBe(false);
  await addPerson(other.db);
  await expect(seedDemo(other.db, development)).rejects.toThrow(/already holds accounts.*DATABASE_URL/);
  await other.close();
});

test('a database that the product has run on gets the same as a new one', async () => {
  const used = await makeApp();
  await recordWeekRanks(used.db, development.TIME_ZONE);
  await countClosedPeriods(used.db, development.TIME_ZONE);
  expect(await seedDemoOnce(used.db, development)).toBe(true);
  const [one, other] = await Promise.all([api, used].map(({ db }) => countRows(db)));
  expect(other).toEqual(one as NonNullable<typeof one>);
  expect(await recordWeekRanks(used.db, development.TIME_ZONE)).toBe(false);
  expect(await countClosedPeriods(used.db, development.TIME_ZONE)).toBeGreaterThan(0);
  const [active] = await queryRows<{ n: number }>(
    used.db,
    sql`select max(learners) as n from activity_counts`,
  );
  expect(active?.n).toBeGreaterThan(0);
  await used.close();
});

test('a failure leaves nothing half done and says what to do', async () => {
  const broken = await makeApp();
  await broken.owner.execute(sql`alter table rank_snapshots add constraint none check (rank > 10)`);
  const before = await countRows(broken.db);
  await expect(seedDemo(broken.db, development)).rejects.toThrow(
    /not loaded \(.*none.*\); the database is as it was.*DATABASE_URL/,
  );
  expect(await countRows(broken.db)).toEqual(before);
  await broken.close();
});

/** How many rows each table holds that the demo data writes to. */
function countRows(db: Database) {
  const tables = [
    ...['users', 'cohorts', 'leagues', 'resources', 'assignments', 'enrollments', 'progress_events'],
    ...['learner_stats', 'league_progress', 'rank_weeks', 'rank_snapshots', 'activity_counts'],
  ];
  return queryRows(
    db,
    sql.raw(
      tables
        .map((table) => `select '${table}' as name, count(*)::int as n from ${table}`)
        .join(' union all '),
    ),
  );
}
