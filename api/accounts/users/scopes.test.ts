import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateUserRole } from '#contract/admin-users.ts';
import { ROLES } from '#contract/roles.ts';
import {
  assignLeagues,
  listPathfinderLeagues,
  listPathfinders,
  removePathfinderLeague,
  type ScopeRow,
  updateLeaguePermissions,
} from '#contract/scopes.ts';
import { pathfinderScopes } from '../../platform/db/schema/accounts.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { expectRefusal, expectRefusals } from '../../test/refusals.ts';

let pathfinder: Person;

const api = await openTestApp();
const finance = await addLeague(api.db, { name: 'Finance', weeks: 0 });
const quantum = await addLeague(api.db, { name: 'Quantum', weeks: 0 });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
beforeEach(async () => {
  pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
});

const allOn = { canManageUsers: true, canViewAnalytics: true, canCreateContent: true };
const assign = (body: unknown, token = grand.token) => api.call(assignLeagues, { token, body });

async function scopesOf(userId: string) {
  const rows = await api.db.select().from(pathfinderScopes).where(eq(pathfinderScopes.pathfinderId, userId));
  return rows
    .map(({ leagueId, canManageUsers, canViewAnalytics, canCreateContent, assignedById }) => ({
      leagueId,
      canManageUsers,
      canViewAnalytics,
      canCreateContent,
      assignedById,
    }))
    .sort((a, b) => a.leagueId.localeCompare(b.leagueId));
}

async function lastAudit(userId: string) {
  const entry = (await readEntries(api.db, { targetUserId: userId })).at(-1);
  return entry && { action: entry.action, actorId: entry.actorId, metadata: entry.metadata };
}

