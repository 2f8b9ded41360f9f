import { afterAll, afterEach, beforeAll, describe, expect, mock, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../test/people.ts';

let api: TestApp;
let otherHash: string;
beforeAll(async () => {
  api = await makeApp();
  otherHash = await Bun.password.hash('Another-lantern-59', {
    algorithm: 'argon2id',
    memoryCost: 19_456,
    timeCost: 2,
  });
});
afterEach(() => {
  mock.restore();
});
afterAll(() => api.close());

describe('P17 what happens while a password is compared counts', () => {
  test.each([
    ['a suspension', () => ({ status: 'SUSPENDED' })],
    ['a new password', () => ({ passwordHash: otherHash })],
  ])('%s: the sign-in is refused and opens no session', async (_what, toChange) => {
    const person = await addPerson(api.db);
    const before = await api.db.$count(sessions, eq(sessions.userId, person.id));
    const compare = Bun.password.verify.bind(Bun.password);
    const compared = Promise.withResolvers<boolean>();
    const changed = Promise.withResolvers<void>();
    spyOn(Bun.password, 'verify').mockImplementation(async (...asked) => {
      const isRight = await compare(...asked);
      compared.resolve(isRight);
      await changed.promise;
      return isRight;
    });
    const signingIn = api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(await compared.promise).toBe(true);
    await api.db.update(users).set(toChange()).where(eq(users.id, person.id));
    changed.resolve();
    expect((await signingIn).status).toBe(401);
    expect(await api.db.$count(sessions, eq(sessions.userId, person.id))).toBe(before);
  });
});
