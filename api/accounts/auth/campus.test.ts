import { expect, spyOn, test } from 'bun:test';
import { getProfile, login, refreshSession, signup } from '#contract/auth.ts';
import { sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { makeApp } from '../../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';

/** A fifth of five hundred, with a fifth of every limit that is counted by address. */
const PEOPLE = 100;
const RATE_LIMIT_SCALE = '0.2';
/** One in seven mistypes once. */
const MISTYPES_EVERY = 7;
// An attempt counts as a failure until it is compared, so the 15 slips and these stay below the 20 failures allowed.
const SIGN_INS_AT_ONCE = 4;

test('P20 P53 five hundred people behind one address sign in within five minutes and look at their page', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE });
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
  for (let first = 0; first < PEOPLE; first += SIGN_INS_AT_ONCE) {
    await Promise.all(
      people.slice(first, first + SIGN_INS_AT_ONCE).map(async ({ email }, offset) => {
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
  expect([statuses.length, new Set(statuses)]).toEqual([3 * PEOPLE, new Set([200])]);

  // The lesson begins: what is still being compared does not stand there as failures.
  verify.mockImplementation(async (password) => {
    await Bun.sleep(50);
    return password === TEST_PASSWORD;
  });
  const atOnce = await Promise.all(
    people
      .slice(0, 26)
      .map(({ email }) =>
        api.call(login, { body: { email, password: TEST_PASSWORD }, address: '10.99.0.2' }),
      ),
  );
  verify.mockRestore();
  expect(atOnce.filter(({ status }) => status === 429)).toEqual([]);
  await api.close();
}, 900_000);

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
}, 900_000);

/** Hashing a password costs 20 ms, and nothing here asks how. */
async function withoutHashing(work: (hash: string) => Promise<void>): Promise<void> {
  const hash = await Bun.password.hash(TEST_PASSWORD, {
    algorithm: 'argon2id',
    memoryCost: 19_456,
    timeCost: 2,
  });
  const made = spyOn(Bun.password, 'hash').mockImplementation(async () => hash);
  const compared = spyOn(Bun.password, 'verify').mockImplementation(
    async (password) => password === TEST_PASSWORD,
  );
  try {
    await work(hash);
  } finally {
    made.mockRestore();
    compared.mockRestore();
  }
}

test(
  'P20 on their first day five hundred people sign up, verify and sign in behind one address within an hour',
  () =>
    withoutHashing(async () => {
      const api = await makeApp({ RATE_LIMIT_SCALE });
      const address = '10.96.0.1';
      const people = Array.from({ length: PEOPLE }, (_, index) => ({
        email: `first-day-${index}@example.test`,
        isSlip: index % MISTYPES_EVERY === 0,
        token: '',
      }));
      const statuses: Record<string, number> = {};
      const expectStatus = async (what: string, wanted: number, reply: ReturnType<typeof api.call>) => {
        const { status, body } = await reply;
        if (status !== wanted) statuses[`${what} ${status}`] = (statuses[`${what} ${status}`] ?? 0) + 1;
        return body;
      };
      for (const person of people) {
        const { email, isSlip } = person;
        const join = (password: string) =>
          api.call(signup, { body: { email, name: 'Student', password }, address });
        if (isSlip) await expectStatus('common password', 400, join('password123'));
        const { data } = await expectStatus('sign-up', 201, join(TEST_PASSWORD));
        person.token = data?.accessToken;
        await expectStatus('code', 200, api.call(sendVerificationOtp, { token: person.token, address }));
      }
      const mails = await listStoredMessages(api);
      for (const { email, token, isSlip } of people) {
        const otp = /\b\d{6}\b/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
        const verify = (typed: string) => api.call(verifyEmailOtp, { token, body: { otp: typed }, address });
        const enter = (password: string) => api.call(login, { body: { email, password }, address });
        if (isSlip)
          await expectStatus('wrong code', 400, verify(otp.replace(/.$/, (last) => `${9 - Number(last)}`)));
        await expectStatus('verification', 200, verify(otp));
        if (isSlip) await expectStatus('wrong password', 401, enter('Kestrel-rivre-42!'));
        await expectStatus('sign-in', 200, enter(TEST_PASSWORD));
      }
      expect(statuses).toEqual({});
      await api.close();
    }),
  900_000,
);

test('P20 sign-ups of one address are cut, whoever they are for, and those of another are not', () =>
  withoutHashing(async () => {
    const api = await makeApp({ RATE_LIMIT_SCALE: '0.005' }); // three
    const join = async (name: string, address: string, password = TEST_PASSWORD) => {
      const body = { name, email: `${name}@example.test`, password };
      return (await api.call(signup, { body, address })).status;
    };
    const statuses: number[] = [];
    for (const name of ['n1', 'n1', 'n2', 'n3', 'n4']) statuses.push(await join(name, '10.97.0.1'));
    expect([...statuses, await join('other', '10.97.0.2')]).toEqual([201, 409, 201, 429, 429, 201]);
    // A password that is refused for itself is none of them.
    for (let index = 0; index < 5; index++) statuses.push(await join('n5', '10.97.0.3', 'password123'));
    expect([...statuses.slice(5), await join('n5', '10.97.0.3')]).toEqual([400, 400, 400, 400, 400, 201]);
    await api.close();
  }));