describe('assigning leagues', () => {
  test('CALL-51 ENT-53 gives the leagues with the permissions sent, and audits it', async () => {
    const { status, body } = await assign({
      pathfinderId: pathfinder.id,
      leagueIds: [quantum.id, finance.id, quantum.id],
      permissions: allOn,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      pathfinder: {
        id: pathfinder.id,
        name: pathfinder.name,
        email: pathfinder.email,
        role: 'PATHFINDER',
        status: 'ACTIVE',
      },
      assignedLeagues: [
        { id: finance.id, name: 'Finance' },
        { id: quantum.id, name: 'Quantum' },
      ],
      scopesCreated: 2,
      permissions: allOn,
    });
    expect(await scopesOf(pathfinder.id)).toEqual(
      [finance.id, quantum.id].sort().map((leagueId) => ({ leagueId, ...allOn, assignedById: grand.id })),
    );
    expect(await lastAudit(pathfinder.id)).toEqual({
      action: 'PATHFINDER_SCOPE_ASSIGNED',
      actorId: grand.id,
      metadata: {
        from: [],
        to: [quantum.id, finance.id],
        permissions: allOn,
        names: { [quantum.id]: 'Quantum', [finance.id]: 'Finance' },
      },
    });
  });

  test('CONST-32 what is not sent takes its default', async () => {
    const defaults = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
    for (const [permissions, expected] of [
      [undefined, defaults],
      [null, defaults],
      [{}, defaults],
      [{ canCreateContent: true }, { ...defaults, canCreateContent: true }],
    ] as const) {
      const { body } = await assign({ pathfinderId: pathfinder.id, leagueIds: [finance.id], permissions });
      expect(body.data.permissions).toEqual(expected);
      expect(await scopesOf(pathfinder.id)).toMatchObject([{ leagueId: finance.id, ...expected }]);
    }
  });

  test('CALL-51 each fault in its own words, and nothing changes', async () => {
    await assign({ pathfinderId: pathfinder.id, leagueIds: [finance.id], permissions: allOn });
    const good = { pathfinderId: pathfinder.id, leagueIds: [quantum.id] };
    const gone = createId();
    const unknown = { ...good, leagueIds: [quantum.id, gone] };
    await expectRefusals(api.db, (body: object) => assign(body), [
      ...[{}, { pathfinderId: pathfinder.id }, { leagueIds: [quantum.id] }].map(
        (body) => [body, 400, 'pathfinderId and leagueIds array are required'] as const,
      ),
      ...[[], quantum.id, [5], ['']].map(
        (leagueIds) =>
          [{ ...good, leagueIds }, 400, 'pathfinderId and leagueIds array are required'] as const,
      ),
      ...['all', { canManageUsers: 'yes' }, { canCreateContent: 1 }, [true]].map(
        (permissions) =>
          [{ ...good, permissions }, 400, 'All permission fields must be boolean values'] as const,
      ),
      [unknown, 400, 'Some league IDs are invalid'],
      [{ ...good, pathfinderId: createId() }, 404, 'User not found'],
    ]);
    expect((await assign(unknown)).body.missingLeagueIds).toEqual([gone]);
  });

  test('CALL-51 only a PATHFINDER or CHIEF_PATHFINDER may hold leagues', async () => {
    for (const role of ROLES) {
      const person = await addPerson(api.db, { role });
      const reply = await assign({ pathfinderId: person.id, leagueIds: [finance.id] });
      if (role === 'PATHFINDER' || role === 'CHIEF_PATHFINDER') {
        expect([role, reply.status]).toEqual([role, 200]);
        continue;
      }
      expectRefusal(reply, 400, 'User must be a PATHFINDER or CHIEF_PATHFINDER to assign leagues');
      expect(await scopesOf(person.id)).toEqual([]);
    }
  });

  test('leagues that are others than expected by now are told and stay, and of two at once one is told', async () => {
    const analytics = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
    const seen = (...leagues: TestLeague[]) =>
      leagues.map(({ id: leagueId }) => ({ leagueId, permissions: analytics }));
    const save = (leagueIds: string[], expectedLeagues: unknown) =>
      assign({ pathfinderId: pathfinder.id, leagueIds, permissions: analytics, expectedLeagues });
    expect((await save([finance.id, quantum.id], [])).status).toBe(200);
    expect((await save([finance.id], seen(quantum, finance))).status).toBe(200);

    const refused = await save([quantum.id], seen(quantum));
    expect([refused.status, refused.body.error, refused.body.code]).toEqual([
      409,
      'Somebody else changed the leagues of this pathfinder meanwhile',
      'SCOPES_CHANGED',
    ]);
    const { body } = await api.call(listPathfinderLeagues, {
      token: grand.token,
      params: { pathfinderId: pathfinder.id },
    });
    expect(refused.body.leagues).toEqual(body.data.leagues);
    const other = [{ leagueId: finance.id, permissions: allOn }];
    expect((await save([quantum.id], other)).status).toBe(409);
    expect((await save([quantum.id], [])).status).toBe(409);
    // Just what is asked for already: nobody loses anything by it.
    expect((await save([finance.id], seen(quantum))).status).toBe(200);
    const both = await Promise.all([
      save([quantum.id], seen(finance)),
      save([finance.id, quantum.id], seen(finance)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const expected of ['all', [finance.id], [{ leagueId: finance.id }], [{ permissions: analytics }]]) {
      const reply = await save([finance.id], expected);
      expectRefusal(reply, 400, 'expectedLeagues must be an array of leagueId and permissions');
    }
  });

  test('OPEN-29 leagues may have permissions of their own; those of the call hold for the others', async () => {
    const analytics = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
    const body = {
      pathfinderId: pathfinder.id,
      leagueIds: [finance.id, quantum.id],
      permissions: analytics,
      leaguePermissions: [{ leagueId: quantum.id, permissions: allOn }],
    };
    expect((await assign(body)).status).toBe(200);
    const { body: found } = await api.call(listPathfinderLeagues, {
      token: grand.token,
      params: { pathfinderId: pathfinder.id },
    });
    const stored = found.data.leagues.map((one: ScopeRow) => [one.leagueId, one.permissions]);
    expect(new Map(stored)).toEqual(
      new Map([
        [finance.id, analytics],
        [quantum.id, allOn],
      ]),
    );
    const refused = await assign({ ...body, leaguePermissions: [{ leagueId: quantum.id }] });
    expectRefusal(refused, 400, 'leaguePermissions must be an array of leagueId and permissions');
  });

  test('assigning and demoting at once never leave scopes behind', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addPerson(api.db, { role: 'PATHFINDER' });
      await Promise.all([
        assign({ pathfinderId: person.id, leagueIds: [finance.id, quantum.id] }),
        api.call(updateUserRole, {
          token: grand.token,
          body: { userId: person.id, newRole: 'PIONEER' },
        }),
      ]);
      expect(await scopesOf(person.id)).toEqual([]);
    }
  });
});

