import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login, refreshSession, signup, updateProfile } from '#contract/auth.ts';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PROFILE_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { addCohort } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, readPerson, TEST_PASSWORD } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

const meera = { name: 'Meera Nair', email: 'meera@example.test', password: 'Quiet-lantern-81' };
const countUsers = async () =>
  Number((await queryRows<{ n: number }>(api.db, sql`select count(*) as n from users`))[0]?.n);

const USER_FIELDS = [
  'id',
  'name',
  'email',
  'role',
  'status',
  'emailVerified',
  'olid',
  'createdAt',
  'updatedAt',
  'institute',
  'department',
  'graduationYear',
  'studentId',
  'phoneNumber',
  'portfolioUrl',
  'githubUsername',
  'twitterHandle',
  'linkedinUrl',
  'discordUsername',
  'kaggleUsername',
  'migratedToV2',
  'enrollments',
  'pathfinderScopes',
  'currentCohort',
  'approvedBy',
];

describe('sign-up', () => {
  test('CALL-02 ENT-27 ENT-28 ENT-29 ENT-30 ENT-32 a new account is a PENDING PIONEER, signed in, whole', async () => {
    const cohort = await addCohort(api.db, { name: 'Newest' });
    const reply = await api.call(signup, {
      body: { ...meera, email: ' Meera@Example.test ', role: 'GRAND_PATHFINDER' },
    });
    expect(reply.status).toBe(201);
    const { user, accessToken, refreshToken } = reply.body.data;
    expect(Object.keys(user)).toEqual(expect.arrayContaining(USER_FIELDS));
    expect(user).toMatchObject({
      name: 'Meera Nair',
      email: 'meera@example.test',
      role: 'PIONEER',
      status: 'PENDING',
      emailVerified: false,
      migratedToV2: null,
      olid: null,
      currentCohortId: cohort.id,
      enrollments: [],
      pathfinderScopes: [],
    });
    expect(JSON.stringify(reply.body)).not.toContain('argon2');
    expect((await api.call(getProfile, { token: accessToken })).body.data.id).toBe(user.id);
    expect((await api.call(refreshSession, { body: { refreshToken } })).status).toBe(200);
  });

  test('an address is taken whatever its case, and a refused sign-up adds no row', async () => {
    const before = await countUsers();
    const reply = await api.call(signup, { body: { ...meera, email: 'MEERA@example.TEST' } });
    expect(reply.status).toBe(409);
    expect(reply.body.error).toBe('User with this email already exists');
    expect(await countUsers()).toBe(before);
  });

  test('P29 a name has at most 120 characters as people count them', async () => {
    const join = (name: string, email: string) =>
      api.call(signup, { body: { name, email, password: 'Banyan-shade-77' } });
    const longest = '🦚'.repeat(NAME_MAX_LENGTH);
    const joined = await join(longest, 'longest@example.test');
    expect([joined.status, joined.body.data?.user.name]).toEqual([201, longest]);
    const longer = await join(`${longest}🦚`, 'longer@example.test');
    expect([longer.status, longer.body.error]).toEqual([400, 'Name must be at most 120 characters long']);
  });

  test('sign-ups with one address at once make one account', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        api.call(signup, {
          body: { ...meera, email: index % 2 ? 'twin@example.test' : 'TWIN@example.test' },
        }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(5);
  });

  test.each([
    [{}, 'name is required, email is required, password is required'],
    [{ ...meera, name: ' A ' }, 'Name must be at least 2 characters long'],
    [{ ...meera, email: 'no-at-sign' }, 'Invalid email format'],
    [{ ...meera, email: 'a@b.co\r\nBcc: x@y.z' }, 'Invalid email format'],
    [{ ...meera, email: 'mıke@example.test' }, 'Invalid email format'],
    [{ ...meera, password: 'short1!' }, 'Password must be at least 8 characters long'],
    [
      { ...meera, password: 'x'.repeat(PASSWORD_MAX_LENGTH + 1) },
      'Password must be at most 128 characters long',
    ],
    [
      { ...meera, email: 'no-at-sign', password: '..' },
      'Invalid email format, Password must be at least 8 characters long',
    ],
    [
      { ...meera, name: 'Sunshine', password: 'sunshine' },
      'Password is too common. Please choose one that is harder to guess, Password must not be your name or email address',
    ],
    [{ ...meera, password: 12345678 }, 'password is required'],
    [{ ...meera, name: ['a'], email: { $gt: 0 } }, 'name is required, email is required'],
  ])('ERR a refused body %# answers its words and adds no row', async (body, error) => {
    const before = await countUsers();
    const reply = await api.call(signup, { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, error });
    expect(await countUsers()).toBe(before);
  });

  test('P3 common passwords and the own address are refused', async () => {
    for (const password of ['password', 'PASSWORD1', 'qwertyuiop', '1q2w3e4r', 'iloveyou', 'trustno1']) {
      const reply = await api.call(signup, { body: { ...meera, email: 'common@example.test', password } });
      expect(reply.status).toBe(400);
      expect(reply.body.error).toContain('too common');
    }
    const own = await api.call(signup, {
      body: { name: 'Dev Rao', email: 'dev.rao.1999@example.test', password: 'dev.rao.1999' },
    });
    expect(own.body.error).toContain('name or email');
  });

  test('P2 long passwords count whole, and composed letters equal decomposed ones', async () => {
    const long = `${'aB3!'.repeat(18)}tail-one`;
    await api.call(signup, { body: { name: 'Long Pass', email: 'long@example.test', password: long } });
    const cut = await api.call(login, {
      body: { email: 'long@example.test', password: `${long.slice(0, 72)}tail-two` },
    });
    expect(cut.status).toBe(401);
    await api.call(signup, {
      body: { name: 'Nfc Nfd', email: 'nfc@example.test', password: 'caf\u00e9-terrace-9' },
    });
    const other = await api.call(login, {
      body: { email: 'nfc@example.test', password: 'cafe\u0301-terrace-9' },
    });
    expect(other.status).toBe(200);
  });

  test('a cohort that approves on its own makes the account ACTIVE', async () => {
    const [cohort] = await api.db
      .insert(cohorts)
      .values({ id: 'auto', name: 'Open doors', autoApprove: true, createdAt: new Date(Date.now() + 60_000) })
      .returning();
    const reply = await api.call(signup, {
      body: { ...meera, email: 'auto@example.test', institute: 'Institute of Technology' },
    });
    expect(reply.body.data.user.status).toBe('ACTIVE');
    expect(reply.body.data.user.olid).toMatch(/^OL\d{9}$/);
    expect(reply.body.data.user.migratedToV2).toBe(true);
    await api.db.update(users).set({ currentCohortId: null });
    await api.db.delete(cohorts).where(eq(cohorts.id, cohort?.id ?? ''));
  });
});

