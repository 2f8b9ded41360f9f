import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, login, logout, refreshSession, signup, updateProfile } from '../contract/auth.ts';
import { queryRows } from '../db/client.ts';
import { accessTokens, sessions, users } from '../db/schema/accounts.ts';
import { cohorts } from '../db/schema/curriculum.ts';
import { addCohort } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, readPerson, signInPerson, TEST_PASSWORD } from '../test/people.ts';

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

  test('twenty sign-ups with one address at once make one account', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.call(signup, {
          body: { ...meera, email: index % 2 ? 'twin@example.test' : 'TWIN@example.test' },
        }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
  });

  test.each([
    [{}, 'name is required, email is required, password is required'],
    [{ ...meera, name: ' A ' }, 'Name must be at least 2 characters long'],
    [{ ...meera, email: 'no-at-sign' }, 'Invalid email format'],
    [{ ...meera, email: 'a@b.co\r\nBcc: x@y.z' }, 'Invalid email format'],
    [{ ...meera, email: 'mıke@example.test' }, 'Invalid email format'],
    [{ ...meera, password: 'short1!' }, 'Password must be at least 8 characters long'],
    [{ ...meera, password: 'x'.repeat(129) }, 'Password must be at most 128 characters long'],
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
    expect(own.body.error).toContain('name or e-mail');
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

describe('sessions', () => {
  test('CALL-03 a refresh token stays good for its whole life, for many tabs at once', async () => {
    const person = await addPerson(api.db);
    const { body } = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const { refreshToken, accessToken } = body.data;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.call(refreshSession, { body: { refreshToken } })),
    );
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body.data)).toEqual(['accessToken']);
      expect((await api.call(getProfile, { token: reply.body.data.accessToken })).status).toBe(200);
    }
    expect((await api.call(getProfile, { token: accessToken })).status).toBe(200);
  });

  test('refresh refuses a missing, unknown or ended token', async () => {
    expect((await api.call(refreshSession, { body: {} })).body.error).toBe('Refresh token is required');
    const unknown = await api.call(refreshSession, { body: { refreshToken: 'x'.repeat(43) } });
    expect([unknown.status, unknown.body.error]).toEqual([401, 'Invalid refresh token']);
    const person = await addPerson(api.db);
    const signedIn = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    const suspended = await api.call(refreshSession, {
      body: { refreshToken: signedIn.body.data.refreshToken },
    });
    expect([suspended.status, suspended.body.error]).toEqual([401, 'User not found or suspended']);
  });

  test('CALL-04 P17 log-out ends its own session at once and no other', async () => {
    const person = await addPerson(api.db);
    const first = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    const second = await signInPerson(api.db, person.id);
    const reply = await api.call(logout, { token: first.body.data.accessToken });
    expect(reply.status).toBe(200);
    expect(reply.body.success).toBe(true);
    expect((await api.call(getProfile, { token: first.body.data.accessToken })).status).toBe(401);
    const refresh = await api.call(refreshSession, { body: { refreshToken: first.body.data.refreshToken } });
    expect(refresh.status).toBe(401);
    expect((await api.call(getProfile, { token: second.token })).status).toBe(200);
  });

  test('P14 tokens are opaque and only their hashes are stored', async () => {
    const person = await addPerson(api.db);
    const { body } = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    expect(body.data.accessToken).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([
      await api.db.select().from(sessions),
      await api.db.select().from(accessTokens),
    ]);
    expect(stored).not.toContain(body.data.accessToken);
    expect(stored).not.toContain(body.data.refreshToken);
  });

  test('an access token ends after 15 minutes, a staff session after 12 hours', async () => {
    const pioneer = await addPerson(api.db);
    await api.db
      .update(accessTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(accessTokens.sessionId, pioneer.sessionId));
    const expired = await api.call(getProfile, { token: pioneer.token });
    expect([expired.status, expired.body.error]).toEqual([401, 'Invalid or expired token']);

    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await api.db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '12 hours 1 minute'` })
      .where(eq(sessions.id, chief.sessionId));
    expect((await api.call(getProfile, { token: chief.token })).status).toBe(401);
  });

  test.each([
    [undefined, 'Access token is required'],
    ['Basic abc', 'Access token is required'],
    ['Bearer null', 'Invalid or expired token'],
    [`Bearer ${'x'.repeat(15_000)}`, 'Invalid or expired token'],
    ['Bearer a, Bearer b', 'Invalid or expired token'],
    ["Bearer ' OR 1=1--", 'Invalid or expired token'],
  ])('a garbled token %# is 401, never 500', async (authorization, error) => {
    const reply = await api.call(getProfile, { headers: authorization ? { authorization } : {} });
    expect([reply.status, reply.body.error]).toEqual([401, error]);
  });

  test('P17 a suspended account is refused on the next call', async () => {
    const person = await addPerson(api.db);
    await api.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    const reply = await api.call(getProfile, { token: person.token });
    expect([reply.status, reply.body.error]).toEqual([403, 'Account is suspended']);
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
    for (const name of ['A', 'x'.repeat(51), null]) {
      const reply = await api.call(updateProfile, { token: person.token, body: { name } });
      expect([reply.status, reply.body.error]).toEqual([400, 'Name must be between 2 and 50 characters']);
    }
    const reply = await api.call(updateProfile, { token: person.token, body: { name: 'Gurpreet ਸਿੰਘ 🙂' } });
    expect(reply.body.data.name).toBe('Gurpreet ਸਿੰਘ 🙂');
  });
});

describe('limits', () => {
  test('P19 the 11th try is refused even when right, from that address alone, and success clears the count', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const wrong = { email: person.email, password: 'Not-the-one-1' };
    const right = { email: person.email, password: TEST_PASSWORD };
    for (let i = 0; i < 10; i++)
      expect((await strict.call(login, { body: wrong, address: '10.1.1.1' })).status).toBe(401);
    const refused = await strict.call(login, { body: right, address: '10.1.1.1' });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ success: false, error: 'Too Many Requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.retryAfter).toBe(Number(refused.headers.get('retry-after')));
    expect((await strict.call(login, { body: right, address: '10.1.1.2' })).status).toBe(200);
    await strict.close();
  }, 20_000);

  test('P21 a burst of wrong tries never gets more answers than the limit', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        strict.call(login, { body: { email: person.email, password: 'Not-the-one-1' } }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(30);
    await strict.close();
  }, 20_000);

  test('P20 108 people sign up and sign in behind one address', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    for (let i = 0; i < 108; i += 12) {
      const replies = await Promise.all(
        Array.from({ length: 12 }, async (_, offset) => {
          const body = {
            name: `Student ${i + offset}`,
            email: `s${i + offset}@campus.test`,
            password: 'Banyan-shade-77',
          };
          const joined = await strict.call(signup, { body, address: '10.9.9.9' });
          const back = await strict.call(login, { body, address: '10.9.9.9' });
          return [joined.status, back.status];
        }),
      );
      for (const statuses of replies) expect(statuses).toEqual([201, 200]);
    }
    await strict.close();
  }, 60_000);

  test('P23 X-Forwarded-For of a stranger changes nothing', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const tries = Array.from({ length: 12 }, (_, index) =>
      strict.call(login, {
        body: { email: person.email, password: 'Not-the-one-1' },
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      }),
    );
    expect((await Promise.all(tries)).filter((reply) => reply.status === 429)).toHaveLength(2);
    await strict.close();
  }, 20_000);

  test('no secret reaches the log', async () => {
    await api.call(login, { body: { email: 'log@example.test', password: 'Secret-in-body-5' } });
    expect(api.logged()).toContain('"route":"/auth/login"');
    expect(api.logged()).not.toContain('Secret-in-body-5');
  });
});
