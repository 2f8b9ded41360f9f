import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  approveUser,
  approveUserById,
  updateRoleById,
  updateStatusById,
  updateUserRole,
  updateUserStatus,
} from '#contract/admin-users.ts';
import { getProfile } from '#contract/auth.ts';
import { pathfinderScopes, sessions } from '../../platform/db/schema/accounts.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { readEntries } from '../../test/audit-entries.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, readPerson } from '../../test/people.ts';
import { expectRefusal, expectRefusals } from '../../test/refusals.ts';

const api = await openTestApp();
const league = await addLeague(api.db);
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Gita Grand' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
await addScope(api.db, chief.id, league.id);

const auditOf = (targetUserId: string) => readEntries(api.db, { targetUserId });

async function isRanked(userId: string): Promise<boolean | undefined> {
  const [row] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, userId));
  return row?.isRanked;
}

const approve = (token: string, body: unknown) => api.call(approveUser, { token, body });
const setRole = (token: string, body: unknown) => api.call(updateUserRole, { token, body });
const GRAND_ONLY = 'Grand Pathfinder access required';
const setStatus = (token: string, body: unknown) => api.call(updateUserStatus, { token, body });

describe('approving', () => {
  test('CALL-41 AUSER-27 a pending account becomes ACTIVE, ranked, told by mail and audited', async () => {
    const pending = await addPerson(api.db, { status: 'PENDING' });
    const { status, body } = await approve(grand.token, { userId: pending.id });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: pending.id,
      email: pending.email,
      name: pending.name,
      role: 'PIONEER',
      status: 'ACTIVE',
    });
    const row = await readPerson(api.db, pending.id);
    expect(row).toMatchObject({ status: 'ACTIVE', approvedById: grand.id, role: 'PIONEER' });
    expect(row.approvedAt).toBeInstanceOf(Date);
    expect(await isRanked(pending.id)).toBe(true);
    const entries = await auditOf(pending.id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'USER_APPROVED', actorId: grand.id, ipAddress: '127.0.0.1' });
    expect(entries[0]?.metadata).toMatchObject({ status: { from: 'PENDING', to: 'ACTIVE' } });
    const mails = await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, pending.id));
    expect(mails.map((mail) => [mail.kind, mail.toAddress])).toEqual([['ACCOUNT_APPROVED', pending.email]]);
  });

  test('CALL-41 only PENDING: ACTIVE, SUSPENDED and INACTIVE are refused', async () => {
    for (const state of ['ACTIVE', 'SUSPENDED', 'INACTIVE'] as const) {
      const person = await addPerson(api.db, { status: state });
      expectRefusal(await approve(grand.token, { userId: person.id }), 400, 'User is not pending approval');
      expect((await readPerson(api.db, person.id)).status).toBe(state);
    }
  });

  test('CALL-41 twenty at once: one wins, the others hear that it is done', async () => {
    const pending = await addPerson(api.db, { status: 'PENDING' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => approve((i % 2 ? grand : chief).token, { userId: pending.id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const others = replies.filter((reply) => reply.status !== 200);
    expect(new Set(others.map((reply) => `${reply.status} ${reply.body.error}`))).toEqual(
      new Set(['400 User is not pending approval']),
    );
    expect(await auditOf(pending.id)).toHaveLength(1);
    const mails = await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, pending.id));
    expect(mails).toHaveLength(1);
  });

  test('CALL-41 GRAND may set a role with it, a chief may not', async () => {
    const first = await addPerson(api.db, { status: 'PENDING' });
    const refused = await approve(chief.token, { userId: first.id, role: 'LUMINARY' });
    expect([refused.status, refused.body.error]).toEqual([403, 'Grand Pathfinder access required']);
    expect((await readPerson(api.db, first.id)).status).toBe('PENDING');
    const { body } = await approve(grand.token, { userId: first.id, role: 'LUMINARY' });
    expect(body.data).toMatchObject({ role: 'LUMINARY', status: 'ACTIVE' });
    const second = await addPerson(api.db, { status: 'PENDING' });
    const byChief = await approve(chief.token, { userId: second.id, role: null });
    expect(byChief.body.data).toMatchObject({ role: 'PIONEER', status: 'ACTIVE' });
    const third = await addPerson(api.db, { status: 'PENDING' });
    const byPath = await api.call(approveUserById, { token: chief.token, params: { userId: third.id } });
    expect(byPath.body.data).toMatchObject({ id: third.id, status: 'ACTIVE' });
  });

  test('CALL-41 approved with a role that has no scopes, they go and the audit log names them', async () => {
    const pending = await addPerson(api.db, { status: 'PENDING', role: 'PATHFINDER' });
    await addScope(api.db, pending.id, league.id);
    await approve(grand.token, { userId: pending.id, role: 'PIONEER' });
    const left = await api.db
      .select()
      .from(pathfinderScopes)
      .where(eq(pathfinderScopes.pathfinderId, pending.id));
    expect(left).toEqual([]);
    const [entry] = await auditOf(pending.id);
    expect(entry?.metadata.scopesRemoved).toEqual([league.id]);
  });

  test('CALL-41 each fault of the body in its own words', async () => {
    const { id: userId } = await addPerson(api.db, { status: 'PENDING' });
    await expectRefusals(api.db, (body) => approve(grand.token, body), [
      ...[{}, { userId: '' }, { userId: null }, { userId: 5 }, { userId: ['a'] }].map(
        (body) => [body, 400, 'User ID is required'] as const,
      ),
      [{ userId, role: 'EMPEROR' }, 400, 'Invalid role specified'],
      [{ userId: createId() }, 404, 'User not found'],
    ]);
    const raise = { userId, role: 'GRAND_PATHFINDER' };
    await expectRefusals(api.db, (body) => approve(chief.token, body), [[raise, 403, GRAND_ONLY]]);
    expect((await approve(grand.token, { userId: 'a\0b' })).status).toBeOneOf([400, 404]);
    expect((await approve(grand.token, { userId: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await readPerson(api.db, userId)).status).toBe('PENDING');
  });
});

describe('changing a role', () => {
  test('CALL-42 AUSER-32 an ACTIVE account gets the role, and its rank follows', async () => {
    const person = await addPerson(api.db);
    const { status, body } = await setRole(grand.token, { userId: person.id, newRole: 'PATHFINDER' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: person.id,
      email: person.email,
      name: person.name,
      role: 'PATHFINDER',
      status: 'ACTIVE',
    });
    expect(await isRanked(person.id)).toBe(false);
    await setRole(grand.token, { userId: person.id, newRole: 'LUMINARY' });
    expect(await isRanked(person.id)).toBe(true);
    const entries = await auditOf(person.id);
    expect(entries.map((entry) => [entry.action, entry.actorId])).toEqual([
      ['USER_ROLE_CHANGED', grand.id],
      ['USER_ROLE_CHANGED', grand.id],
    ]);
    expect(entries[1]?.metadata.role).toEqual({ from: 'PATHFINDER', to: 'LUMINARY' });
  });

  test('CALL-42 the same role again changes and audits nothing', async () => {
    const person = await addPerson(api.db, { role: 'LUMINARY' });
    const { status } = await setRole(grand.token, { userId: person.id, newRole: 'LUMINARY' });
    expect(status).toBe(200);
    expect(await auditOf(person.id)).toEqual([]);
  });

  test('AUSER-32 only ACTIVE accounts', async () => {
    for (const [state, words] of [
      ['SUSPENDED', 'Cannot update role of suspended user'],
      ['PENDING', 'Cannot update role of a user who is not active'],
      ['INACTIVE', 'Cannot update role of a user who is not active'],
    ] as const) {
      const person = await addPerson(api.db, { status: state });
      expectRefusal(await setRole(grand.token, { userId: person.id, newRole: 'LUMINARY' }), 400, words);
      expect((await readPerson(api.db, person.id)).role).toBe('PIONEER');
    }
  });

  test('CALL-42 a demotion deletes the scopes, a switch between the two staff roles keeps them', async () => {
    const person = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, person.id, league.id);
    const scopes = () =>
      api.db.select().from(pathfinderScopes).where(eq(pathfinderScopes.pathfinderId, person.id));
    await setRole(grand.token, { userId: person.id, newRole: 'CHIEF_PATHFINDER' });
    expect(await scopes()).toHaveLength(1);
    await setRole(grand.token, { userId: person.id, newRole: 'PATHFINDER' });
    expect(await scopes()).toHaveLength(1);
    await setRole(grand.token, { userId: person.id, newRole: 'PIONEER' });
    expect(await scopes()).toHaveLength(0);
    const entry = (await auditOf(person.id)).at(-1);
    expect(entry?.metadata.scopesRemoved).toEqual([league.id]);
  });

  test('fault 2 CALL-42 each fault in its own words; a chief changes no role, not even the own', async () => {
    const { id: userId } = await addPerson(api.db);
    const words = 'User ID and new role are required';
    await expectRefusals(api.db, (body) => setRole(grand.token, body), [
      ...[{}, { userId }, { newRole: 'LUMINARY' }, { userId, newRole: '' }].map(
        (body) => [body, 400, words] as const,
      ),
      ...['KING', 'pioneer', '__proto__', 7, true, {}, ['PIONEER']].map(
        (newRole) => [{ userId, newRole }, 400, 'Invalid role specified'] as const,
      ),
      [{ userId: grand.id, newRole: 'PIONEER' }, 400, 'Cannot change your own role'],
      [{ userId: 'nobody', newRole: 'PIONEER' }, 404, 'User not found'],
    ]);
    await expectRefusals(api.db, (body) => setRole(chief.token, body), [
      [{ userId: chief.id, newRole: 'GRAND_PATHFINDER' }, 403, GRAND_ONLY],
      [{ userId, newRole: 'PATHFINDER' }, 403, GRAND_ONLY],
    ]);
  });

  test('CALL-42 extra keys change nothing else', async () => {
    const person = await addPerson(api.db, { verified: false });
    await setRole(grand.token, {
      userId: person.id,
      newRole: 'LUMINARY',
      id: 'x',
      status: 'SUSPENDED',
      emailVerified: true,
      olid: 'OL025999999',
      approvedBy: 'x',
      passwordHash: 'x',
      constructor: {},
    });
    const row = await readPerson(api.db, person.id);
    expect(row).toMatchObject({ role: 'LUMINARY', status: 'ACTIVE', emailVerifiedAt: null, olid: null });
  });

  test('the path forms do the same', async () => {
    const person = await addPerson(api.db);
    const params = { userId: person.id };
    const role = await api.call(updateRoleById, { token: grand.token, params, body: { role: 'LUMINARY' } });
    expect(role.body.data).toMatchObject({ id: person.id, role: 'LUMINARY' });
    const status = await api.call(updateStatusById, {
      token: grand.token,
      params,
      body: { status: 'SUSPENDED' },
    });
    expect(status.body.data).toMatchObject({ id: person.id, status: 'SUSPENDED' });
  });
});

describe('changing a status', () => {
  test('CALL-43 AUSER-29 suspending ends every session at once; AUSER-31 activating lets the person in again', async () => {
    const person = await addPerson(api.db);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(200);
    const { status, body } = await setStatus(grand.token, { userId: person.id, newStatus: 'SUSPENDED' });
    expect([status, body.data.status]).toEqual([200, 'SUSPENDED']);
    expectRefusal(await api.call(getProfile, { token: person.token }), 403, 'Account is suspended');
    expect(await isRanked(person.id)).toBe(false);
    const rows = await api.db.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(rows.every((row) => row.revokedAt !== null)).toBe(true);

    await setStatus(grand.token, { userId: person.id, newStatus: 'ACTIVE' });
    expect(await isRanked(person.id)).toBe(true);
    expectRefusal(await api.call(getProfile, { token: person.token }), 401, 'Invalid or expired token');
    expect((await auditOf(person.id)).map((entry) => entry.action)).toEqual([
      'USER_STATUS_CHANGED',
      'USER_STATUS_CHANGED',
    ]);
  });

  test('AUSER-31 INACTIVE may become ACTIVE; PENDING is approved, never activated or suspended', async () => {
    const inactive = await addPerson(api.db, { status: 'INACTIVE' });
    const reply = await setStatus(grand.token, { userId: inactive.id, newStatus: 'ACTIVE' });
    expect(reply.body.data.status).toBe('ACTIVE');
    const pending = await addPerson(api.db, { status: 'PENDING' });
    for (const newStatus of ['ACTIVE', 'SUSPENDED']) {
      const refused = await setStatus(grand.token, { userId: pending.id, newStatus });
      expect([refused.status, refused.body.error]).toEqual([400, 'User is pending approval']);
    }
    expect((await readPerson(api.db, pending.id)).status).toBe('PENDING');
    expect(await auditOf(pending.id)).toEqual([]);
  });

  test('fault 2 CALL-43 each fault in its own words; a chief changes no status, not even the own', async () => {
    const { id: userId } = await addPerson(api.db);
    const words = 'User ID and new status are required';
    await expectRefusals(api.db, (body) => setStatus(grand.token, body), [
      ...[{}, { userId }, { newStatus: 'ACTIVE' }].map((body) => [body, 400, words] as const),
      ...['INACTIVE', 'PENDING', 'active', 3, {}].map(
        (newStatus) =>
          [{ userId, newStatus }, 400, 'Invalid status. Only ACTIVE and SUSPENDED are allowed'] as const,
      ),
      [{ userId: grand.id, newStatus: 'ACTIVE' }, 400, 'Cannot change your own status'],
      [{ userId: grand.id, newStatus: 'SUSPENDED' }, 400, 'Cannot suspend your own account'],
      [{ userId: 'nobody', newStatus: 'ACTIVE' }, 404, 'User not found'],
    ]);
    await expectRefusals(api.db, (body) => setStatus(chief.token, body), [
      [{ userId: grand.id, newStatus: 'SUSPENDED' }, 403, GRAND_ONLY],
      [{ userId: chief.id, newStatus: 'ACTIVE' }, 403, GRAND_ONLY],
    ]);
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
});
