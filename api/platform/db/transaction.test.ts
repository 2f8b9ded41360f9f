import { expect, test } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';
import { eq, sql } from 'drizzle-orm';
import { addBadge } from '../../test/awards.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { createId } from '../process/secrets.ts';
import { type Database, inTransaction, queryRows } from './client.ts';
import { badges } from './schema/awards.ts';

const api = await openTestApp();

/** Gives a badge to a league in a transaction; the first looks find a league that is gone by the time of the write. */
async function giveBadge(staleLooks: number) {
  const league = await addLeague(api.db, { weeks: 0 });
  let looks = 0;
  const giving = inTransaction(api.db, async (tx) => {
    looks += 1;
    const leagueId = looks <= staleLooks ? createId() : league.id;
    await addBadge(tx, leagueId, 'Badge');
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

test('F17 a statement that is sent after its transaction was given up changes nothing', async () => {
  const league = await addLeague(api.db, { weeks: 0 });
  for (const isNested of [false, true]) {
    let late: Promise<unknown> = Promise.resolve();
    const failed = inTransaction(api.db, async (outer) => {
      const work = async (tx: Database) => {
        await queryRows(tx, sql`select 1`);
        // One of two steps fails, and the other one comes to its statement when the end of the transaction is on its way.
        const step = new Promise((resolve) => setImmediate(resolve)).then(() =>
          tx.insert(badges).values({ id: createId(), leagueId: league.id, name: 'Late' }),
        );
        late = step.catch(() => 'refused');
        await Promise.all([step, Promise.reject(new Error('failed'))]);
      };
      await (isNested ? outer.transaction((tx) => work(tx as unknown as Database)) : work(outer));
    });
    await expect(failed).rejects.toThrow('failed');
    expect(await late).toBe('refused');
    expect(await api.db.$count(badges, eq(badges.leagueId, league.id))).toBe(0);
  }
});

test('F17 P17 work that waited for a connection runs for the call that asked for it', async () => {
  const call = new AsyncLocalStorage<number>();
  const heard = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      call.run(number, async () => {
        const stores = [number];
        const note = () => stores.push(call.getStore() ?? -1);
        await inTransaction(api.db, async (tx) => {
          note();
          await queryRows(tx, sql`select ${number}::int`);
          note();
          await tx.transaction(async () => note());
        });
        note();
        await queryRows(api.db, sql`select 1 / ${0}::int`).catch(note);
        return stores;
      }),
    ),
  );
  expect(heard).toEqual(Array.from({ length: 60 }, (_, number) => Array(6).fill(number)));
});
