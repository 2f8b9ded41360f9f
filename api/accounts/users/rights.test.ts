import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { approveUser, updateUserRole, updateUserStatus } from '#contract/admin-users.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, addScope, type Person, readPerson } from '../../test/people.ts';

let api: TestApp;
let grand: Person;
let league: TestLeague;

beforeAll(async () => {
  api = await makeApp();
  league = await addLeague(api.db);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
});
afterAll(() => api.close());

const setRole = (token: string, body: unknown) => api.call(updateUserRole, { token, body });
const setStatus = (token: string, body: unknown) => api.call(updateUserStatus, { token, body });

describe('rights over people', () => {
  test('nobody changes their own role or status, GRAND included', async () => {
    for (const [reply, words] of [
      [await setRole(grand.token, { userId: grand.id, newRole: 'PIONEER' }), 'Cannot change your own role'],
      [
        await setStatus(grand.token, { userId: grand.id, newStatus: 'SUSPENDED' }),
        'Cannot suspend your own account',
      ],
      [
        await setStatus(grand.token, { userId: grand.id, newStatus: 'ACTIVE' }),
        'Cannot change your own status',
      ],
    ] as const) {
      expect([reply.status, reply.body.error]).toEqual([400, words]);
    }
    expect(await readPerson(api.db, grand.id)).toMatchObject({ role: 'GRAND_PATHFINDER', status: 'ACTIVE' });
  });

  test('ROLE-04 no one but an ACTIVE GRAND sets roles or statuses, whatever the body says', async () => {
    const target = await addPerson(api.db);
    for (const role of ROLES) {
      for (const state of STATUSES) {
        if (role === 'GRAND_PATHFINDER' && state === 'ACTIVE') continue;
        const caller = await addPerson(api.db, { role, status: state });
        await addScope(api.db, caller.id, league.id);
        for (const [call, body] of [
          [updateUserRole, { userId: target.id, newRole: 'GRAND_PATHFINDER' }],
          [updateUserRole, { userId: caller.id, newRole: 'GRAND_PATHFINDER' }],
          [updateUserRole, {}],
          [updateUserStatus, { userId: grand.id, newStatus: 'SUSPENDED' }],
          [updateUserStatus, 'not json'],
        ] as const) {
          const reply = await api.call(call, { token: caller.token, body });
          expect([role, state, call.name, reply.status]).toEqual([role, state, call.name, 403]);
        }
        expect((await readPerson(api.db, caller.id)).role).toBe(role);
      }
    }
    expect(await readPerson(api.db, target.id)).toMatchObject({ role: 'PIONEER' });
    expect(await readPerson(api.db, grand.id)).toMatchObject({ status: 'ACTIVE' });
    for (const call of [approveUser, updateUserRole, updateUserStatus]) {
      const reply = await api.call(call, { body: 'not json' });
      expect([reply.status, reply.body.error]).toEqual([401, 'Access token is required']);
    }
  });

  test('two GRANDs who lower each other at once leave one standing', async () => {
    const [first, second] = await Promise.all([
      addPerson(api.db, { role: 'GRAND_PATHFINDER' }),
      addPerson(api.db, { role: 'GRAND_PATHFINDER' }),
    ]);
    const replies = await Promise.all([
      setRole(first.token, { userId: second.id, newRole: 'PIONEER' }),
      setRole(second.token, { userId: first.id, newRole: 'PIONEER' }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 403]);
    const roles = [(await readPerson(api.db, first.id)).role, (await readPerson(api.db, second.id)).role];
    expect(roles.sort()).toEqual(['GRAND_PATHFINDER', 'PIONEER']);
  });

  test('promoting and suspending at once end in one of the two orders, never in between', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await addPerson(api.db);
      const replies = await Promise.all([
        setRole(grand.token, { userId: person.id, newRole: 'PATHFINDER' }),
        setStatus(grand.token, { userId: person.id, newStatus: 'SUSPENDED' }),
      ]);
      const row = await readPerson(api.db, person.id);
      expect(row.status).toBe('SUSPENDED');
      expect(replies[1].status).toBe(200);
      expect([replies[0].status, row.role]).toBeOneOf([
        [200, 'PATHFINDER'],
        [400, 'PIONEER'],
      ]);
      const [stats] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, person.id));
      expect(stats?.isRanked).toBe(false);
    }
  });

  test('a right lost a moment ago does not act once more', async () => {
    const former = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, former.id, league.id);
    const pending = await addPerson(api.db, { status: 'PENDING' });
    await setRole(grand.token, { userId: former.id, newRole: 'PIONEER' });
    const reply = await api.call(approveUser, { token: former.token, body: { userId: pending.id } });
    expect([reply.status, reply.body.error]).toEqual([403, 'Insufficient permissions']);
    expect((await readPerson(api.db, pending.id)).status).toBe('PENDING');
  });
});