describe('login', () => {
  test('a sign-in is eight statements, however many limits it counts against, and eleven from a new place', async () => {
    const person = await addPerson(api.db);
    const body = { email: person.email, password: TEST_PASSWORD };
    const count = async () =>
      (await readStatements(api.db, async () => expect((await api.call(login, { body })).status).toBe(200)))
        .length;
    expect([await count(), await count()]).toEqual([11, 8]);
  });

  test('CALL-01 ENT-57 the right password answers tokens and the whole account', async () => {
    const person = await addPerson(api.db);
    const reply = await api.call(login, {
      body: { email: person.email.toUpperCase(), password: TEST_PASSWORD },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.success).toBe(true);
    expect(Object.keys(reply.body.data).sort()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('P11 unknown address and wrong password answer the same words', async () => {
    const person = await addPerson(api.db);
    const wrong = await api.call(login, { body: { email: person.email, password: 'Not-the-one-1' } });
    const unknown = await api.call(login, {
      body: { email: 'nobody@example.test', password: 'Not-the-one-1' },
    });
    expect(wrong.status).toBe(401);
    const { requestId: _a, ...wrongBody } = wrong.body;
    const { requestId: _b, ...unknownBody } = unknown.body;
    expect(wrongBody).toEqual(unknownBody);
    expect(wrong.body.error).toBe('Invalid email or password');
  });

  test('a suspended account is told so with the right password alone', async () => {
    const person = await addPerson(api.db, { status: 'SUSPENDED' });
    const right = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(right.status).toBe(401);
    expect(right.body.error).toBe('Account is suspended. Please contact support.');
    const wrong = await api.call(login, { body: { email: person.email, password: 'Not-the-one-1' } });
    expect(wrong.body.error).toBe('Invalid email or password');
  });

  test('missing fields are named', async () => {
    const reply = await api.call(login, { body: {} });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe('email is required, password is required');
  });
});

describe('profile', () => {
  test('CALL-05 CALL-06 ENT-31 ENT-54 handles are set, kept and cleared', async () => {
    const person = await addPerson(api.db, { status: 'PENDING' });
    const set = await api.call(updateProfile, {
      token: person.token,
      body: {
        twitterHandle: '@@meera',
        githubUsername: ' meera ',
        portfolioUrl: 'https://meera.example.test',
        role: 'GRAND_PATHFINDER',
      },
    });
    expect(set.status).toBe(200);
    expect(set.body.data).toMatchObject({
      twitterHandle: '@meera',
      githubUsername: 'meera',
      role: 'PIONEER',
    });
    const cleared = await api.call(updateProfile, {
      token: person.token,
      body: { twitterHandle: null, githubUsername: '' },
    });
    expect(cleared.body.data).toMatchObject({
      twitterHandle: null,
      githubUsername: null,
      portfolioUrl: 'https://meera.example.test',
    });
  });

  test('P28 addresses other than http and https are refused and change nothing', async () => {
    const person = await addPerson(api.db);
    for (const portfolioUrl of [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'data:text/html,x',
      '//evil.example',
      'https://a@evil.example',
      5,
    ]) {
      const reply = await api.call(updateProfile, { token: person.token, body: { portfolioUrl } });
      expect([reply.status, reply.body.error]).toEqual([400, 'Please enter a valid portfolio URL']);
    }
    expect((await readPerson(api.db, person.id)).portfolioUrl).toBeNull();
  });

  test('a name has 2 to 50 characters', async () => {
    const person = await addPerson(api.db);
    for (const name of ['A', 'x'.repeat(PROFILE_NAME_MAX_LENGTH + 1), null]) {
      const reply = await api.call(updateProfile, { token: person.token, body: { name } });
      expect([reply.status, reply.body.error]).toEqual([400, 'Name must be between 2 and 50 characters']);
    }
    const reply = await api.call(updateProfile, { token: person.token, body: { name: 'Gurpreet ਸਿੰਘ 🙂' } });
    expect(reply.body.data.name).toBe('Gurpreet ਸਿੰਘ 🙂');
  });
});
