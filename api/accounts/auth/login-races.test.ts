import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { sessions, users } from '../../platform/db/schema/accounts.ts';
import { createToken } from '../../platform/process/secrets.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
const otherHash = await Bun.password.hash('Another-lantern-59', {
  algorithm: 'argon2id',
  memoryCost: 19_456,
  timeCost: 2,
});
afterEach(() => {
  mock.restore();
});

const AT_ONCE = 4;

describe('P1 an old hash is renewed while others sign in', () => {
  test.each([
    ['bcrypt, of an earlier product', { algorithm: 'bcrypt', cost: 4 }],
    ['argon2id with older parameters', { algorithm: 'argon2id', memoryCost: 8192, timeCost: 1 }],
  ] as const)(
    '%s: everybody with the right password gets in, nobody else',
    async (_what, parameters) => {
      const person = await addPerson(api.db);
      const passwordHash = await Bun.password.hash(TEST_PASSWORD, parameters);
      await api.db.update(users).set({ passwordHash }).where(eq(users.id, person.id));
      const before = await api.db.$count(sessions, eq(sessions.userId, person.id));
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          api.call(login, {
            body: {
              email: person.email,
              password: index === AT_ONCE - 1 ? 'Not-the-one-1' : TEST_PASSWORD,
            },
            address: `10.77.${index}.1`,
            headers: { [DEVICE_TOKEN_HEADER]: createToken() },
          }),
        ),
      );
      const expected = Array.from({ length: AT_ONCE }, (_, index) => (index === AT_ONCE - 1 ? 401 : 200));
      expect(replies.map(({ status }) => status)).toEqual(expected);
      expect(await api.db.$count(sessions, eq(sessions.userId, person.id))).toBe(before + AT_ONCE - 1);
      for (const { body } of replies.filter(({ status }) => status === 200)) {
        expect((await api.call(getProfile, { token: body.data.accessToken })).status).toBe(200);
      }
      const renewed = (await readPerson(api.db, person.id)).passwordHash;
      expect(renewed).toStartWith('$argon2id$v=19$m=19456,t=2,');
      const again = { email: person.email, password: TEST_PASSWORD };
      expect((await api.call(login, { body: again })).status).toBe(200);
      expect((await readPerson(api.db, person.id)).passwordHash).toBe(renewed);
    },
    300_000,
  );
});

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
