import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { pathfinderScopes, users } from '../platform/db/schema/accounts.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addPerson, readPerson } from '../test/people.ts';
import { anyOf, type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let ml = '';
let finance = '';
beforeAll(async () => {
  demo = await openDemo();
  const rows = await demo.db.select().from(leagues);
  ml = rows.find((row) => row.name === 'ML')?.id ?? '';
  finance = rows.find((row) => row.name === 'Finance')?.id ?? '';
});
afterAll(() => demo.close());

const ROW: Shape = {
  id: 'id',
  name: 'string',
  email: 'string',
  role: 'string',
  status: 'string',
  olid: 'string?',
  createdAt: 'moment',
  updatedAt: 'moment',
  emailVerified: 'boolean',
  migratedToV2: 'boolean?',
  phoneNumber: 'string?',
  institute: 'string?',
  department: 'string?',
  graduationYear: 'int?',
  studentId: 'string?',
  portfolioUrl: 'string?',
  discordUsername: 'string?',
  twitterHandle: 'string?',
  linkedinUrl: 'string?',
  githubUsername: 'string?',
  kaggleUsername: 'string?',
  approvedBy: 'string?',
};

async function digestPeople(): Promise<string> {
  const rows = await demo.db.select().from(users).orderBy(users.id);
  return JSON.stringify(rows) + (await digestCurriculum(demo.db));
}

describe('api.md 1.18 users', () => {
  test('CALL-39 AUSER-12 the list honours 1000, is newest first, and prints the approver as text or null', async () => {
    const approved = await addPerson(demo.db, { status: 'PENDING' });
    await demo.people.grand.post('admin/approve-user', { userId: approved.id });
    const reply = await demo.people.grand.get('admin/users?page=1&limit=1000');
    expect(differences(reply.body.data, { users: [ROW], pagination: PAGINATION })).toEqual([]);
    const rows = reply.body.data.users;
    expect(rows).toHaveLength(reply.body.data.pagination.total);
    expect(reply.body.data.pagination.totalPages).toBe(1);
    const moments = rows.map((row: { createdAt: string }) => row.createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
    expect(rows.find((row: { id: string }) => row.id === approved.id).approvedBy).toBe('Ishaan Grewal');
    for (const row of rows) {
      if (row.currentCohort)
        expect(differences(row.currentCohort, { name: 'string', isActive: 'boolean' })).toEqual([]);
    }
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|passwordHash|tokenHash/);
    const paged = await demo.people.grand.get('admin/users?page=2&limit=50');
    expect(paged.body.data.pagination).toMatchObject({ page: 2, limit: 50, hasPreviousPage: true });
  });

  test('status, role and the pending list filter; CHIEF with Manage Users reads, PATHFINDER and learners do not', async () => {
    const pending = await demo.people.chief.get('admin/pending-users?page=1&limit=50');
    expect(pending.status).toBe(200);
    expect(differences(pending.body.data, { users: anyOf(ROW), pagination: PAGINATION })).toEqual([]);
    expect(pending.body.data.users.every((row: { status: string }) => row.status === 'PENDING')).toBe(true);
    const suspended = await demo.people.grand.get('admin/users?status=SUSPENDED&role=PIONEER');
    expect(suspended.body.data.users.map((row: { email: string }) => row.email)).toEqual([
      'suspended@demo.openleague.test',
    ]);
    for (const name of ['pathfinder', 'admin', 'pioneer', 'pending'] as const) {
      const reply = await demo.people[name].get('admin/users?limit=1000');
      expect([name, reply.status, reply.body.error]).toEqual([name, 403, 'Insufficient permissions']);
      expect(reply.body).toMatchObject({ current: expect.any(String), required: expect.any(Array) });
    }
  });

  test('CALL-41 approve only a PENDING account, once, whoever asks 20 times at once; it is audited once', async () => {
    const person = await addPerson(demo.db, { status: 'PENDING' });
    const { chief } = demo.people;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => chief.post('admin/approve-user', { userId: person.id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    for (const reply of replies.filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body.error]).toEqual([400, 'User is not pending approval']);
    }
    expect(await readPerson(demo.db, person.id)).toMatchObject({ status: 'ACTIVE', approvedById: chief.id });
    const entries = await demo.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetUserId, person.id), eq(auditLog.action, 'USER_APPROVED')));
    expect(entries).toHaveLength(1);
  });

  test('CALL-42 CALL-43 role and status writes answer the account; refusals have the exact words and change no row', async () => {
    const { grand } = demo.people;
    const target = await addPerson(demo.db);
    const role = await grand.put('admin/update-role', { userId: target.id, newRole: 'LUMINARY' });
    expect([role.status, role.body.data]).toMatchObject([
      200,
      { id: target.id, email: target.email, name: target.name, role: 'LUMINARY', status: 'ACTIVE' },
    ]);
    const off = await grand.put('admin/update-status', { userId: target.id, newStatus: 'SUSPENDED' });
    expect([off.status, off.body.data.status]).toEqual([200, 'SUSPENDED']);
    expect((await demo.as(target.token).get('auth/profile')).status).toBe(403);
    const before = await digestPeople();
    const ROLE = 'User ID and new role are required';
    const STATUS = 'User ID and new status are required';
    const ALLOWED = 'Invalid status. Only ACTIVE and SUSPENDED are allowed';
    const userId = demo.people.fresh.id;
    for (const [path, body, status, words] of [
      ['admin/approve-user', {}, 400, 'User ID is required'],
      ['admin/approve-user', { userId: 'nobody' }, 404, 'User not found'],
      ['admin/approve-user', { userId }, 400, 'User is not pending approval'],
      ['admin/update-role', {}, 400, ROLE],
      ['admin/update-role', { userId }, 400, ROLE],
      ['admin/update-role', { newRole: 'LUMINARY' }, 400, ROLE],
      ...['KING', 'pioneer', '__proto__', 7, true, {}, ['PIONEER']].map(
        (newRole) => ['admin/update-role', { userId, newRole }, 400, 'Invalid role specified'] as const,
      ),
      ['admin/update-role', { userId, newRole: '' }, 400, ROLE],
      ['admin/update-role', { userId: grand.id, newRole: 'PIONEER' }, 400, 'Cannot change your own role'],
      [
        'admin/update-role',
        { userId: target.id, newRole: 'PIONEER' },
        400,
        'Cannot update role of suspended user',
      ],
      ['admin/update-role', { userId: 'nobody', newRole: 'PIONEER' }, 404, 'User not found'],
      ...[{}, { userId }, { newStatus: 'ACTIVE' }].map(
        (body) => ['admin/update-status', body, 400, STATUS] as const,
      ),
      ...['INACTIVE', 'PENDING', 'active', 3, {}].map(
        (newStatus) => ['admin/update-status', { userId, newStatus }, 400, ALLOWED] as const,
      ),
      [
        'admin/update-status',
        { userId: grand.id, newStatus: 'ACTIVE' },
        400,
        'Cannot change your own status',
      ],
      [
        'admin/update-status',
        { userId: grand.id, newStatus: 'SUSPENDED' },
        400,
        'Cannot suspend your own account',
      ],
      ['admin/update-status', { userId: 'nobody', newStatus: 'ACTIVE' }, 404, 'User not found'],
    ] as const) {
      const reply = path.endsWith('user') ? await grand.post(path, body) : await grand.put(path, body);
      expect([path, body, reply.status, reply.body.error]).toEqual([path, body, status, words]);
    }
    const waiting = { userId: demo.people.pending.id, newStatus: 'ACTIVE' };
    expect((await grand.put('admin/update-status', waiting)).status).toBe(400);
    expect(await digestPeople()).toBe(before);
    const on = await grand.put('admin/update-status', { userId: target.id, newStatus: 'ACTIVE' });
    expect(on.body.data.status).toBe('ACTIVE');
  });

  test('fault 2 a chief raises nobody, not itself either, and touches no grand', async () => {
    const { chief, grand, pathfinder, admin } = demo.people;
    const before = await digestPeople();
    for (const person of [chief, pathfinder, admin]) {
      for (const [path, body] of [
        ['admin/update-role', { userId: person.id, newRole: 'GRAND_PATHFINDER' }],
        ['admin/update-role', { userId: demo.people.fresh.id, newRole: 'PATHFINDER' }],
        ['admin/update-status', { userId: grand.id, newStatus: 'SUSPENDED' }],
        ['admin/update-status', { userId: person.id, newStatus: 'ACTIVE' }],
        [`admin/users/${person.id}/role`, { role: 'GRAND_PATHFINDER' }],
        [`admin/users/${grand.id}/status`, { status: 'SUSPENDED' }],
      ] as const) {
        const reply = await person.put(path, body);
        expect([path, reply.status, reply.body.error]).toEqual([
          path,
          403,
          'Grand Pathfinder access required',
        ]);
      }
    }
    const byRole = await chief.post('admin/approve-user', {
      userId: demo.people.pending.id,
      role: 'GRAND_PATHFINDER',
    });
    expect(byRole.status).toBe(403);
    expect(await digestPeople()).toBe(before);
  });

  test('fault 2 role change, suspension and log-out take hold on the next request', async () => {
    const { grand } = demo.people;
    const chief = await addPerson(demo.db, { role: 'CHIEF_PATHFINDER' });
    await grand.post('admin/assign-leagues', {
      pathfinderId: chief.id,
      leagueIds: [ml],
      permissions: { canManageUsers: true, canViewAnalytics: true, canCreateContent: true },
    });
    const wire = demo.as(chief.token);
    expect((await wire.get('admin/users')).status).toBe(200);
    await grand.put('admin/update-role', { userId: chief.id, newRole: 'PIONEER' });
    const scopes = await demo.db
      .select()
      .from(pathfinderScopes)
      .where(eq(pathfinderScopes.pathfinderId, chief.id));
    expect(scopes).toEqual([]);
    const after = await wire.get('admin/users');
    expect([401, 403]).toContain(after.status);
    await grand.put('admin/update-status', { userId: chief.id, newStatus: 'SUSPENDED' });
    expect((await wire.get('cohorts')).status).toBe(403);
  });
});

