import { describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { pathfinderScopes } from '../platform/db/schema/accounts.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { addPerson, readPerson } from '../test/people.ts';
import { anyOf, expectRefusals, expectShape, openDemo, PAGINATION, type Shape } from './wire.ts';

const demo = await openDemo();
const ml = demo.idOf('ML');
const finance = demo.idOf('Finance');

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
const GRAND_ONLY = 'Grand Pathfinder access required';

describe('api.md 1.18 users', () => {
  test('CALL-39 AUSER-12 the list honours 1000, is newest first, and prints the approver as text or null', async () => {
    const { grand } = demo.people;
    const approved = await addPerson(demo.db, { status: 'PENDING' });
    await grand.post('admin/approve-user', { userId: approved.id });
    const shape = { users: [ROW], pagination: PAGINATION };
    const { users: rows, pagination } = await expectShape(grand, 'GET admin/users?page=1&limit=1000', shape);
    expect([pagination.total, pagination.totalPages]).toEqual([rows.length, 1]);
    const moments = rows.map((row: { createdAt: string }) => row.createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
    expect(rows.find((row: { id: string }) => row.id === approved.id).approvedBy).toBe('Ishaan Grewal');
    const cohorts = rows.flatMap((row: { currentCohort?: object }) => row.currentCohort ?? []);
    for (const cohort of cohorts)
      expect(cohort).toMatchObject({ name: expect.any(String), isActive: expect.any(Boolean) });
    expect(JSON.stringify(rows)).not.toMatch(/argon2|passwordHash|tokenHash/);
    const paged = await grand.get('admin/users?page=2&limit=50');
    expect(paged.body.data.pagination).toMatchObject({ page: 2, limit: 50, hasPreviousPage: true });
  });

  test('status, role and the pending list filter; CHIEF with Manage Users reads, PATHFINDER and learners do not', async () => {
    const { chief, grand } = demo.people;
    const shape = { users: anyOf(ROW), pagination: PAGINATION };
    const pending = await expectShape(chief, 'GET admin/pending-users?page=1&limit=50', shape);
    expect(new Set(pending.users.map((row: { status: string }) => row.status))).toEqual(new Set(['PENDING']));
    const suspended = await grand.get('admin/users?status=SUSPENDED&role=PIONEER');
    expect(suspended.body.data.users).toMatchObject([{ email: 'suspended@demo.openleague.test' }]);
    for (const name of ['pathfinder', 'admin', 'pioneer', 'pending'] as const) {
      const reply = await demo.people[name].get('admin/users?limit=1000');
      expect([name, reply.status, reply.body.error]).toEqual([name, 403, 'Insufficient permissions']);
      expect(reply.body).toMatchObject({ current: expect.any(String), required: expect.any(Array) });
    }
  });

  test('CALL-41 approve only a PENDING account, once, whoever asks 20 times at once; it is audited once', async () => {
    const { id: userId } = await addPerson(demo.db, { status: 'PENDING' });
    const { chief } = demo.people;
    const approve = () => chief.post('admin/approve-user', { userId });
    const replies = await Promise.all(Array.from({ length: 20 }, approve));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'User is not pending approval']);
    expect(await readPerson(demo.db, userId)).toMatchObject({ status: 'ACTIVE', approvedById: chief.id });
    const approvals = and(eq(auditLog.targetUserId, userId), eq(auditLog.action, 'USER_APPROVED'));
    expect(await demo.db.$count(auditLog, approvals)).toBe(1);
  });

  test('CALL-42 CALL-43 role and status writes answer the account; refusals have the exact words and change no row', async () => {
    const { grand, pending } = demo.people;
    const target = await addPerson(demo.db);
    const [userId, own] = [target.id, { id: target.id, email: target.email, name: target.name }];
    const write = async (field: 'role' | 'status', value: string) => {
      const body = { userId, [`new${field === 'role' ? 'Role' : 'Status'}`]: value };
      const reply = await grand.put(`admin/update-${field}`, body);
      expect([reply.status, reply.body.data]).toMatchObject([200, { ...own, [field]: value }]);
    };
    await write('role', 'LUMINARY');
    await write('status', 'SUSPENDED');
    expect((await demo.as(target.token).get('auth/profile')).status).toBe(403);
    const ROLE = 'User ID and new role are required';
    const STATUS = 'User ID and new status are required';
    const ALLOWED = 'Invalid status. Only ACTIVE and SUSPENDED are allowed';
    const fresh = { userId: demo.people.fresh.id };
    const itself = { userId: grand.id };
    const [approve, role, status] = [
      'POST admin/approve-user',
      'PUT admin/update-role',
      'PUT admin/update-status',
    ];
    await expectRefusals(
      demo,
      (
        [
          [approve, {}, 400, 'User ID is required'],
          [approve, { userId: 'nobody' }, 404, 'User not found'],
          [approve, fresh, 400, 'User is not pending approval'],
          [role, {}, 400, ROLE],
          [role, fresh, 400, ROLE],
          [role, { newRole: 'LUMINARY' }, 400, ROLE],
          [role, { ...fresh, newRole: '' }, 400, ROLE],
          ...['KING', 'pioneer', '__proto__', 7, true, {}, ['PIONEER']].map(
            (newRole) => [role, { ...fresh, newRole }, 400, 'Invalid role specified'] as const,
          ),
          [role, { ...itself, newRole: 'PIONEER' }, 400, 'Cannot change your own role'],
          [role, { userId, newRole: 'PIONEER' }, 400, 'Cannot update role of suspended user'],
          [role, { userId: 'nobody', newRole: 'PIONEER' }, 404, 'User not found'],
          [status, {}, 400, STATUS],
          [status, fresh, 400, STATUS],
          [status, { newStatus: 'ACTIVE' }, 400, STATUS],
          ...['INACTIVE', 'PENDING', 'active', 3, {}].map(
            (newStatus) => [status, { ...fresh, newStatus }, 400, ALLOWED] as const,
          ),
          [status, { ...itself, newStatus: 'ACTIVE' }, 400, 'Cannot change your own status'],
          [status, { ...itself, newStatus: 'SUSPENDED' }, 400, 'Cannot suspend your own account'],
          [status, { userId: 'nobody', newStatus: 'ACTIVE' }, 404, 'User not found'],
        ] as const
      ).map((refusal) => [grand, ...refusal]),
    );
    const waiting = { userId: pending.id, newStatus: 'ACTIVE' };
    expect((await grand.put('admin/update-status', waiting)).status).toBe(400);
    await write('status', 'ACTIVE');
  });

  test('fault 2 a chief raises nobody, not itself either, and touches no grand', async () => {
    const { chief, grand, pathfinder, admin, fresh, pending } = demo.people;
    for (const person of [chief, pathfinder, admin]) {
      await expectRefusals(
        demo,
        (
          [
            ['PUT admin/update-role', { userId: person.id, newRole: 'GRAND_PATHFINDER' }],
            ['PUT admin/update-role', { userId: fresh.id, newRole: 'PATHFINDER' }],
            ['PUT admin/update-status', { userId: grand.id, newStatus: 'SUSPENDED' }],
            ['PUT admin/update-status', { userId: person.id, newStatus: 'ACTIVE' }],
            [`PUT admin/users/${person.id}/role`, { role: 'GRAND_PATHFINDER' }],
            [`PUT admin/users/${grand.id}/status`, { status: 'SUSPENDED' }],
            ['POST admin/assign-leagues', { pathfinderId: person.id, leagueIds: [ml] }],
          ] as const
        ).map(([request, body]) => [person, request, body, 403, GRAND_ONLY]),
      );
    }
    const raised = await chief.post('admin/approve-user', { userId: pending.id, role: 'GRAND_PATHFINDER' });
    expect(raised.status).toBe(403);
  });

  test('fault 2 role change, suspension and log-out take hold on the next request', async () => {
    const { grand } = demo.people;
    const chief = await addPerson(demo.db, { role: 'CHIEF_PATHFINDER' });
    const permissions = { canManageUsers: true, canViewAnalytics: true, canCreateContent: true };
    await grand.post('admin/assign-leagues', { pathfinderId: chief.id, leagueIds: [ml], permissions });
    const wire = demo.as(chief.token);
    expect((await wire.get('admin/users')).status).toBe(200);
    await grand.put('admin/update-role', { userId: chief.id, newRole: 'PIONEER' });
    expect(await demo.db.$count(pathfinderScopes, eq(pathfinderScopes.pathfinderId, chief.id))).toBe(0);
    expect([401, 403]).toContain((await wire.get('admin/users')).status);
    await grand.put('admin/update-status', { userId: chief.id, newStatus: 'SUSPENDED' });
    expect((await wire.get('cohorts')).status).toBe(403);
  });
});

