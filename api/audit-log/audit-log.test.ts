import { afterAll, beforeAll, expect, test } from 'bun:test';
import { updateUserRole } from '#contract/admin-users.ts';
import { listAuditLogs } from '#contract/audit-log.ts';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { recordAudit } from '../audit.ts';
import { createId } from '../secrets.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

let api: TestApp;
let grand: Person;
let learner: Person;

beforeAll(async () => {
  api = await makeApp();
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  learner = await addPerson(api.db);
  await recordAudit(api.db, { actorId: null, action: 'PASSWORD_RESET_REQUESTED', description: 'a\r\nb' });
  await recordAudit(api.db, { actorId: createId(), action: 'USER_ENROLLED' });
  await api.call(updateUserRole, {
    token: grand.token,
    body: { userId: learner.id, newRole: 'LUMINARY' },
  });
});
afterAll(() => api.close());

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
  });
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

test('ROLE-04 audit log: an ACTIVE GRAND alone reads it', async () => {
  for (const role of ROLES) {
    for (const status of STATUSES) {
      if (role === 'GRAND_PATHFINDER' && status === 'ACTIVE') continue;
      const person = await addPerson(api.db, { role, status });
      expect([role, status, (await list({}, person.token)).status]).toEqual([role, status, 403]);
    }
  }
  expect((await api.call(listAuditLogs)).status).toBe(401);
});
