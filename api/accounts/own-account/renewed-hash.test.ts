import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import { changePassword, deleteOwnAccount, requestEmailChange } from '#contract/own-account.ts';
import { proveIdentity } from '#contract/passkeys.ts';
import { sessions, users } from '../../platform/db/schema/accounts.ts';
import { createToken } from '../../platform/process/secrets.ts';
import type { TestApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, readPerson, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();
const oldHash = await Bun.password.hash(TEST_PASSWORD, {
  algorithm: 'argon2id',
  memoryCost: 8192,
  timeCost: 1,
});
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

const WRITES = [
  [
    'a change of password',
    ({ token }: Person) =>
      api.call(changePassword, {
        token,
        body: { currentPassword: TEST_PASSWORD, newPassword: 'Harbour-moss-64!' },
      }),
  ],
  [
    'a change of address',
    ({ token, email }: Person) =>
      api.call(requestEmailChange, {
        token,
        body: { newEmail: `new-${email}`, currentPassword: TEST_PASSWORD },
      }),
  ],
  [
    'a fresh proof',
    ({ token }: Person) => api.call(proveIdentity, { token, body: { password: TEST_PASSWORD } }),
  ],
  [
    'a deletion',
    ({ token }: Person) =>
      api.call(deleteOwnAccount, { token, body: { password: TEST_PASSWORD, confirmation: 'DELETE' } }),
  ],
] as const;

/** An account with a hash of older parameters, and a write whose password was compared with it and is not written yet. */
async function compareAndWait(write: (person: Person) => ReturnType<TestApp['call']>) {
  const person = await addPerson(api.db);
  await api.db.update(users).set({ passwordHash: oldHash }).where(eq(users.id, person.id));
  const compare = Bun.password.verify.bind(Bun.password);
  const compared = Promise.withResolvers<boolean>();
  const changed = Promise.withResolvers<void>();
  spyOn(Bun.password, 'verify').mockImplementationOnce(async (...asked) => {
    const isRight = await compare(...asked);
    compared.resolve(isRight);
    await changed.promise;
    return isRight;
  });
  const reply = write(person);
  expect(await compared.promise).toBe(true);
  return { person, reply, goOn: changed.resolve };
}

describe('P17 a write that asked for the own password, while the stored hash becomes another', () => {
  test.each(WRITES)('%s goes through where a sign-in renewed it', async (_what, write) => {
    const { person, reply, goOn } = await compareAndWait(write);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(signedIn.status).toBe(200);
    expect((await readPerson(api.db, person.id)).passwordHash).not.toBe(oldHash);
    goOn();
    expect((await reply).status).toBe(200);
  });

  test.each(WRITES)('%s is refused where there is a new password', async (_what, write) => {
    const { person, reply, goOn } = await compareAndWait(write);
    await api.db.update(users).set({ passwordHash: otherHash }).where(eq(users.id, person.id));
    goOn();
    const { status, body } = await reply;
    expect([status, body.error]).toEqual([400, 'Current password is incorrect']);
    expect((await readPerson(api.db, person.id)).passwordHash).toBe(otherHash);
  });
});

test.each([
  ['a suspension', { status: 'SUSPENDED' }],
  ['a new password', { passwordHash: otherHash }],
])('P17 %s while its password is compared refuses a sign-in, and no session opens', async (_what, change) => {
  const { person, reply, goOn } = await compareAndWait(({ email }) =>
    api.call(login, { body: { email, password: TEST_PASSWORD } }),
  );
  const before = await api.db.$count(sessions, eq(sessions.userId, person.id));
  await api.db.update(users).set(change).where(eq(users.id, person.id));
  goOn();
  expect((await reply).status).toBe(401);
  expect(await api.db.$count(sessions, eq(sessions.userId, person.id))).toBe(before);
});
