import { expect, spyOn, test } from 'bun:test';
import { getProfile, login, refreshSession, signup } from '#contract/auth.ts';
import { users } from '../db/schema/accounts.ts';
import { learnerStats } from '../db/schema/learning.ts';
import { makeApp } from '../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../test/people.ts';

const PEOPLE = 500;
/** One in seven mistypes once. */
const MISTYPES_EVERY = 7;

test('P20 P53 five hundred people behind one address sign in within five minutes and look at their page', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE: '1' });
  // The comparison alone is left out, for a thousand of them would be the whole time of this test.
  const verify = spyOn(Bun.password, 'verify').mockImplementation(
    async (password) => password === TEST_PASSWORD,
  );
  const { id: _, ...model } = await addPerson(api.db);
  const [{ passwordHash } = { passwordHash: '' }] = await api.db
    .select({ passwordHash: users.passwordHash })
    .from(users);
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `campus-${index}`,
    email: `campus-${index}-${model.email}`,
    name: `Student ${index}`,
    role: 'PIONEER' as const,
    status: 'ACTIVE' as const,
    passwordHash,
    emailVerifiedAt: new Date(),
  }));
  await api.db.insert(users).values(people);
  await api.db.insert(learnerStats).values(people.map(({ id }) => ({ userId: id, isRanked: true })));

  const address = '10.99.0.1';
  const statuses: number[] = [];
  for (let first = 0; first < PEOPLE; first += 10) {
    await Promise.all(
      people.slice(first, first + 10).map(async ({ email }, offset) => {
        if ((first + offset) % MISTYPES_EVERY === 0) {
          const wrong = await api.call(login, { body: { email, password: 'Kestrel-rivre-42!' }, address });
          expect(wrong.status).toBe(401);
        }
        const { status, body } = await api.call(login, {
          body: { email, password: TEST_PASSWORD },
          address,
        });
        const { accessToken: token, refreshToken } = body.data;
        const page = await Promise.all([
          api.call(getProfile, { token, address }),
          api.call(refreshSession, { body: { refreshToken }, address }),
        ]);
        statuses.push(status, ...page.map((reply) => reply.status));
      }),
    );
  }
  verify.mockRestore();
  expect([statuses.length, new Set(statuses)]).toEqual([3 * PEOPLE, new Set([200])]);
  await api.close();
}, 120_000);

test('P53 a client that makes a hundred calls at once for a page opens ten pages in a row', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE: '1' });
  const { token } = await addPerson(api.db);
  for (let page = 0; page < 10; page++) {
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => api.call(getProfile, { token, address: '10.98.0.1' })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  }
  await api.close();
}, 60_000);

test('P20 sign-ups of one address are cut, whoever they are for, and those of another are not', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE: '0.01' });
  // Refused for its password, so it costs no hash; it counts all the same.
  const join = async (name: string, address: string) => {
    const body = { name, email: `${name}@example.test`, password: 'password123' };
    return (await api.call(signup, { body, address })).status;
  };
  const statuses: number[] = [];
  for (let index = 0; index < 5; index++) statuses.push(await join(`n${index}`, '10.97.0.1'));
  expect([...statuses, await join('other', '10.97.0.2')]).toEqual([400, 400, 400, 429, 429, 400]);
  await api.close();
});
