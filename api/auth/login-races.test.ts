import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { login } from '../contract/auth.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson } from '../test/people.ts';

let api: TestApp;
let slowHash: string;
let otherHash: string;
const PASSWORD = 'Heavy-lantern-58';
beforeAll(async () => {
  api = await makeApp();
  // Compares for long enough that something can happen meanwhile.
  slowHash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 65_536, timeCost: 12 });
  otherHash = await Bun.password.hash('Another-lantern-59', {
    algorithm: 'argon2id',
    memoryCost: 19_456,
    timeCost: 2,
  });
});
afterAll(() => api.close());

describe('P17 what happens while a password is compared counts', () => {
  test.each([
    ['a suspension', () => ({ status: 'SUSPENDED' })],
    ['a new password', () => ({ passwordHash: otherHash })],
  ])('%s: the sign-in is refused and opens no session', async (_what, toChange) => {
    const person = await addPerson(api.db);
    await api.db.update(users).set({ passwordHash: slowHash }).where(eq(users.id, person.id));
    const before = await api.db.$count(sessions, eq(sessions.userId, person.id));
    let isAnswered = false;
    const signingIn = api.call(login, { body: { email: person.email, password: PASSWORD } }).finally(() => {
      isAnswered = true;
    });
    await Bun.sleep(120);
    await api.db.update(users).set(toChange()).where(eq(users.id, person.id));
    expect(isAnswered).toBe(false);
    expect((await signingIn).status).toBe(401);
    expect(await api.db.$count(sessions, eq(sessions.userId, person.id))).toBe(before);
  });
});
