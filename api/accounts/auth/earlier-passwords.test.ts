import { beforeEach, expect, spyOn, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { earlierCost, readEarlierCost } from './earlier-passwords.ts';
import { verifyPassword } from './passwords.ts';

const api = await openTestApp();
beforeEach(async () => {
  await api.db.delete(users);
});

const hashEarlier = (password: string, cost = 4) =>
  Bun.password.hash(password, { algorithm: 'bcrypt', cost });
/** An account that was moved in: with a hash of the earlier product. */
async function addMoved(password: string, cost = 4) {
  const person = await addPerson(api.db);
  const passwordHash = await hashEarlier(password, cost);
  await api.db.update(users).set({ passwordHash }).where(eq(users.id, person.id));
  return { ...person, passwordHash };
}
const highestCost = async () =>
  (await queryRows<{ cost: number | null }>(api.db, sql`select ${earlierCost} as cost`))[0]?.cost;
const signInAs = async (email: string, password: string) =>
  (await api.call(login, { body: { email, password } })).status;

test('P1 a bcrypt hash opens the account once and is replaced by ours', async () => {
  const { id, email, passwordHash } = await addMoved('Mango-tree-1970');
  expect(await signInAs(email, 'Mango-tree-1971')).toBe(401);
  expect((await readPerson(api.db, id)).passwordHash).toBe(passwordHash);
  expect(await signInAs(email, 'Mango-tree-1970')).toBe(200);
  const replaced = (await readPerson(api.db, id)).passwordHash;
  expect(replaced).toStartWith('$argon2id$');
  expect([await signInAs(email, 'Mango-tree-1970'), await signInAs(email, 'Mango-tree-1971')]).toEqual([
    200, 401,
  ]);
  expect((await readPerson(api.db, id)).passwordHash).toBe(replaced);
});

test('P1 the 72 bytes of bcrypt are a limit of the earlier hash alone, and a password counts as it was typed', async () => {
  const long = `${'x'.repeat(71)}éé and more`;
  const cut = new TextEncoder().encode(long).slice(0, 72);
  const { id, email } = await addMoved('unused');
  await api.db
    .update(users)
    .set({ passwordHash: await Bun.password.hash(cut, { algorithm: 'bcrypt', cost: 4 }) })
    .where(eq(users.id, id));
  expect(await signInAs(email, long)).toBe(200);
  // From now on all of it counts.
  expect(await signInAs(email, `${long}!`)).toBe(401);
  expect(await signInAs(email, long)).toBe(200);

  // 'é' as one sign; ours would fold the other form into it.
  const typed = await addMoved('caf\u00e9-at-the-gate');
  expect(await signInAs(typed.email, 'cafe\u0301-at-the-gate')).toBe(401);
  expect(await signInAs(typed.email, 'caf\u00e9-at-the-gate')).toBe(200);
});

test('P12 every comparison does the work of the dearest earlier hash and of one of ours, whoever it is of', async () => {
  const [cheap, dear, own] = [await addMoved('one', 5), await addMoved('two', 7), await addPerson(api.db)];
  const work: string[] = [];
  const verify = Bun.password.verify;
  const spy = spyOn(Bun.password, 'verify').mockImplementation((password, hash, ...rest) => {
    work.push(String(hash));
    return verify(password, hash, ...rest);
  });
  const costs: unknown[] = [];
  for (const email of [cheap.email, dear.email, own.email, 'nobody@example.test']) {
    work.length = 0;
    expect(await signInAs(email, 'a wrong guess')).toBe(401);
    const ours = work.filter((hash) => hash.startsWith('$argon2id$')).length;
    costs.push([
      ours,
      work.reduce((sum, hash) => sum + (readEarlierCost(hash) ? 2 ** Number(readEarlierCost(hash)) : 0), 0),
    ]);
  }
  spy.mockRestore();
  expect(costs).toEqual(Array(4).fill([1, 2 ** 7]));

  expect(await highestCost()).toBe(7);
  expect([await signInAs(cheap.email, 'one'), await signInAs(dear.email, 'two')]).toEqual([200, 200]);
  expect(await highestCost()).toBeNull();
});

test('P12 the highest cost is read from an index', async () => {
  const rows = await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(
      sql`explain select max(substr(password_hash, 5, 2)) as cost from users where password_hash like '$2%'`,
    );
  });
  expect(JSON.stringify(rows)).toContain('users_earlier_password_idx');
});

test('P19 guesses at an earlier hash are counted and queued like any other', async () => {
  let running = 0;
  let mostRunning = 0;
  const hash = await hashEarlier('one');
  const spy = spyOn(Bun.password, 'verify').mockImplementation(async () => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await Bun.sleep(1);
    running -= 1;
    return false;
  });
  await Promise.all(Array.from({ length: 40 }, () => verifyPassword('guess', hash, 'anybody', 6)));
  spy.mockRestore();
  expect(mostRunning).toBe(4);

  const moved = await addMoved('one');
  const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
  const passwordHash = await hashEarlier('one');
  const there = await addPerson(strict.db, { email: moved.email });
  await strict.db.update(users).set({ passwordHash }).where(eq(users.id, there.id));
  const replies: number[] = [];
  for (let guess = 0; guess < 11; guess++) {
    replies.push(
      (await strict.call(login, { body: { email: moved.email, password: `guess ${guess}` } })).status,
    );
  }
  expect(replies).toEqual([...Array(10).fill(401), 429]);
  // The own password that a call asks for is the earlier one too, and counts there as well.
  const confirmed = { password: 'one', confirmation: 'DELETE' };
  expect((await strict.call(deleteOwnAccount, { token: there.token, body: confirmed })).status).toBe(429);
  await strict.close();
});

test('P1 a hash that asks for too much work, or is none, opens nothing', async () => {
  const good = await hashEarlier(TEST_PASSWORD);
  expect(readEarlierCost(good)).toBe(4);
  for (const hash of [
    good.replace('$04$', '$13$'),
    good.replace('$04$', '$31$'),
    good.slice(0, -1),
    'plain',
    '',
    '$argon2id$v=19$m=19456,t=2,p=1$a$b',
  ]) {
    expect([hash, readEarlierCost(hash)]).toEqual([hash, null]);
  }
});

test('P12 a hash of neither product, or above cost 12, opens nothing and costs what any other does', async () => {
  const { id, email } = await addPerson(api.db);
  const verify = spyOn(Bun.password, 'verify');
  for (const passwordHash of ['none', '', `$2b$31$${'.'.repeat(53)}`, await hashEarlier(TEST_PASSWORD, 13)]) {
    await api.db.update(users).set({ passwordHash }).where(eq(users.id, id));
    const reply = await api.call(login, { body: { email, password: TEST_PASSWORD } });
    const unknown = await api.call(login, {
      body: { email: 'nobody@example.test', password: TEST_PASSWORD },
    });
    expect([reply.status, reply.body.error]).toEqual([401, unknown.body.error]);
  }
  for (const [, hash] of verify.mock.calls) expect(hash).toStartWith('$argon2id$');
  verify.mockRestore();
});
