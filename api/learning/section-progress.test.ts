import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { NOTE_MAX_LENGTH } from '#contract/constants.ts';
import { completeSection, updateSectionProgress } from '#contract/learning.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { progressEvents, sectionProgress } from '../platform/db/schema/learning.ts';
import { addLeague, addLearner, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';

const api = await openTestApp();

const sectionOf = (league: TestLeague, week = 0, section = 0) =>
  league.weeks[week]?.sections[section] as TestLeague['weeks'][number]['sections'][number];
const finish = (person: Person, sectionId: string, body: unknown = {}) =>
  api.call(completeSection, { token: person.token, params: { sectionId }, body });

describe('progress on a section', () => {
  test('LPROG-26 completing ticks what is left, once; PUT sets the words and leaves the rest', async () => {
    const league = await addLeague(api.db);
    const learner = await addLearner(api.db, league);
    const section = sectionOf(league);
    const resourceId = section.resources[0]?.id ?? '';
    await api.call(completeResource, { token: learner.token, params: { resourceId }, body: {} });
    const done = await finish(learner, section.id);
    expect([done.status, done.body.data.progress]).toEqual([
      200,
      { isCompleted: true, completedAt: expect.any(String), personalNote: null, markedForRevision: false },
    ]);
    expect((await finish(learner, section.id)).body.data).toEqual(done.body.data);
    const events = () =>
      api.db
        .select()
        .from(progressEvents)
        .where(eq(progressEvents.userId, learner.id))
        .orderBy(progressEvents.id);
    expect(await events()).toHaveLength(2);

    const put = (body: unknown) =>
      api.call(updateSectionProgress, { token: learner.token, params: { sectionId: section.id }, body });
    expect((await put({ personalNote: 'mine', markedForRevision: true })).body.data.progress).toMatchObject({
      isCompleted: true,
      personalNote: 'mine',
      markedForRevision: true,
    });
    expect((await put({ markedForRevision: false })).body.data.progress).toMatchObject({
      personalNote: 'mine',
      markedForRevision: false,
    });
    expect((await put({ personalNote: null })).body.data.progress.personalNote).toBeNull();
    for (const [body, error] of [
      [{ personalNote: '' }, 'Note cannot be empty'],
      [{ personalNote: 4 }, 'Note must be a string'],
      [{ personalNote: 'x'.repeat(NOTE_MAX_LENGTH + 1) }, 'Note cannot exceed 1000 characters'],
      [{ markedForRevision: 'yes' }, 'markedForRevision must be true or false'],
    ] as const) {
      expectRefusal(await put(body), 400, error);
    }
    // Each word that changed is kept as an event of its own; a refused one is not.
    expect((await events()).slice(2).map(({ kind, personalNote }) => [kind, personalNote])).toEqual([
      ['SECTION_NOTED', 'mine'],
      ['SECTION_MARKED', null],
      ['SECTION_UNMARKED', null],
      ['SECTION_NOTED', null],
    ]);
  });

  test('LPROG-26 who may not write, unknown sections, and a key used for something else', async () => {
    const league = await addLeague(api.db);
    const learner = await addLearner(api.db, league);
    const stranger = await addPerson(api.db);
    const pending = await addPerson(api.db, { status: 'PENDING' });
    const sectionId = sectionOf(league).id;
    for (const call of [completeSection, updateSectionProgress]) {
      const ask = (token?: string, params = { sectionId }) =>
        api.call(call, { token, params, body: { personalNote: 5 } });
      expect((await ask()).status).toBe(401);
      expect((await ask(pending.token)).status).toBe(403);
      expectRefusal(await ask(stranger.token), 403, 'You must be enrolled in this league to track progress');
      expectRefusal(await ask(learner.token, { sectionId: 'none' }), 404, 'Section not found');
    }
    const rows = await api.db.select().from(sectionProgress).where(sql`user_id = ${stranger.id}`);
    expect(rows).toEqual([]);
    const headers = { 'idempotency-key': 'one' };
    const keyed = (id: string) =>
      api.call(completeSection, { token: learner.token, params: { sectionId: id }, body: {}, headers });
    expect([(await keyed(sectionId)).status, (await keyed(sectionId)).status]).toEqual([200, 200]);
    expect((await keyed(sectionOf(league, 1).id)).status).toBe(409);
  });
});
