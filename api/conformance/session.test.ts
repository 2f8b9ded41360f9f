import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../accounts/auth/published-passwords.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { cohorts } from '../platform/db/schema/curriculum.ts';
import { readPerson } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';
import { anyOf, differences, openDemo, type Shape } from './wire.ts';

const demo = await openDemo();

/** The whole user object, as sign-up, login and profile send it (docs/api.md 1.1, Q2). */
const USER: Shape = {
  id: 'id',
  name: 'string',
  email: 'string',
  role: 'string',
  status: 'string',
  emailVerified: 'boolean',
  olid: 'string?',
  createdAt: 'moment',
  updatedAt: 'moment',
  institute: 'string?',
  department: 'string?',
  graduationYear: 'int?',
  studentId: 'string?',
  phoneNumber: 'string?',
  portfolioUrl: 'string?',
  githubUsername: 'string?',
  twitterHandle: 'string?',
  linkedinUrl: 'string?',
  discordUsername: 'string?',
  kaggleUsername: 'string?',
  migratedToV2: 'boolean?',
  currentCohortId: 'string?',
  approvedBy: 'string?',
  enrollments: anyOf({
    id: 'id',
    enrolledAt: 'moment',
    league: { id: 'id', name: 'string' },
    cohort: { id: 'id', name: 'string' },
  }),
  pathfinderScopes: anyOf({
    leagueId: 'id',
    canManageUsers: 'boolean',
    canViewAnalytics: 'boolean',
    canCreateContent: 'boolean',
    league: { id: 'id', name: 'string' },
  }),
  specializations: anyOf({ id: 'id', completedAt: 'moment', specialization: { id: 'id', name: 'string' } }),
};
const TOKENS: Shape = { accessToken: 'id', refreshToken: 'id', user: USER };

const newcomer = (email: string) => ({ name: 'Meera Joshi', email, password: 'Kestrel-river-42!' });

describe('api.md 1.1 sign-up', () => {
  test('CALL-02 ENT-27 ENT-28 ENT-29 ENT-30 ENT-32 answers 201 with both tokens and the whole user, PIONEER and PENDING, not migrated', async () => {
    const reply = await demo.anyone.post('auth/signup', newcomer('meera@example.test'));
    expect([reply.status, reply.body.success]).toEqual([201, true]);
    expect(differences(reply.body.data, TOKENS)).toEqual([]);
    expect(reply.body.data.user).toMatchObject({
      email: 'meera@example.test',
      role: 'PIONEER',
      status: 'PENDING',
      emailVerified: false,
      migratedToV2: null,
      olid: null,
    });
    expect(reply.body.data.user).toHaveProperty('currentCohort');
    expect(JSON.stringify(reply.body)).not.toMatch(/hash|argon2|Kestrel-river/i);
    const { accessToken, refreshToken } = reply.body.data;
    expect((await demo.as(accessToken).get('auth/profile')).status).toBe(200);
    expect((await demo.anyone.post('auth/refresh', { refreshToken })).status).toBe(200);
  });

  test('an institute sent with the form migrates at once and gives an OL ID', async () => {
    const year = new Date().getUTCFullYear();
    const reply = await demo.anyone.post('auth/signup', {
      ...newcomer('institute@example.test'),
      institute: 'Sample Institute',
      graduationYear: year + 1,
      phoneNumber: '9876543210',
      studentId: 'SI-1',
      discordUsername: '',
      portfolioUrl: '',
    });
    expect(reply.status).toBe(201);
    expect(reply.body.data.user).toMatchObject({ institute: 'Sample Institute', migratedToV2: true });
    expect(reply.body.data.user.olid).toMatch(new RegExp(`^[A-Z]{2}${String(year).slice(1)}\\d{6}$`));
  });

  test('a taken address is refused in any case; 20 at once make one account and no 500', async () => {
    const taken = await demo.anyone.post('auth/signup', newcomer('PIONEER@demo.openleague.test'));
    expect([400, 409]).toContain(taken.status);
    expect(taken.body.error).toBe('User with this email already exists');
    expect(JSON.stringify(taken.body)).not.toContain('pioneer@');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        demo.anyone.post('auth/signup', newcomer(index % 2 ? 'Twice@example.test' : 'twice@example.test')),
      ),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 400, 409].includes(status))).toBe(true);
    const rows = await demo.db.select().from(users).where(eq(users.email, 'twice@example.test'));
    expect(rows).toHaveLength(1);
  });
});