describe('api.md 1.19 scopes', () => {
  const permissions = { canManageUsers: true, canViewAnalytics: true, canCreateContent: false };
  const PERMISSIONS: Shape = {
    canManageUsers: 'boolean',
    canViewAnalytics: 'boolean',
    canCreateContent: 'boolean',
  };
  const NAMED: Shape = { id: 'id', name: 'string' };
  const HELD = { leagueId: 'id', league: NAMED, permissions: PERMISSIONS };

  test('CALL-51 promotion is two calls; assigning replaces every earlier scope, 20 times at once too', async () => {
    const { grand } = demo.people;
    const { id: pathfinderId, token } = await addPerson(demo.db);
    await grand.put('admin/update-role', { userId: pathfinderId, newRole: 'PATHFINDER' });
    const shape = {
      pathfinder: NAMED,
      assignedLeagues: [NAMED],
      scopesCreated: 'int',
      permissions: PERMISSIONS,
    };
    const assign = (body: object) =>
      expectShape(grand, 'POST admin/assign-leagues', shape, { pathfinderId, ...body });
    expect((await assign({ leagueIds: [ml, finance], permissions })).scopesCreated).toBe(2);
    await Promise.all(Array.from({ length: 20 }, () => assign({ leagueIds: [finance] })));
    const rows = await demo.db
      .select()
      .from(pathfinderScopes)
      .where(eq(pathfinderScopes.pathfinderId, pathfinderId));
    const defaults = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
    expect(rows).toMatchObject([{ leagueId: finance, ...defaults }]);
    expect([200, 401]).toContain((await demo.as(token).get('auth/profile')).status);
  });

  test('the reads and writes of one pathfinder, with their refusals', async () => {
    const { grand, pathfinder, chief, fresh } = demo.people;
    await expectShape(grand, `GET admin/pathfinder-leagues/${chief.id}`, {
      pathfinder: NAMED,
      leagues: [{ ...HELD, assignedAt: 'moment' }],
      totalLeagues: 'int',
    });
    const account = { id: 'id', name: 'string', email: 'string', role: 'string', status: 'string' };
    await expectShape(grand, 'GET admin/pathfinder-assignments', {
      pathfinders: [{ ...account, leagues: anyOf(HELD), totalLeagues: 'int' }],
      totalPathfinders: 'int',
    });
    const path = `admin/pathfinder-leagues/${chief.id}/${finance}`;
    const changed = { updatedAt: 'moment', league: NAMED, updatedBy: { id: 'id' }, permissions: PERMISSIONS };
    const set = await expectShape(grand, `PUT ${path}/permissions`, changed, { permissions });
    expect(set.permissions).toEqual(permissions);
    const WORDS = 'pathfinderId and leagueIds array are required';
    const BOOLEAN = 'All permission fields must be boolean values';
    const STAFF = 'User must be a PATHFINDER or CHIEF_PATHFINDER to assign leagues';
    const [assign, own] = ['POST admin/assign-leagues', { pathfinderId: chief.id, leagueIds: [ml] }];
    const unknown = { ...own, leagueIds: [ml, 'nowhere'] };
    await expectRefusals(
      demo,
      (
        [
          [assign, {}, 400, WORDS],
          [assign, { ...own, leagueIds: [] }, 400, WORDS],
          [assign, { ...own, leagueIds: ml }, 400, WORDS],
          [assign, { ...own, pathfinderId: 'nobody' }, 404, 'User not found'],
          [assign, { ...own, pathfinderId: fresh.id }, 400, STAFF],
          [assign, unknown, 400, 'Some league IDs are invalid'],
          [assign, { ...own, permissions: { canManageUsers: 'yes' } }, 400, BOOLEAN],
          [`PUT ${path}/permissions`, {}, 400, 'pathfinderId, leagueId, and permissions are required'],
          [`PUT ${path}/permissions`, { permissions: { canManageUsers: true } }, 400, BOOLEAN],
          [`DELETE admin/pathfinder-leagues/nobody/${ml}`, undefined, 404, 'Pathfinder not found'],
          [
            `DELETE admin/pathfinder-leagues/${pathfinder.id}/${finance}`,
            undefined,
            404,
            'League assignment not found',
          ],
          ['GET admin/pathfinder-leagues/nobody', undefined, 404, 'Pathfinder not found'],
        ] as const
      ).map((refusal) => [grand, ...refusal]),
    );
    expect((await grand.send(assign, unknown)).body.missingLeagueIds).toEqual(['nowhere']);
    const removed = await grand.delete(path);
    expect([removed.status, removed.body.success, typeof removed.body.message]).toEqual([
      200,
      true,
      'string',
    ]);
    expect((await grand.delete(path)).status).toBe(404);
  });
});
