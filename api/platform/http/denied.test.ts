import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';

import { and, eq } from 'drizzle-orm';
import { listUsers } from '#contract/admin-users.ts';
import { getSubmissionReport } from '#contract/reports.ts';
import { createWeek, updateWeek } from '#contract/weeks.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { toMetadata } from '../db/audit-entry.ts';
import { auditLog } from '../db/schema/operations.ts';
import { ACCESS_DENIED, DENIED_PER_HOUR } from './denied.ts';

const api = await openTestApp();

const refusalsOf = (actorId: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId), eq(auditLog.action, ACCESS_DENIED)))
    .orderBy(auditLog.createdAt);

test('P44 a refused staff call is one entry: who, which call, why, which league, from where', async () => {
  const person = await addPerson(api.db, { role: 'PATHFINDER' });
  const [own, other] = [await addLeague(api.db), await addLeague(api.db)];
  await addScope(api.db, person.id, own.id, { canCreateContent: false });
  const params = { id: other.weeks[0]?.id ?? '' };
  const address = '203.0.113.9';
  expect((await api.call(listUsers, { token: person.token, address })).status).toBe(403);
  expect((await api.call(updateWeek, { token: person.token, address, params, body: {} })).status).toBe(403);
  const body = { name: 'x', order: 9, leagueId: own.id };
  expect((await api.call(createWeek, { token: person.token, address, body })).status).toBe(403);
  const rows = await refusalsOf(person.id);
  expect(rows.map(({ description, metadata, ipAddress }) => [description, metadata, ipAddress])).toEqual([
    ['listUsers', '{"reason":"ROLE_REFUSED"}', address],
    [
      'updateWeek',
      `{"reason":"LEAGUE_OUT_OF_SCOPE","leagueId":"${other.id}","permission":"canCreateContent"}`,
      address,
    ],
    [
      'createWeek',
      `{"reason":"PERMISSION_MISSING","leagueId":"${own.id}","permission":"canCreateContent"}`,
      address,
    ],
  ]);
});

test('P44 reaching for a league by an id of kilobytes is an entry as well', async () => {
  const person = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, person.id, (await addLeague(api.db)).id);
  const leagueId = randomBytes(3000).toString('base64url');
  const reply = await api.call(getSubmissionReport, { token: person.token, query: { leagueId } });
  expect(reply.status).toBe(403);
  expect((await refusalsOf(person.id)).map(({ metadata }) => JSON.parse(metadata ?? ''))).toEqual([
    { reason: 'LEAGUE_OUT_OF_SCOPE', leagueId: leagueId.slice(0, 64), permission: 'canViewAnalytics' },
  ]);
});

test('P44 details of an entry lose the signs that the JSON of the database does not take', () => {
  expect(toMetadata({ leagueId: 'a\u0000b\ud800' })).toBe('{"leagueId":"ab\ufffd"}');
});

test('P44 a flood of refusals fills nothing, and what is merely wrong or signed out leaves no entry', async () => {
  const person = await addPerson(api.db);
  const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  for (let turn = 0; turn < DENIED_PER_HOUR + 15; turn++) {
    expect((await api.call(listUsers, { token: person.token })).status).toBe(403);
  }
  expect(await refusalsOf(person.id)).toHaveLength(DENIED_PER_HOUR);
  const before = (await api.db.select().from(auditLog)).length;
  await api.call(listUsers, { token: null });
  await api.call(listUsers, { token: 'x'.repeat(43) });
  await api.call(updateWeek, { token: grand.token, params: { id: 'missing' }, body: {} });
  await api.call(createWeek, { token: grand.token, body: {} });
  expect(await api.db.select().from(auditLog)).toHaveLength(before);
});