describe('api.md 1.1 login, refresh, log-out', () => {
  const login = (email: string, password = DEMO_PASSWORD) =>
    demo.anyone.post('auth/login', { email, password });

  test('CALL-01 ENT-57 login answers tokens and the whole user, kept by no cache; scopes are there for staff at once (Q2)', async () => {
    const reply = await login('Pathfinder@demo.openleague.test');
    expect(reply.status).toBe(200);
    expect(differences(reply.body.data, TOKENS)).toEqual([]);
    expect(Object.keys(reply.body.data).sort()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body.data.user.pathfinderScopes).toHaveLength(1);
    const pioneer = await login('pioneer@demo.openleague.test');
    expect(pioneer.body.data.user.enrollments[0]).toMatchObject({ league: { name: 'ML' } });
  });

  test('a PENDING account signs in; unknown address and wrong password get the same words', async () => {
    expect((await login('pending@demo.openleague.test')).status).toBe(200);
    const wrong = await login('pioneer@demo.openleague.test', 'Wrong-password-1!');
    const unknown = await login('nobody@example.test', 'Wrong-password-1!');
    for (const reply of [wrong, unknown]) {
      expect([reply.status, reply.body.error]).toEqual([401, 'Invalid email or password']);
    }
    const suspended = await login('suspended@demo.openleague.test');
    expect([401, 403]).toContain(suspended.status);
    expect(suspended.body.error).toBe('Account is suspended. Please contact support.');
  });

  test('refresh refuses nothing and a made-up token with the agreed words', async () => {
    for (const body of [{}, { refreshToken: '' }, { refreshToken: null }, undefined]) {
      expectRefusal(await demo.anyone.post('auth/refresh', body), 400, 'Refresh token is required');
    }
    const unknown = await demo.anyone.post('auth/refresh', { refreshToken: 'made-up' });
    expect([unknown.status, unknown.body.error]).toEqual([401, 'Invalid refresh token']);
  });
});

describe('api.md 1.1 profile', () => {
  test('CALL-05 GET answers the whole user under data for every state but SUSPENDED', async () => {
    for (const name of ['pioneer', 'pending', 'newcomer', 'admin', 'chief', 'grand'] as const) {
      const reply = await demo.people[name].get('auth/profile');
      expect([name, reply.status]).toEqual([name, 200]);
      expect(differences(reply.body.data, USER)).toEqual([]);
    }
    expectRefusal(await demo.people.suspended.get('auth/profile'), 403, 'Account is suspended');
  });

  test('api.md 0.2 a missing, a null and a garbled token answer 401 with the word token', async () => {
    expectRefusal(await demo.anyone.get('auth/profile'), 401, 'Access token is required');
    for (const token of ['null', 'undefined', 'a.b.c', 'x'.repeat(9000), "' OR 1=1--"]) {
      expectRefusal(await demo.as(token).get('auth/profile'), 401, 'Invalid or expired token');
    }
    for (const [authorization, error] of [
      ['Basic abc', 'Access token is required'],
      ['Bearer a, Bearer b', 'Invalid or expired token'],
    ] as const) {
      const reply = await demo.request('/api/auth/profile', { headers: { authorization } });
      expect(await reply.json()).toMatchObject({ success: false, error });
    }
  });

  test('CALL-05 CALL-06 ENT-31 ENT-54 PUT keeps what is absent, clears null and empty, stores the leading @; its reply is the user', async () => {
    const { fresh } = demo.people;
    const all = await fresh.put('auth/profile', {
      twitterHandle: '@@simran',
      linkedinUrl: 'https://www.linkedin.com/in/simran',
      githubUsername: ' simran ',
      kaggleUsername: 'simran',
      portfolioUrl: 'https://simran.example.org',
      discordUsername: 'simran#1',
      unknownKey: 1,
    });
    expect([all.status, differences(all.body.data, USER)]).toEqual([200, []]);
    expect(all.body.data).toMatchObject({ twitterHandle: '@simran', githubUsername: 'simran' });
    const some = await fresh.put('auth/profile', { kaggleUsername: null, discordUsername: '' });
    expect(some.body.data).toMatchObject({
      kaggleUsername: null,
      discordUsername: null,
      twitterHandle: '@simran',
      portfolioUrl: 'https://simran.example.org',
    });
    for (const name of ['x', 'y'.repeat(51), '', ' ', null]) {
      const refused = await fresh.put('auth/profile', { name });
      expect([refused.status, refused.body.error]).toEqual([400, 'Name must be between 2 and 50 characters']);
    }
  });

  test('SEC P25 extra keys change nothing of role, status or state', async () => {
    const before = await readPerson(demo.db, demo.people.newcomer.id);
    const forged = {
      id: 'x',
      role: 'GRAND_PATHFINDER',
      status: 'ACTIVE',
      emailVerified: true,
      migratedToV2: true,
      olid: 'OL026999999',
      approvedById: demo.people.grand.id,
      currentCohortId: 'x',
      email: 'other@example.test',
      passwordHash: 'x',
      ['__proto__']: { role: 'GRAND_PATHFINDER' },
      constructor: { prototype: { role: 'GRAND_PATHFINDER' } },
    };
    const put = await demo.people.newcomer.put('auth/profile', forged);
    expect(put.status).toBe(200);
    const after = await readPerson(demo.db, demo.people.newcomer.id);
    expect({ ...after, updatedAt: null }).toEqual({ ...before, updatedAt: null });
    const signup = await demo.anyone.post('auth/signup', { ...forged, ...newcomer('forged@example.test') });
    expect(signup.body.data.user).toMatchObject({ role: 'PIONEER', status: 'PENDING', emailVerified: false });
  });
});

test('a new account belongs to the newest active cohort, whatever cohort the form names for automatic approval', async () => {
  const [open] = await demo.db
    .insert(cohorts)
    .values({ id: 'auto-cohort', name: 'Auto', autoApprove: true, createdAt: new Date('2020-01-01') })
    .returning();
  const reply = await demo.anyone.post('auth/signup', {
    ...newcomer('cohort@example.test'),
    cohortId: open?.id,
  });
  expect(reply.body.data.user.status).toBe('PENDING');
  expect(reply.body.data.user.currentCohortId).not.toBe('auto-cohort');
});