describe('api.md 1.19 scopes', () => {
  const permissions = { canManageUsers: true, canViewAnalytics: true, canCreateContent: false };

  test('CALL-51 promotion is two calls; assigning replaces every earlier scope, 20 times at once too', async () => {
    const { grand } = demo.people;
    const person = await addPerson(demo.db);
    await grand.put('admin/update-role', { userId: person.id, newRole: 'PATHFINDER' });
    const first = await grand.post('admin/assign-leagues', {
      pathfinderId: person.id,
      leagueIds: [ml, finance],
      permissions,
    });
    expect(first.status).toBe(200);
    expect(
      differences(first.body.data, {
        pathfinder: { id: 'id', name: 'string' },
        assignedLeagues: [{ id: 'id', name: 'string' }],
        scopesCreated: 'int',
        permissions: { canManageUsers: 'boolean', canViewAnalytics: 'boolean', canCreateContent: 'boolean' },
      }),
    ).toEqual([]);
    expect(first.body.data.scopesCreated).toBe(2);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        grand.post('admin/assign-leagues', { pathfinderId: person.id, leagueIds: [finance] }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
    const rows = await demo.db
      .select()
      .from(pathfinderScopes)
      .where(eq(pathfinderScopes.pathfinderId, person.id));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      leagueId: finance,
      canManageUsers: false,
      canViewAnalytics: true,
      canCreateContent: false,
    });
    const login = (await demo.as(person.token).get('auth/profile')).status;
    expect([200, 401]).toContain(login);
  });

  test('the reads and writes of one pathfinder, with their refusals', async () => {
    const { grand, pathfinder, chief, fresh } = demo.people;
    const list = await grand.get(`admin/pathfinder-leagues/${chief.id}`);
    const PERMISSIONS: Shape = {
      canManageUsers: 'boolean',
      canViewAnalytics: 'boolean',
      canCreateContent: 'boolean',
    };
    const LEAGUE: Shape = { id: 'id', name: 'string' };
    expect(
      differences(list.body.data, {
        pathfinder: { id: 'id', name: 'string' },
        leagues: [{ leagueId: 'id', league: LEAGUE, permissions: PERMISSIONS, assignedAt: 'moment' }],
        totalLeagues: 'int',
      }),
    ).toEqual([]);
    const all = await grand.get('admin/pathfinder-assignments');
    expect(
      differences(all.body.data, {
        pathfinders: [
          {
            id: 'id',
            name: 'string',
            email: 'string',
            role: 'string',
            status: 'string',
            leagues: anyOf({ leagueId: 'id', league: LEAGUE, permissions: PERMISSIONS }),
            totalLeagues: 'int',
          },
        ],
        totalPathfinders: 'int',
      }),
    ).toEqual([]);
    const path = `admin/pathfinder-leagues/${chief.id}/${finance}`;
    const set = await grand.put(`${path}/permissions`, { permissions });
    expect([set.status, set.body.data.permissions]).toEqual([200, permissions]);
    expect(
      differences(set.body.data, { updatedAt: 'moment', league: LEAGUE, updatedBy: { id: 'id' } }),
    ).toEqual([]);
    const before = await digestPeople();
    const WORDS = 'pathfinderId and leagueIds array are required';
    for (const [body, status, words] of [
      [{}, 400, WORDS],
      [{ pathfinderId: chief.id, leagueIds: [] }, 400, WORDS],
      [{ pathfinderId: chief.id, leagueIds: ml }, 400, WORDS],
      [{ pathfinderId: 'nobody', leagueIds: [ml] }, 404, 'User not found'],
      [
        { pathfinderId: fresh.id, leagueIds: [ml] },
        400,
        'User must be a PATHFINDER or CHIEF_PATHFINDER to assign leagues',
      ],
      [{ pathfinderId: chief.id, leagueIds: [ml, 'nowhere'] }, 400, 'Some league IDs are invalid'],
      [
        { pathfinderId: chief.id, leagueIds: [ml], permissions: { canManageUsers: 'yes' } },
        400,
        'All permission fields must be boolean values',
      ],
    ] as const) {
      const reply = await grand.post('admin/assign-leagues', body);
      expect([body, reply.status, reply.body.error]).toEqual([body, status, words]);
      if (words.startsWith('Some')) expect(reply.body.missingLeagueIds).toEqual(['nowhere']);
    }
    for (const [body, words] of [
      [{}, 'pathfinderId, leagueId, and permissions are required'],
      [{ permissions: { canManageUsers: true } }, 'All permission fields must be boolean values'],
    ] as const) {
      const reply = await grand.put(`${path}/permissions`, body);
      expect([reply.status, reply.body.error]).toEqual([400, words]);
    }
    for (const [gone, words] of [
      [`admin/pathfinder-leagues/nobody/${ml}`, 'Pathfinder not found'],
      [`admin/pathfinder-leagues/${pathfinder.id}/${finance}`, 'League assignment not found'],
    ] as const) {
      const reply = await grand.delete(gone);
      expect([gone, reply.status, reply.body.error]).toEqual([gone, 404, words]);
    }
    expect((await grand.get('admin/pathfinder-leagues/nobody')).body.error).toBe('Pathfinder not found');
    expect(await digestPeople()).toBe(before);
    for (const person of [chief, pathfinder, demo.people.admin]) {
      const reply = await person.post('admin/assign-leagues', { pathfinderId: person.id, leagueIds: [ml] });
      expect([reply.status, reply.body.error]).toEqual([403, 'Grand Pathfinder access required']);
    }
    const removed = await grand.delete(path);
    expect([removed.status, removed.body.success, typeof removed.body.message]).toEqual([
      200,
      true,
      'string',
    ]);
    expect((await grand.delete(path)).status).toBe(404);
  });
});
