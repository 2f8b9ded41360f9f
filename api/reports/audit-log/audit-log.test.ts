import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { updateUserRole } from '#contract/admin-users.ts';
import { entityOf, exportAuditLogs, listAuditLogs } from '#contract/audit-log.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { readAllEntries } from './routes.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const learner = await addPerson(api.db);
await recordAudit(api.db, { actorId: null, action: 'PASSWORD_RESET_REQUESTED', description: 'a\r\nb' });
await recordAudit(api.db, { actorId: createId(), action: 'USER_ENROLLED' });
await api.call(updateUserRole, {
  token: grand.token,
  body: { userId: learner.id, newRole: 'LUMINARY' },
});

const list = (query: Record<string, string> = {}, token = grand.token) =>
  api.call(listAuditLogs, { token, query });
const actionsFor = async (query: Record<string, string>) =>
  (await list(query)).body.data.logs.map((row: { action: string }) => row.action);

test('audit log: newest first, with who, what, to whom, from where', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.data.logs.map((row: { action: string }) => row.action)).toEqual([
    'USER_ROLE_CHANGED',
    'USER_ENROLLED',
    'PASSWORD_RESET_REQUESTED',
  ]);
  expect(body.data.logs[0]).toEqual({
    id: expect.any(String),
    action: 'USER_ROLE_CHANGED',
    description: `${learner.name} became LUMINARY`,
    metadata: { role: { from: 'PIONEER', to: 'LUMINARY' } },
    actor: { id: grand.id, name: grand.name, email: grand.email },
    target: { id: learner.id, name: learner.name, email: learner.email },
    ipAddress: '127.0.0.1',
    requestId: expect.any(String),
    createdAt: expect.stringMatching(/Z$/),
    names: {},
  });
  expect(body.data.actions).toEqual(['PASSWORD_RESET_REQUESTED', 'USER_ENROLLED', 'USER_ROLE_CHANGED']);
  expect(body.data.logs[1].actor).toMatchObject({ name: null, email: null });
  expect(body.data.logs[2]).toMatchObject({ actor: null, target: null, metadata: null });
  expect(body.data.pagination).toMatchObject({ page: 1, limit: 50, total: 3 });
});

test('audit log: pages and filters', async () => {
  expect((await list({ page: '2', limit: '1' })).body.data.logs[0].action).toBe('USER_ENROLLED');
  expect(await actionsFor({ action: 'USER_ENROLLED' })).toEqual(['USER_ENROLLED']);
  expect(await actionsFor({ userId: learner.id })).toEqual(['USER_ROLE_CHANGED']);
  expect(await actionsFor({ userId: grand.id })).toEqual(['USER_ROLE_CHANGED']);
  expect(await actionsFor({ from: '2100-01-01' })).toEqual([]);
  expect(await actionsFor({ to: '2001-01-01T00:00:00Z' })).toEqual([]);
  expect(await actionsFor({ from: '2001-01-01', to: '2100-01-01' })).toHaveLength(3);
  expect(await actionsFor({ action: "x' or 1=1--" })).toEqual([]);
  for (const query of [{ from: 'yesterday' }, { from: '2026-02-30' }]) {
    const { status, body } = await list(query);
    expect([status, body.error]).toEqual([400, 'from must be an ISO 8601 date']);
  }
  expect((await list({ to: '1' })).body.error).toBe('to must be an ISO 8601 date');
});

