import { beforeEach, describe, expect, test } from 'bun:test';
import { desc, eq } from 'drizzle-orm';
import {
  createAssignment,
  deleteAssignment,
  listAssignments,
  updateAssignment,
} from '#contract/assignments.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { expectRefusal, expectRefusals } from '../test/refusals.ts';

let chief: Person;
let finance: TestLeague;
let quantum: TestLeague;

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
beforeEach(async () => {
  finance = await addLeague(api.db, { weeks: 0 });
  quantum = await addLeague(api.db, { weeks: 0 });
  chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, chief.id, finance.id);
});

const create = (body: unknown, token = grand.token) => api.call(createAssignment, { token, body });
const update = (id: string, body: unknown, token = grand.token) =>
  api.call(updateAssignment, { token, params: { id }, body });
const remove = (id: string, token = grand.token) => api.call(deleteAssignment, { token, params: { id } });
const task = (leagueId: string) => ({ title: 'Portfolio', description: 'Build one', leagueId });
const stored = async (leagueId: string) =>
  api.db.select().from(assignments).where(eq(assignments.leagueId, leagueId));

describe('creating', () => {
  test('CALL-70 ENT-48 answers the row in list shape and is audited', async () => {
    const dueDate = '2030-05-01T18:30:00.000Z';
    const { status, body } = await create(
      { ...task(finance.id), dueDate, id: 'x', createdAt: 'x' },
      chief.token,
    );
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      title: 'Portfolio',
      description: 'Build one',
      dueDate,
      leagueId: finance.id,
      league: { id: finance.id, name: finance.name },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      _count: { submissions: 0 },
    });
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: 'ASSIGNMENT_CREATED', actorId: chief.id });
  });

  test('CALL-70 one a league: the second is 409, and of twenty at once one wins', async () => {
    await create(task(finance.id));
    expectRefusal(await create(task(finance.id)), 409, 'Assignment already exists for this league');
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(task(quantum.id))));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
    expect(await stored(quantum.id)).toHaveLength(1);
  });

  test('CALL-70 AASSIGN-10 the due date is an ISO moment, null or absent; bad dates are 400', async () => {
    const { body } = await create({ ...task(finance.id), dueDate: null });
    const id = body.data.id;
    expect(body.data.dueDate).toBeNull();
    for (const [dueDate, expected] of [
      ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
      ['2030-01-01T00:00:00+05:30', '2029-12-31T18:30:00.000Z'],
      ['2030-06-13', '2030-06-13T00:00:00.000Z'],
      ['', null],
    ] as const) {
      const reply = await update(id, { dueDate });
      expect([dueDate, reply.status, reply.body.data.dueDate]).toEqual([dueDate, 200, expected]);
    }
    for (const dueDate of [
      '2026-02-30T00:00:00Z',
      '2027-02-29',
      '0000-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
      '-1',
      '2026-13-01T00:00:00Z',
      '2026-06-30T23:59:60Z',
      '2026-06-30T24:00:00Z',
      '2026-06-30T10:00:00',
      'tomorrow',
      '06/13/2030',
      1_750_000_000_000,
      true,
      {},
    ]) {
      const reply = await update(id, { dueDate });
      expect([dueDate, reply.status]).toEqual([dueDate, 400]);
      expect(reply.body.error).toStartWith('Due date must be an ISO 8601');
    }
    expect((await stored(finance.id))[0]?.dueAt).toBeNull();
  });
});

describe('changing and deleting', () => {
  test('CALL-74 absent stays, sent changes, extra keys are ignored', async () => {
    const { body } = await create({ ...task(finance.id), dueDate: '2030-05-01T00:00:00Z' });
    const { status, body: changed } = await update(body.data.id, { title: 'New', createdAt: 'x', status: 1 });
    expect(status).toBe(200);
    expect(changed.data).toMatchObject({
      title: 'New',
      description: 'Build one',
      dueDate: '2030-05-01T00:00:00.000Z',
      leagueId: finance.id,
    });
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(JSON.parse(entry?.metadata ?? '').changes).toEqual({ title: { from: 'Portfolio', to: 'New' } });
    expectRefusal(await update(createId(), { title: 'New' }), 404, 'Assignment not found');
  });

  test('CALL-74 moves to a league that has none', async () => {
    const { body } = await create(task(finance.id));
    const moved = await update(body.data.id, { leagueId: quantum.id });
    expect(moved.body.data.league).toEqual({ id: quantum.id, name: quantum.name });
    await create(task(finance.id));
    const taken = await update(body.data.id, { leagueId: finance.id });
    expect([taken.status, taken.body.error]).toEqual([409, 'Assignment already exists for this league']);
    expectRefusal(await update(body.data.id, { leagueId: createId() }), 404, 'League not found');
    const [own] = await stored(finance.id);
    const refused = await update(own?.id ?? '', { title: '', leagueId: quantum.id }, chief.token);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'No access to this league', leagueId: quantum.id, leagueName: quantum.name },
    ]);
  });
});

test('CALL-70 CALL-74 each fault in its own words; one with answers stays', async () => {
  const { id } = (await create(task(quantum.id))).body.data;
  const body = task(finance.id);
  await expectRefusals(api.db, create, [
    [{}, 400, 'title is required, description is required, leagueId is required'],
    ...['', ' \u0000 ', 7].map((title) => [{ ...body, title }, 400, 'title is required'] as const),
    [{ ...body, title: 'x'.repeat(201) }, 400, 'Title must be 200 characters or less'],
    [{ ...body, description: null }, 400, 'description is required'],
    [{ ...body, leagueId: undefined }, 400, 'leagueId is required'],
    [{ ...body, leagueId: 'nowhere' }, 404, 'League not found'],
  ]);
  await expectRefusals(api.db, (change) => update(id, change), [
    ...[' ', null].map((title) => [{ title }, 400, 'Title cannot be empty'] as const),
    [{ description: '' }, 400, 'Description cannot be empty'],
  ]);
  await api.db
    .insert(submissions)
    .values({ id: createId(), assignmentId: id, userId: grand.id, content: 'x' });
  const held = 'Cannot delete assignment with existing submissions. This assignment has 1 submission(s).';
  await expectRefusals(api.db, remove, [[id, 400, held]]);
  await api.db.delete(submissions);
  const gone = await remove(id);
  expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
  expectRefusal(await remove(id), 404, 'Assignment not found');
});

test('CALL-69 ENT-56 CONST-30 ten a page, newest first, narrowed by scope with its totals', async () => {
  await create(task(finance.id));
  await create(task(quantum.id));
  const all = await api.call(listAssignments, { token: grand.token });
  expect(all.body.data.assignments[0].league.id).toBe(quantum.id);
  expect(all.body.data.pagination).toMatchObject({ page: 1, limit: 10 });
  const own = await api.call(listAssignments, { token: chief.token });
  expect(own.status).toBe(200);
  expect(own.body.data.assignments.map((row: { leagueId: string }) => row.leagueId)).toEqual([finance.id]);
  expect(own.body.data.assignments[0]).toMatchObject({
    title: 'Portfolio',
    description: 'Build one',
    dueDate: null,
    league: { id: finance.id, name: finance.name },
    _count: { submissions: 0 },
  });
  expect(own.body.data.pagination).toMatchObject({ total: 1, totalPages: 1 });
  const without = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  const nothing = await api.call(listAssignments, { token: without.token });
  expect(nothing.body.data).toMatchObject({ assignments: [], pagination: { total: 0 } });
  const other = await api.call(listAssignments, { token: chief.token, query: { leagueId: quantum.id } });
  expect(other.body.data.assignments).toEqual([]);
});
