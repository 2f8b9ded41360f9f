import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { NOTE_MAX_LENGTH } from '#contract/constants.ts';
import {
  completeResource,
  markForRevision,
  ProgressRow,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import { progressEvents, resourceProgress } from '../platform/db/schema/learning.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { addLeague, addLearner, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';

const api = await openTestApp();
const league = await addLeague(api.db, { resources: 3 });
const stranger = await addPerson(api.db);

const section = () => league.weeks[0]?.sections[0] as TestLeague['weeks'][number]['sections'][number];
const resourceId = (index = 0) => section().resources[index]?.id ?? '';

const eventsOf = (userId: string) =>
  api.db.select().from(progressEvents).where(eq(progressEvents.userId, userId)).orderBy(progressEvents.id);
const rowsOf = (userId: string) =>
  api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, userId));

const WRITES = [
  { call: completeResource, body: {} },
  { call: markForRevision, body: {} },
  { call: saveNote, body: { personalNote: 'words' } },
  { call: resetResource, body: undefined },
] as const;

describe('writing progress on a resource', () => {
  test('CALL-24 LPROG-26 ENT-44 complete answers the whole row; note and time only when sent', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    const reply = await api.call(completeResource, { token, params, body: {} });
    expect(reply.status).toBe(200);
    expect(ProgressRow.parse(reply.body.data)).toEqual({
      id: expect.any(String),
      userId: id,
      resourceId: resourceId(),
      isCompleted: true,
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      markedForRevision: false,
      personalNote: null,
      timeSpent: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const again = await api.call(completeResource, {
      token,
      params,
      body: { timeSpent: 90.7, personalNote: '  read <b>twice</b>  ' },
    });
    expect(again.body.data).toMatchObject({
      completedAt: reply.body.data.completedAt,
      timeSpent: 90,
      personalNote: 'read <b>twice</b>',
    });
    expect((await api.call(completeResource, { token, params })).body.data).toEqual(again.body.data);
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('CALL-25 LPROG-31 revision leaves completion as it is, CALL-26 note replaces words', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    const marked = await api.call(markForRevision, { token, params, body: { personalNote: 'look again' } });
    expect(marked.body.data).toMatchObject({
      isCompleted: false,
      markedForRevision: true,
      personalNote: 'look again',
    });
    await api.call(completeResource, { token, params, body: {} });
    const remarked = await api.call(markForRevision, { token, params, body: {} });
    expect(remarked.body.data).toMatchObject({
      isCompleted: true,
      markedForRevision: true,
      personalNote: 'look again',
    });
    const noted = await api.call(saveNote, { token, params, body: { personalNote: 'clear now' } });
    expect(noted.body.data).toMatchObject({ isCompleted: true, personalNote: 'clear now' });
    await api.call(saveNote, { token, params, body: { personalNote: 'clear now' } });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'MARKED_FOR_REVISION',
      'COMPLETED',
      'NOTED',
    ]);
  });

  test('CALL-27 LPROG-29 LPROG-32 OPEN-22 reset clears completion, mark and time and keeps the note', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    await api.call(completeResource, { token, params, body: { timeSpent: 60, personalNote: 'mine' } });
    await api.call(markForRevision, { token, params, body: {} });
    // As the earlier client sends it: an empty body that says it is JSON.
    const headers = { 'content-type': 'application/json' };
    const reply = await api.call(resetResource, { token, params, headers });
    expect([reply.status, reply.body.data]).toMatchObject([
      200,
      {
        isCompleted: false,
        completedAt: null,
        markedForRevision: false,
        timeSpent: null,
        personalNote: 'mine',
      },
    ]);
    expect((await api.call(resetResource, { token, params })).body.data).toEqual(reply.body.data);
    expect(await eventsOf(id)).toHaveLength(3);
    const later = await api.call(completeResource, { token, params, body: {} });
    expect(later.body.data).toMatchObject({ isCompleted: true, personalNote: 'mine', timeSpent: null });
  });

  test('CALL-27 resetting an untouched resource answers the defaults and writes nothing', async () => {
    const { id, token } = await addLearner(api.db, league);
    const reply = await api.call(resetResource, { token, params: { resourceId: resourceId() } });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      id: null,
      userId: id,
      resourceId: resourceId(),
      isCompleted: false,
      completedAt: null,
      markedForRevision: false,
      personalNote: null,
      timeSpent: null,
      createdAt: null,
      updatedAt: null,
    });
    expect([await rowsOf(id), await eventsOf(id)]).toEqual([[], []]);
  });

  test('NOTE-09 NOTE-10 NOTE-11 the words for a wrong note, wherever one is sent', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    const cases = [
      ['x'.repeat(NOTE_MAX_LENGTH + 1), 'Note cannot exceed 1000 characters'],
      ['', 'Note cannot be empty'],
      ['   \n ', 'Note cannot be empty'],
      ['\u0007\u0000', 'Note cannot be empty'],
      [5, 'Note must be a string'],
      [null, 'Note must be a string'],
      [['a'], 'Note must be a string'],
      [{}, 'Note must be a string'],
    ] as const;
    for (const call of [saveNote, completeResource, markForRevision]) {
      for (const [personalNote, error] of cases) {
        const reply = await api.call(call, { token, params, body: { personalNote } });
        expect([reply.status, reply.body.error, reply.body.success]).toEqual([400, error, false]);
      }
    }
    const missing = await api.call(saveNote, { token, params, body: {} });
    expect([missing.status, missing.body.error]).toEqual([400, 'Note must be a string']);
    expect(await rowsOf(id)).toEqual([]);
    // Counted as a person counts: an emoji is one.
    const longest = '🌱'.repeat(NOTE_MAX_LENGTH);
    const kept = await api.call(saveNote, { token, params, body: { personalNote: longest, extra: 1 } });
    expect(kept.body.data.personalNote).toBe(longest);
  });

  test('NOTE-12 NOTE-13 the words for a wrong time', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    const positive = 'Time spent must be a positive number';
    const tooLong = 'Time spent cannot exceed 24 hours';
    for (const [json, error] of [
      ['-1', positive],
      ['"60"', positive],
      ['null', positive],
      ['true', positive],
      ['[5]', positive],
      ['86401', tooLong],
      ['86400.5', tooLong],
      ['1e400', tooLong],
    ] as const) {
      const reply = await api.request(`/api/resource-progress/${resourceId()}/complete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: `{"timeSpent":${json}}`,
      });
      expect([reply.status, (await reply.json()).error]).toEqual([400, error]);
    }
    const both = await api.call(completeResource, {
      token,
      params,
      body: { timeSpent: -1, personalNote: '' },
    });
    expect(both.body.error).toBe(`${positive}, Note cannot be empty`);
    expect(await rowsOf(id)).toEqual([]);
    for (const timeSpent of [0, 86400]) {
      const reply = await api.call(completeResource, { token, params, body: { timeSpent } });
      expect(reply.body.data.timeSpent).toBe(timeSpent);
    }
  });

  test('CALL-24 staff with a scope for the league and GRAND need no enrollment', async () => {
    const scoped = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, scoped.id, league.id, { canCreateContent: false, canManageUsers: false });
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    for (const { token } of [scoped, grand]) {
      const reply = await api.call(completeResource, { token, params: { resourceId: resourceId() } });
      expect(reply.status).toBe(200);
    }
    // A scope row without the role opens nothing.
    await addScope(api.db, stranger.id, league.id);
    const params = { resourceId: resourceId() };
    expect((await api.call(completeResource, { token: stranger.token, params })).status).toBe(403);
  });

  test('CALL-24 unknown and hostile ids answer 404, hostile bodies 4xx, never 500', async () => {
    const { id, token } = await addLearner(api.db, league);
    for (const { call, body } of WRITES) {
      for (const unknown of ['nothing', section().id, league.id, '0'.repeat(64)]) {
        const reply = await api.call(call, { token, params: { resourceId: unknown }, body });
        expect([reply.status, reply.body.error]).toEqual([404, 'Resource not found']);
      }
      for (const odd of ["' or 1=1", '%00', '..', 'a b', '\u0000']) {
        expect((await api.call(call, { token, params: { resourceId: odd }, body })).status).toBe(404);
      }
    }
    const send = (body: string, type = 'application/json') =>
      api.request(`/api/resource-progress/${resourceId()}/complete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send(JSON.stringify({ personalNote: 'x'.repeat(70_000) }))).status).toBe(413);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('CALL-24 extra keys never change another record', async () => {
    const { token } = await addLearner(api.db, league);
    const other = await addLearner(api.db, league);
    const body = {
      userId: other.id,
      completedAt: '2020-01-01',
      isCompleted: false,
      id: 'mine',
      role: 'ADMIN',
    };
    const reply = await api.call(completeResource, { token, params: { resourceId: resourceId() }, body });
    expect(reply.body.data.completedAt).not.toContain('2020');
    expect(await rowsOf(other.id)).toEqual([]);
  });

  test('CALL-24 completion, revision and a whole section are in the audit log', async () => {
    const { id, token } = await addLearner(api.db, league);
    for (const index of [0, 1, 2]) {
      await api.call(completeResource, { token, params: { resourceId: resourceId(index) }, body: {} });
    }
    await api.call(markForRevision, { token, params: { resourceId: resourceId() }, body: {} });
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'RESOURCE_COMPLETED',
      'RESOURCE_COMPLETED',
      'RESOURCE_COMPLETED',
      'SECTION_COMPLETED',
      'RESOURCE_MARKED_FOR_REVISION',
    ]);
    expect(JSON.parse(entries[0]?.metadata ?? '')).toEqual({
      resourceId: resourceId(),
      leagueId: league.id,
      names: { [resourceId()]: 'Resource 1.1.1', [league.id]: league.name },
    });
  });
});
