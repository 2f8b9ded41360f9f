import { expect, spyOn, test } from 'bun:test';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { login } from '#contract/auth.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { makeApp } from '../../test/make-app.ts';
import { verifyPassword } from './passwords.ts';

test('F12 of a flood of passwords four are compared at once, two hundred wait, the rest are sent away', async () => {
  let running = 0;
  let mostRunning = 0;
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async () => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await Bun.sleep(1);
    running -= 1;
    return true;
  });
  const guesses = Array.from({ length: 260 }, () => verifyPassword('guess', '$argon2id$some-hash'));
  const results = await Promise.allSettled(guesses);
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  expect([results.length - refused.length, refused.length, mostRunning]).toEqual([204, 56, 4]);
  for (const error of refused) {
    expect(error).toBeInstanceOf(ApiError);
    expect([error.status, error.retryAfter]).toEqual([503, 5]);
  }
  expect(await verifyPassword('guess', '$argon2id$some-hash')).toBe(true);
  compare.mockRestore();
});

test('P19 F12 in a flood of passwords a browser known for its account is compared before those that wait', async () => {
  const order: string[] = [];
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async (password) => {
    order.push(String(password));
    await Bun.sleep(1);
    return false;
  });
  const guesses = Array.from({ length: 260 }, () => verifyPassword('guess', '$argon2id$some-hash'));
  const owner = verifyPassword('owner', '$argon2id$some-hash', 'proven');
  await Promise.allSettled([...guesses, owner]);
  // Four compare already, and one turn in four belongs to the others.
  expect([4, 5]).toContain(order.indexOf('owner'));
  expect(order).toHaveLength(205);
  compare.mockRestore();
});

test('F12 known browsers that come without end leave every fourth turn to the others', async () => {
  const order: string[] = [];
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async (password) => {
    order.push(String(password));
    await Bun.sleep(1);
    return false;
  });
  const known = Array.from({ length: 100 }, () => verifyPassword('known', '$argon2id$some-hash', 'proven'));
  const others = Array.from({ length: 5 }, () => verifyPassword('new', '$argon2id$some-hash'));
  await Promise.all([...known, ...others]);
  const places = order.flatMap((password, place) => (password === 'new' ? [place] : []));
  expect(places).toHaveLength(5);
  for (const [n, place] of places.entries()) expect(place).toBeLessThanOrEqual(4 + 4 * (n + 1));
  compare.mockRestore();
});

test('F12 of a flood of sign-ins four are looked up at once, so that other calls get their turn in between', async () => {
  const api = await makeApp();
  const execute = api.db.execute.bind(api.db);
  const dialect = new PgDialect();
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async () => false);
  const lookUps = { asked: 0, running: 0, mostRunning: 0 };
  const fourRun = Promise.withResolvers<void>();
  const spy = spyOn(api.db, 'execute').mockImplementation(((query: SQL) => {
    if (!dialect.sqlToQuery(query).sql.includes('u.email = ')) return execute(query);
    lookUps.asked += 1;
    lookUps.running += 1;
    lookUps.mostRunning = Math.max(lookUps.mostRunning, lookUps.running);
    if (lookUps.running === 4) fourRun.resolve();
    // The first four stay until a fifth has had the time to come.
    return fourRun.promise
      .then(() => Bun.sleep(50))
      .then(() => {
        lookUps.running -= 1;
        return [{ id: null, passwordHash: null, isDeviceKnown: false, earlierCost: null }];
      });
  }) as unknown as typeof api.db.execute);
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const body = { email: `nobody-${index}@example.test`, password: 'Kestrel-rivre-42!' };
      return (await api.call(login, { body, address: `10.88.0.${index}` })).status;
    }),
  );
  spy.mockRestore();
  compare.mockRestore();
  expect(statuses).toEqual(Array.from({ length: 12 }, () => 401));
  expect(lookUps).toEqual({ asked: 12, running: 0, mostRunning: 4 });
});
