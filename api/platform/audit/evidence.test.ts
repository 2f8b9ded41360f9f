import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { exportUsers, updateUserRole, updateUserStatus } from '#contract/admin-users.ts';
import { type AuditLogRow, listAuditLogs } from '#contract/audit-log.ts';
import type { Call } from '#contract/call.ts';
import { assignLeagues, removePathfinderLeague, updateLeaguePermissions } from '#contract/scopes.ts';
import { eraseAccount } from '../../accounts/own-account/erasure.ts';
import { dumpEverything } from '../../test/digest.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { createId } from '../process/secrets.ts';
import { toEvidence } from './record.ts';
import { sealWaiting } from './seal.ts';
import { verifyAuditLog } from './verify.ts';

const api = await openTestApp();

const erase = ({ id, email }: Person) =>
  inTransaction(api.db, (tx: Database) => eraseAccount(tx, { id, email }));

test('P44 who changed whose rights, from and to, is there when everybody involved is gone', async () => {
  const [chiefOfAll, grand, staff] = [
    await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Reader' }),
    await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Acting Canary' }),
    await addPerson(api.db, { name: 'Promoted Canary' }),
  ];
  const league = await addLeague(api.db, { name: 'Finance' });
  const act = async (call: Pick<Call, 'method' | 'path'>, body: object, params = {}) => {
    const reply = await api.call(call, { token: grand.token, body, params, address: '198.51.100.77' });
    expect([call.path, reply.status]).toEqual([call.path, 200]);
  };
  const permissions = { canManageUsers: true, canViewAnalytics: true, canCreateContent: false };
  const scope = { pathfinderId: staff.id, leagueId: league.id };
  await act(updateUserRole, { userId: staff.id, newRole: 'PATHFINDER' });
  await act(assignLeagues, { pathfinderId: staff.id, leagueIds: [league.id], permissions });
  await act(updateLeaguePermissions, { permissions: { ...permissions, canManageUsers: false } }, scope);
  const removed = await api.call(removePathfinderLeague, { token: grand.token, params: scope });
  expect(removed.status).toBe(200);
  await act(updateUserStatus, { userId: staff.id, newStatus: 'SUSPENDED' });
  expect((await api.call(exportUsers, { token: grand.token })).status).toBe(200);
  await sealWaiting(api.db);

  await erase(staff);
  await erase(grand);
  const left = await dumpEverything(api.db);
  for (const trace of ['Canary', '198.51.100.77', staff.email, grand.email]) {
    expect([trace, left.includes(trace)]).toEqual([trace, false]);
  }
  const { body } = await api.call(listAuditLogs, {
    token: chiefOfAll.token,
    query: { userId: grand.id, limit: 100 },
  });
  const rows: AuditLogRow[] = body.data.logs;
  const told = rows.map(({ action, actor, target, metadata, names }) => [
    action,
    actor?.id,
    target?.id ?? null,
    metadata,
    names,
  ]);
  const named = { [league.id]: 'Finance' };
  const narrowed = { ...permissions, canManageUsers: false };
  expect(told.toReversed()).toEqual([
    ['USER_ROLE_CHANGED', grand.id, staff.id, { role: { from: 'PIONEER', to: 'PATHFINDER' } }, {}],
    ['PATHFINDER_SCOPE_ASSIGNED', grand.id, staff.id, { from: [], to: [league.id], permissions }, named],
    [
      'PATHFINDER_SCOPE_UPDATED',
      grand.id,
      staff.id,
      { leagueId: league.id, from: permissions, to: narrowed },
      named,
    ],
    ['PATHFINDER_SCOPE_DELETED', grand.id, staff.id, { leagueId: league.id, permissions: narrowed }, named],
    ['USER_STATUS_CHANGED', grand.id, staff.id, { status: { from: 'ACTIVE', to: 'SUSPENDED' } }, {}],
    ['USER_LIST_EXPORTED', grand.id, null, { rows: 3 }, {}],
  ]);
  // The filter on leagues finds them still, and the chain did not break where words were taken away.
  const ofLeague = await api.call(listAuditLogs, {
    token: chiefOfAll.token,
    query: { leagueId: league.id, action: 'PATHFINDER_SCOPE_UPDATED' },
  });
  expect(ofLeague.body.data.logs).toHaveLength(1);
  expect(await verifyAuditLog(api.db)).toMatchObject({ problems: [], waiting: 0 });
});

test('words are blanked only where the account is gone; blanked by hand, the chain tells', async () => {
  const person = await addPerson(api.db);
  await api.db.execute(sql`insert into audit_log (actor_id, target_user_id, action, description, ip_address)
    values (${person.id}, ${person.id}, 'TEST', 'words', '198.51.100.1')`);
  await sealWaiting(api.db);
  await api.db.execute(sql`insert into audit_log (actor_id, action, ip_address)
    values (${person.id}, 'TEST', '198.51.100.1')`);
  await sealWaiting(api.db);
  const blank = (change: SQL) =>
    api.owner.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
      await tx.execute(sql`update audit_log a set ${change} and action = 'TEST'`);
    });
  await blank(sql`words_digest = audit_digest(a.words_salt::text, a.description, a.metadata), words_salt = null, description = null, metadata = null
    where target_user_id is not null`);
  const blanked = expect.stringMatching(/^Entry \d+ was blanked, though the account is there\.$/);
  expect((await verifyAuditLog(api.db)).problems).toEqual([blanked]);
  await blank(sql`address_digest = audit_digest(a.address_salt::text, a.ip_address), address_salt = null, ip_address = null
    where target_user_id is null`);
  expect((await verifyAuditLog(api.db)).problems).toEqual([blanked, blanked]);
  await erase(person);
  expect((await verifyAuditLog(api.db)).problems).toEqual([]);
});

test('evidence is roles, states, permissions, counts and ids, and never what somebody typed', () => {
  const id = createId();
  expect(
    toEvidence('USER_ROLE_CHANGED', {
      role: { from: 'PIONEER', to: 'PATHFINDER' },
      status: { from: 'ACTIVE', to: 'Zubeida' },
      from: ['Zubeida'],
      to: [id],
      leagueId: 'zubeida-canary-of-the-finance-league',
      reason: 'ACTIVE',
      rows: 3,
    }),
  ).toEqual({ role: { from: 'PIONEER', to: 'PATHFINDER' }, to: [id], rows: 3 });
  expect(toEvidence('AUDIT_LOG_EXPORTED', { rows: 3, reason: 'Zubeida' })).toEqual({ rows: 3 });
  expect(toEvidence('USER_DELETED', { role: 'PIONEER' })).toEqual({ role: 'PIONEER' });
  expect(toEvidence('CERTIFICATE_RENAMED', { from: 'ACTIVE', to: 'PENDING' })).toBeNull();
  expect(toEvidence('USER_ROLE_CHANGED', { reason: 'words' })).toBeNull();
});