test('audit log: by who did it, by what it is about, by league; names of what ids stand for', async () => {
  expect((await list({}, learner.token)).status).toBe(403);
  expect(await actionsFor({ actor: grand.email.slice(0, 12) })).toEqual(['USER_ROLE_CHANGED']);
  expect(await actionsFor({ actor: grand.name.split(' ')[0]?.toLowerCase() ?? '' })).toContain(
    'USER_ROLE_CHANGED',
  );
  expect(await actionsFor({ target: learner.email.slice(0, 12) })).toEqual(['USER_ROLE_CHANGED']);
  expect(await actionsFor({ target: grand.email })).toEqual([]);
  expect(await actionsFor({ actor: grand.email, target: learner.email })).toEqual(['USER_ROLE_CHANGED']);
  for (const actor of ['nobody-at-all', "' or 1=1--", '%', '_', "x':*|'y", '\\', '\0nobody']) {
    expect(await actionsFor({ actor })).toEqual([]);
  }
  expect(new Set(await actionsFor({ entity: 'access' }))).toEqual(
    new Set(['ACCESS_REFUSED', 'USER_ROLE_CHANGED']),
  );
  expect(await actionsFor({ entity: 'progress' })).toEqual(['USER_ENROLLED']);
  expect(await actionsFor({ entity: 'cohort' })).toEqual([]);
  expect(await actionsFor({ entity: 'nonsense' })).toEqual([]);
  const league = await addLeague(api.db, { name: 'Finance' });
  await recordAudit(api.db, {
    actorId: grand.id,
    action: 'LEAGUE_UPDATED',
    metadata: { leagueId: league.id, changes: { name: { from: 'Money', to: 'Finance' } } },
  });
  expect(await actionsFor({ leagueId: createId() })).toEqual([]);
  const { body } = await list({ leagueId: league.id });
  expect(body.data.logs).toHaveLength(1);
  expect(body.data.logs[0].names).toEqual({ [league.id]: 'Finance' });
});

test('audit log: an action is about one thing', () => {
  expect(
    [
      'WEEK_CREATED',
      'RESOURCE_COMPLETED',
      'RESOURCE_UPDATED',
      'LOGIN_FAILED',
      'BADGE_REVOKED',
      'MENTOR_NAMED',
      'X',
    ].map(entityOf),
  ).toEqual(['week', 'progress', 'resource', 'sign-in', 'badge', 'access', 'other']);
});

test('P32 P44 audit log: the export holds every entry that the filters leave, safe for spreadsheets', async () => {
  await recordAudit(api.db, { actorId: grand.id, action: 'COHORT_CREATED', description: '=1+1, "quoted"' });
  await api.db.execute(sql`insert into audit_log (action, description)
    select 'RESOURCE_COMPLETED', 'many ' || i from generate_series(1, 650) i`);
  const fetchCsv = async (query: string) => {
    const response = await api.request(`/api${exportAuditLogs.path}${query}`, {
      headers: { authorization: `Bearer ${grand.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/csv');
    expect(response.headers.get('content-disposition')).toMatch(
      /attachment; filename="audit-log-[\d-]+\.csv"/,
    );
    return (await response.text()).split('\r\n');
  };
  // What the reply waits for is small, so that a long log does not make it late; the rest comes by and by, in parts that
  // let other calls through.
  const batches: number[] = [];
  for await (const rows of readAllEntries(api.db, { action: 'RESOURCE_COMPLETED' }))
    batches.push(rows.length);
  expect(batches).toEqual([100, 250, 250, 50]);
  const count = await api.db.$count(auditLog);
  const all = await fetchCsv('');
  // The number of the entry ends each line; an entry with a line end in it stands on two.
  const numbers = all.flatMap((line) => /,(\d+)$/.exec(line)?.[1] ?? []);
  expect([numbers.length, new Set(numbers).size]).toEqual([count, count]);
  const some = await fetchCsv('?entity=cohort');
  expect(some).toHaveLength(3);
  expect(some[1]).toContain(`"'=1+1, ""quoted"""`);
  expect((await fetchCsv('?entity=league'))[1]).toContain('Finance');
  const [taken] = (await list({ limit: '1', action: 'AUDIT_LOG_EXPORTED' })).body.data.logs;
  expect(taken).toMatchObject({ actor: { id: grand.id }, metadata: { entity: 'league' } });
  expect((await api.call(exportAuditLogs)).status).toBe(401);
  expect((await api.call(exportAuditLogs, { token: learner.token })).status).toBe(403);
});
