import { describe, expect, test } from 'bun:test';
import { type AuditLogRow, listAuditLogs } from '#contract/audit-log.ts';
import { createBreak, deleteBreak, listBreaks, StudyBreak, updateBreak } from '#contract/breaks.ts';
import { getDashboard } from '#contract/learning.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const api = await openTestApp();
const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const diwali = { name: ' Diwali ', from: '2026-11-05', to: '2026-11-09' };

const create = (body: object, headers = {}) =>
  api.call(createBreak, { token, body: body as typeof diwali, headers });
const change = (id: string, body: object) => api.call(updateBreak, { token, params: { id }, body });
const list = async (): Promise<StudyBreak[]> => (await api.call(listBreaks, { token })).body.data.breaks;

describe('breaks of the streak', () => {
  test('are added, changed and removed, the latest first; each write leaves an entry', async () => {
    const { status, body } = await create(diwali);
    expect([status, StudyBreak.safeParse(body.data).success]).toEqual([201, true]);
    const added = { id: body.data.id, name: 'Diwali', from: '2026-11-05', to: '2026-11-09' };
    expect(body.data).toEqual(added);
    // Overlapping breaks are allowed: a day rests once.
    const { id } = (await create({ name: 'Exams', from: '2026-11-09', to: '2026-11-09' })).body.data;
    expect((await list()).map(({ name }) => name)).toEqual(['Exams', 'Diwali']);
    const changed = await change(added.id, { to: '2026-11-12' });
    expect([changed.status, changed.body.data]).toEqual([200, { ...added, to: '2026-11-12' }]);
    expect((await api.call(deleteBreak, { token, params: { id } })).status).toBe(200);
    expect(await list()).toEqual([{ ...added, to: '2026-11-12' }]);
    const again = await api.call(deleteBreak, { token, params: { id } });
    expect([again.status, again.body.error]).toEqual([404, 'Break not found']);
    expect((await change(id, { name: 'Exams' })).status).toBe(404);

    const audit = await api.call(listAuditLogs, { token, query: { entity: 'break' } });
    const logs: AuditLogRow[] = audit.body.data.logs;
    expect(logs.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['BREAK_DELETED', { breakId: id, name: 'Exams', startsOn: '2026-11-09', endsOn: '2026-11-09' }],
      [
        'BREAK_UPDATED',
        { breakId: added.id, name: 'Diwali', changes: { endsOn: { from: '2026-11-09', to: '2026-11-12' } } },
      ],
      ['BREAK_CREATED', { breakId: id, name: 'Exams', startsOn: '2026-11-09', endsOn: '2026-11-09' }],
      ['BREAK_CREATED', { breakId: added.id, name: 'Diwali', startsOn: '2026-11-05', endsOn: '2026-11-09' }],
    ]);
  });

  test('are read by a learner in the calendar', async () => {
    const learner = await addPerson(api.db);
    const { activity } = (await api.call(getDashboard, { token: learner.token })).body.data;
    expect(activity?.breaks).toEqual([{ name: 'Diwali', from: '2026-11-05', to: '2026-11-12' }]);
  });

  test('need a name and two days in order', async () => {
    const before = await list();
    const refused: [object, string][] = [
      [{}, 'name is required, from must be a date like 2026-11-05, to must be a date like 2026-11-05'],
      [{ ...diwali, name: '  ' }, 'name is required'],
      [{ ...diwali, name: 'a'.repeat(81) }, 'Name must be 80 characters or less'],
      [{ ...diwali, to: '2026-11-04' }, 'The last day must not be before the first'],
      ...['2026-02-30', '2026-2-3', '5 Nov', '', '0000-01-01', '+12026-01-01', 20261105, null].map(
        (from) => [{ ...diwali, from }, 'from must be a date like 2026-11-05'] as [object, string],
      ),
    ];
    for (const [body, error] of refused) {
      const reply = await create(body);
      expect([body, reply.status, reply.body.error]).toEqual([body, 400, error]);
    }
    const [only] = before;
    const late = await change(only?.id ?? '', { from: '2026-11-13' });
    expect([late.status, late.body.code]).toEqual([400, 'BREAK_ENDS_EARLY']);
    expect(await list()).toEqual(before);
  });

  test('a repeated request adds one break', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await create(diwali, headers), await create(diwali, headers)];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await list()).toHaveLength(2);
  });
});
