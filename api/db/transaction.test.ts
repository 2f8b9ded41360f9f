import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createId } from '../process/secrets.ts';
import { addLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { inTransaction } from './client.ts';
import { badges } from './schema/awards.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

/** Gives a badge to a league in a transaction; the first looks find a league that is gone by the time of the write. */
async function giveBadge(staleLooks: number) {
  const league = await addLeague(api.db, { weeks: 0 });
  let looks = 0;
  const giving = inTransaction(api.db, async (tx) => {
    looks += 1;
    const leagueId = looks <= staleLooks ? createId() : league.id;
    await tx.insert(badges).values({ id: createId(), leagueId, name: 'Badge' });
  });
  const isGiven = await giving.then(
    () => true,
    () => false,
  );
  const rows = await api.db.$count(badges, eq(badges.leagueId, league.id));
  return { isGiven, rows, looks };
}

test('F17 a row that went between the look and the write is looked for again, three times at most', async () => {
  expect(await giveBadge(0)).toEqual({ isGiven: true, rows: 1, looks: 1 });
  expect(await giveBadge(1)).toEqual({ isGiven: true, rows: 1, looks: 2 });
  expect(await giveBadge(3)).toEqual({ isGiven: true, rows: 1, looks: 4 });
  expect(await giveBadge(9)).toEqual({ isGiven: false, rows: 0, looks: 4 });
});
