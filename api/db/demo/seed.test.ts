import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getProfile, login } from '../../contract/auth.ts';
import { findDrift } from '../../learning/counter-drift.ts';
import { demoData } from '../../test/demo.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { inTransaction, queryRows } from '../client.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { DemoRefused, seedDemo, seedDemoOnce } from './seed.ts';

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

test('it is loaded once, into an empty database, and never in production', async () => {
  expect(await seedDemoOnce(api.db, 'development')).toBe(false);
  await expect(seedDemo(api.db, 'development')).rejects.toThrow(DemoRefused);
  const empty = await makeApp();
  await expect(seedDemo(empty.db, 'production')).rejects.toThrow('NODE_ENV=production');
  expect(await seedDemoOnce(empty.db, 'production')).toBe(false);
  expect(await seedDemoOnce(empty.db, 'development')).toBe(true);
  await empty.close();
});
