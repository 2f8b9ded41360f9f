import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getUser, listPendingUsers, listUsers } from '#contract/admin-users.ts';
import { STATUSES } from '#contract/roles.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addBadge } from '../../test/awards.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';

const api = await openTestApp();
const league = await addLeague(api.db);
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER', name: 'Charu Chief' });
await addScope(api.db, chief.id, league.id);
const learner = await addLearner(api.db, league, { name: 'Zoya Learner' });
await api.db
  .update(users)
  .set({
    approvedById: grand.id,
    currentCohortId: league.cohortId,
    githubUsername: 'octo_zoya',
    olid: 'OL025000001',
    twitterHandle: '@zoya',
    phoneNumber: '9876543210',
    institute: 'Sample Institute',
    department: 'Other',
    graduationYear: 2027,
    studentId: 'S-1',
  })
  .where(eq(users.id, learner.id));
await addPerson(api.db, { status: 'PENDING', name: 'Pia Pending', migrated: false, verified: false });
await addPerson(api.db, { status: 'SUSPENDED', name: 'Sana Suspended' });

describe('the user list', () => {
  test('CALL-39 AUSER-12 ENT-28 ENT-29 ENT-30 ENT-32 ENT-33 ENT-56 a row carries the whole account but no secret', async () => {
    const { status, body } = await api.call(listUsers, { token: grand.token });
    expect(status).toBe(200);
    expect(listUsers.data?.parse(body.data)).toEqual(body.data);
    const moments = body.data.users.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const row = body.data.users.find((user: { id: string }) => user.id === learner.id);
    expect(row).toMatchObject({
      name: 'Zoya Learner',
      email: learner.email,
      emailVerified: true,
      migratedToV2: true,
      olid: 'OL025000001',
      role: 'PIONEER',
      status: 'ACTIVE',
      phoneNumber: '9876543210',
      institute: 'Sample Institute',
      department: 'Other',
      graduationYear: 2027,
      studentId: 'S-1',
      twitterHandle: '@zoya',
      githubUsername: 'octo_zoya',
      portfolioUrl: null,
      linkedinUrl: null,
      discordUsername: null,
      kaggleUsername: null,
      approvedBy: 'Gita Grand',
      currentCohort: { id: league.cohortId, isActive: true },
      enrollments: [{ league: { id: league.id, name: league.name }, cohort: { id: league.cohortId } }],
      pathfinderScopes: [],
    });
    const own = body.data.users.find((user: { id: string }) => user.id === chief.id);
    expect(own.approvedBy).toBeNull();
    expect(own.pathfinderScopes).toEqual([
      {
        leagueId: league.id,
        league: { id: league.id, name: league.name },
        canManageUsers: true,
        canViewAnalytics: true,
        canCreateContent: true,
      },
    ]);
    expect(body.data.users.every((user: { status: string }) => STATUSES.includes(user.status as never))).toBe(
      true,
    );
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|password_hash|refresh/i);
  });

  test('AUSER-02 figures count everyone, and leave a role out when asked', async () => {
    const { body } = await api.call(listUsers, {
      token: grand.token,
      query: { status: 'PENDING', excludeRole: 'GRAND_PATHFINDER' },
    });
    expect(body.data.counts).toEqual({ total: 4, active: 2, pending: 1, suspended: 1, migrated: 3 });
    expect(body.data.pagination.total).toBe(1);
  });

  test('CALL-44 ENT-56 CONST-30 CONST-31 pages, and bad paging falls back to 100 a page', async () => {
    const paged = await api.call(listUsers, { token: grand.token, query: { page: 2, limit: 2 } });
    expect(paged.body.data.users).toHaveLength(2);
    expect(paged.body.data.pagination).toEqual({
      page: 2,
      limit: 2,
      total: 5,
      totalPages: 3,
      totalCount: 5,
      hasNextPage: true,
      hasPreviousPage: true,
    });
    for (const query of [
      { page: '0', limit: '-1' },
      { page: 'x', limit: '1e3' },
      { page: '1.5', limit: '' },
    ]) {
      const { status, body } = await api.call(listUsers, { token: grand.token, query });
      expect(status).toBe(200);
      expect(body.data.pagination).toMatchObject({ page: 1, limit: 100 });
    }
    const large = await api.call(listUsers, { token: grand.token, query: { limit: 1000 } });
    expect(large.body.data.pagination.limit).toBe(1000);
    const huge = await api.call(listUsers, { token: grand.token, query: { limit: 1_000_000 } });
    expect(huge.body.data.pagination.limit).toBe(1000);
    const beyond = await api.call(listUsers, { token: grand.token, query: { page: 999999999 } });
    expect(beyond.body.data.users).toEqual([]);
  });

  test('AUSER-04 AUSER-05 AUSER-06 AUSER-07 searches and filters', async () => {
    const namesFor = async (query: Record<string, string>) => {
      const { body } = await api.call(listUsers, { token: grand.token, query });
      return body.data.users.map((user: { name: string }) => user.name);
    };
    expect(await namesFor({ search: 'zOYA lea' })).toEqual(['Zoya Learner']);
    expect(await namesFor({ search: 'octo_' })).toEqual(['Zoya Learner']);
    expect(await namesFor({ search: learner.email })).toEqual(['Zoya Learner']);
    expect(await namesFor({ search: '%' })).toEqual([]);
    expect(await namesFor({ search: '_' })).toEqual(['Zoya Learner']);
    expect(await namesFor({ search: "' or 1=1--" })).toEqual([]);
    expect(await namesFor({ search: '\0' })).toHaveLength(5);
    expect(await namesFor({ search: '\0zoya\0 lea' })).toEqual(['Zoya Learner']);
    // Each part of what is searched stands on a line of its own, and nothing is found across two.
    expect(await namesFor({ search: `Learner\n${learner.email}` })).toEqual([]);
    expect(await namesFor({ status: 'SUSPENDED' })).toEqual(['Sana Suspended']);
    expect(await namesFor({ role: 'CHIEF_PATHFINDER' })).toEqual(['Charu Chief']);
    expect(await namesFor({ migrated: 'false' })).toEqual(['Pia Pending']);
    expect(await namesFor({ migrated: 'true', status: 'all', role: '' })).toHaveLength(4);
  });

  test('AUSER-11 AUSER-13 sorts by the allowed columns alone', async () => {
    const { body } = await api.call(listUsers, {
      token: grand.token,
      query: { sort: 'name', direction: 'asc' },
    });
    expect(body.data.users.map((user: { name: string }) => user.name)).toEqual([
      'Charu Chief',
      'Gita Grand',
      'Pia Pending',
      'Sana Suspended',
      'Zoya Learner',
    ]);
    const byOlid = await api.call(listUsers, { token: grand.token, query: { sort: 'olid' } });
    expect(byOlid.body.data.users[0].name).toBe('Zoya Learner');
    const refused: Record<string, string>[] = [
      { sort: 'id";--' },
      { sort: 'passwordHash' },
      { direction: 'up' },
      { status: 'BOGUS' },
      { role: 'BOGUS' },
    ];
    for (const query of refused) {
      const { status, body } = await api.call(listUsers, { token: grand.token, query });
      expect([status, body.success]).toEqual([400, false]);
      expect(body.error).toStartWith('Invalid ');
    }
  });

  test('CALL-40 pending users only, whatever status is asked', async () => {
    const { status, body } = await api.call(listPendingUsers, {
      token: grand.token,
      query: { status: 'ACTIVE', limit: 1000 },
    });
    expect(status).toBe(200);
    expect(body.data.users.map((user: { name: string }) => user.name)).toEqual(['Pia Pending']);
    expect(body.data.pagination.total).toBe(1);
    const refused = await api.call(listUsers, { token: learner.token });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'Insufficient permissions', current: expect.any(String), required: expect.any(Array) },
    ]);
  });
});

describe('one user', () => {
  test('ENT-28 the whole account with its badges', async () => {
    const badgeId = await addBadge(api.db, league.id, 'First steps', [learner.id]);
    const { status, body } = await api.call(getUser, {
      token: chief.token,
      params: { userId: learner.id },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: learner.id, approvedBy: 'Gita Grand', email: learner.email });
    expect(body.data.enrollments).toHaveLength(1);
    expect(body.data.badges).toEqual([
      {
        id: badgeId,
        name: 'First steps',
        imageUrl: null,
        league: { id: league.id, name: league.name },
        earnedAt: expect.any(String),
      },
    ]);
  });

  test('an unknown id is 404', async () => {
    const { status, body } = await api.call(getUser, { token: grand.token, params: { userId: createId() } });
    expect([status, body.error]).toEqual([404, 'User not found']);
  });
});

test('a backslash in a name is searched for as it stands', async () => {
  const person = await addPerson(api.db, { name: 'Back\\slash' });
  const reply = await api.call(listUsers, { token: grand.token, query: { search: 'back\\s' } });
  expect(reply.body.data.users.map(({ id }: { id: string }) => id)).toEqual([person.id]);
});