describe('reading scopes', () => {
  test('CALL-52 the leagues of one pathfinder', async () => {
    await assign({ pathfinderId: pathfinder.id, leagueIds: [finance.id], permissions: allOn });
    const { status, body } = await api.call(listPathfinderLeagues, {
      token: grand.token,
      params: { pathfinderId: pathfinder.id },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      pathfinder: expect.objectContaining({ id: pathfinder.id, role: 'PATHFINDER' }),
      leagues: [
        {
          leagueId: finance.id,
          league: { id: finance.id, name: 'Finance' },
          permissions: allOn,
          assignedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          assignedBy: { id: grand.id, name: 'Gita Grand', email: grand.email },
        },
      ],
      totalLeagues: 1,
    });
    for (const id of [createId(), grand.id]) {
      const reply = await api.call(listPathfinderLeagues, {
        token: grand.token,
        params: { pathfinderId: id },
      });
      expect([reply.status, reply.body.error]).toEqual([404, 'Pathfinder not found']);
    }
  });

  test('CALL-55 every pathfinder, with and without leagues, and nobody else', async () => {
    await addScope(api.db, pathfinder.id, quantum.id);
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const learner = await addPerson(api.db);
    const { status, body } = await api.call(listPathfinders, { token: grand.token });
    expect(status).toBe(200);
    const find = (id: string) => body.data.pathfinders.find((row: { id: string }) => row.id === id);
    expect(find(pathfinder.id)).toMatchObject({
      name: pathfinder.name,
      email: pathfinder.email,
      role: 'PATHFINDER',
      status: 'ACTIVE',
      totalLeagues: 1,
      leagues: [{ leagueId: quantum.id, league: { name: 'Quantum' }, permissions: allOn, assignedBy: null }],
    });
    expect(find(chief.id)).toMatchObject({ leagues: [], totalLeagues: 0 });
    expect(find(learner.id)).toBeUndefined();
    expect(body.data.totalPathfinders).toBe(body.data.pathfinders.length);
  });
});

describe('changing one scope', () => {
  const remove = (pathfinderId: string, leagueId: string, token = grand.token) =>
    api.call(removePathfinderLeague, { token, params: { pathfinderId, leagueId } });
  const change = (body: unknown, leagueId = finance.id, pathfinderId = pathfinder.id) =>
    api.call(updateLeaguePermissions, { token: grand.token, params: { pathfinderId, leagueId }, body });

  test('CALL-53 takes one league away, once', async () => {
    await addScope(api.db, pathfinder.id, finance.id);
    await addScope(api.db, pathfinder.id, quantum.id);
    const { status, body } = await remove(pathfinder.id, finance.id);
    expect([status, body.success, typeof body.message]).toEqual([200, true, 'string']);
    expect((await scopesOf(pathfinder.id)).map((scope) => scope.leagueId)).toEqual([quantum.id]);
    expect(await lastAudit(pathfinder.id)).toMatchObject({
      action: 'PATHFINDER_SCOPE_DELETED',
      metadata: { leagueId: finance.id },
    });
    expectRefusal(await remove(pathfinder.id, finance.id), 404, 'League assignment not found');
    expectRefusal(await remove(pathfinder.id, createId()), 404, 'League not found');
    expectRefusal(await remove(createId(), quantum.id), 404, 'Pathfinder not found');
  });

  test('CALL-54 sets all three permissions, for a chief too', async () => {
    for (const role of ['PATHFINDER', 'CHIEF_PATHFINDER'] as const) {
      const person = await addPerson(api.db, { role });
      await addScope(api.db, person.id, finance.id);
      const permissions = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
      const { status, body } = await change(
        { permissions: { ...permissions, extra: 1 } },
        finance.id,
        person.id,
      );
      expect(status).toBe(200);
      expect(body.data).toEqual({
        pathfinder: expect.objectContaining({ id: person.id }),
        league: { id: finance.id, name: 'Finance' },
        permissions,
        updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        updatedBy: { id: grand.id, name: 'Gita Grand', email: grand.email },
      });
      expect(await scopesOf(person.id)).toMatchObject([permissions]);
      expect(await lastAudit(person.id)).toMatchObject({
        action: 'PATHFINDER_SCOPE_UPDATED',
        metadata: { from: allOn, to: permissions },
      });
    }
  });

  test('CALL-54 each fault in its own words', async () => {
    await addScope(api.db, pathfinder.id, finance.id);
    for (const body of [{}, { permissions: null }, { permissions: 'all' }]) {
      expectRefusal(await change(body), 400, 'pathfinderId, leagueId, and permissions are required');
    }
    for (const permissions of [{}, { ...allOn, canManageUsers: 'true' }, { canCreateContent: true }, []]) {
      expectRefusal(await change({ permissions }), 400, 'All permission fields must be boolean values');
    }
    expectRefusal(await change({ permissions: allOn }, quantum.id), 404, 'League assignment not found');
    expect(await scopesOf(pathfinder.id)).toMatchObject([allOn]);
  });
});
