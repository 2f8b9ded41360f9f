import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { progressEvents, resourceProgress } from '../platform/db/schema/learning.ts';
import { addPerson, type Person } from '../test/people.ts';
import { type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let learner: Person;
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
  learner = await addPerson(demo.db);
  await demo.as(learner.token).post('progress/enroll', { cohortId: 'default', leagueId: ml() });
});
afterAll(() => demo.close());

const ml = () => leagueIds.ML ?? '';
const NAMED: Shape = { id: 'id', name: 'string' };

describe('api.md 1.7 resource progress', () => {
  const RESOURCE: Shape = {
    id: 'id',
    title: 'string',
    url: 'string',
    type: 'string',
    order: 'int',
    progress: {
      isCompleted: 'boolean',
      markedForRevision: 'boolean',
      personalNote: 'string?',
      timeSpent: 'int?',
      completedAt: 'moment?',
    },
  };
  let sectionId = '';
  let ids: string[] = [];
  beforeAll(async () => {
    const page = await demo.people.pioneer.get(`progress/leagues/${ml()}`);
    sectionId = page.body.data.progress.weeks[1].sections[0].id;
  });

  test('CALL-40 the section list is ordered, has progress on each item, and statistics', async () => {
    const reply = await demo.as(learner.token).get(`resource-progress/section/${sectionId}/resources`);
    expect(reply.status).toBe(200);
    expect(
      differences(reply.body.data, {
        section: NAMED,
        resources: [RESOURCE],
        statistics: {
          totalResources: 'int',
          completedResources: 'int',
          markedForRevision: 'int',
          completionPercentage: 'percent',
          totalTimeSpent: 'int',
        },
      }),
    ).toEqual([]);
    const orders = reply.body.data.resources.map((resource: { order: number }) => resource.order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    ids = reply.body.data.resources.map((resource: { id: string }) => resource.id);
    const unknown = await demo.people.pioneer.get('resource-progress/section/nowhere/resources');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Section not found']);
  });

  test('CALL-41 to 44 tick, mark, note and reset as the screen sends them; the note outlives the reset', async () => {
    const wire = demo.as(learner.token);
    const path = `resource-progress/${ids[0]}`;
    const done = await wire.post(`${path}/complete`, {});
    expect([done.status, done.body.data.isCompleted, done.body.data.markedForRevision]).toEqual([
      200,
      true,
      false,
    ]);
    const marked = await wire.post(`${path}/revision`, {});
    expect(marked.body.data).toMatchObject({
      isCompleted: true,
      markedForRevision: true,
      personalNote: null,
    });
    const noted = await wire.put(`${path}/note`, { personalNote: ' Read <twice> ' });
    expect(noted.body.data.personalNote).toBe('Read <twice>');
    const timed = await wire.post(`${path}/complete`, { timeSpent: 120 });
    expect(timed.body.data).toMatchObject({
      timeSpent: 120,
      personalNote: 'Read <twice>',
      markedForRevision: true,
    });
    const one = await wire.get(path);
    expect(
      differences(one.body.data, {
        resource: {
          id: 'id',
          title: 'string',
          url: 'string',
          type: 'string',
          order: 'int',
          section: { ...NAMED, week: { ...NAMED, league: NAMED } },
        },
        progress: {
          id: 'id',
          isCompleted: 'boolean',
          completedAt: 'moment?',
          personalNote: 'string?',
          markedForRevision: 'boolean',
          timeSpent: 'int?',
          createdAt: 'moment',
          updatedAt: 'moment',
        },
      }),
    ).toEqual([]);
    const list = await wire.get('resource-progress/revision/list');
    expect(differences(list.body.data.pagination, PAGINATION)).toEqual([]);
    expect(list.body.data.pagination.limit).toBe(20);
    expect(
      list.body.data.revisionResources.map((row: { resource: { id: string } }) => row.resource.id),
    ).toEqual([ids[0]]);
    const reset = await wire.delete(`${path}/reset`);
    expect([reset.status, reset.body.data]).toMatchObject([
      200,
      {
        isCompleted: false,
        completedAt: null,
        markedForRevision: false,
        timeSpent: null,
        personalNote: 'Read <twice>',
      },
    ]);
    const untouched = await wire.delete(`resource-progress/${ids[1]}/reset`);
    expect([untouched.status, untouched.body.data.isCompleted]).toEqual([200, false]);
    const missing = await wire.get(`resource-progress/${ids[2]}`);
    expect(missing.body.data.progress).toMatchObject({
      isCompleted: false,
      markedForRevision: false,
      timeSpent: null,
    });
  });

  test('NOTE-09 to 13 refusals have the words of the specification and change nothing', async () => {
    const wire = demo.as(learner.token);
    const path = `resource-progress/${ids[3]}`;
    const refused: [string, unknown, string][] = [
      ['note', {}, 'Note must be a string'],
      ['note', { personalNote: 5 }, 'Note must be a string'],
      ['note', { personalNote: '' }, 'Note cannot be empty'],
      ['note', { personalNote: ' \n ' }, 'Note cannot be empty'],
      ['note', { personalNote: 'n'.repeat(1001) }, 'Note cannot exceed 1000 characters'],
      ['complete', { timeSpent: -1 }, 'Time spent must be a positive number'],
      ['complete', { timeSpent: '5' }, 'Time spent must be a positive number'],
      ['complete', { timeSpent: 86_401 }, 'Time spent cannot exceed 24 hours'],
      ['complete', { personalNote: '' }, 'Note cannot be empty'],
    ];
    for (const [call, body, words] of refused) {
      const reply = await (call === 'note'
        ? wire.put(`${path}/note`, body)
        : wire.post(`${path}/${call}`, body));
      expect([body, reply.status, reply.body.error]).toEqual([body, 400, words]);
    }
    for (const value of [0, 86_400]) {
      expect((await wire.post(`resource-progress/${ids[2]}/complete`, { timeSpent: value })).status).toBe(
        200,
      );
    }
    const rows = await demo.db
      .select()
      .from(resourceProgress)
      .where(and(eq(resourceProgress.userId, learner.id), eq(resourceProgress.resourceId, ids[3] ?? '')));
    expect(rows).toEqual([]);
    for (const write of [
      wire.post('resource-progress/nowhere/complete', {}),
      wire.delete('resource-progress/nowhere/reset'),
    ]) {
      expect([(await write).status, (await write).body.error]).toEqual([404, 'Resource not found']);
    }
  });

  test('fault 3 nobody but an enrolled, ACTIVE and verified learner writes progress', async () => {
    const events = async () => (await demo.db.select().from(progressEvents)).length;
    const before = await events();
    for (const name of ['fresh', 'pending', 'newcomer', 'suspended', 'admin'] as const) {
      const person = demo.people[name];
      const replies = [
        await person.post(`resource-progress/${ids[0]}/complete`, {}),
        await person.post(`resource-progress/${ids[0]}/revision`, {}),
        await person.put(`resource-progress/${ids[0]}/note`, { personalNote: 'x' }),
        await person.delete(`resource-progress/${ids[0]}/reset`),
        await person.post(`progress/sections/${sectionId}/complete`, {}),
        await person.put(`progress/sections/${sectionId}`, { markedForRevision: true }),
      ];
      expect([name, replies.map((reply) => reply.status)]).toEqual([name, [403, 403, 403, 403, 403, 403]]);
    }
    expect(await events()).toBe(before);
  });

  test('20 ticks at once leave one row and one count; complete the section, the league badge comes with the last tick', async () => {
    const person = await addPerson(demo.db);
    const wire = demo.as(person.token);
    const league = leagueIds.Finance ?? '';
    await wire.post('progress/enroll', { cohortId: 'default', leagueId: league });
    const page = (await wire.get(`progress/leagues/${league}`)).body.data;
    const sections: { id: string; resources: { id: string }[] }[] = page.progress.weeks.flatMap(
      (week: { sections: [] }) => week.sections,
    );
    const [first, ...others] = sections[0]?.resources ?? [];
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => wire.post(`resource-progress/${first?.id}/complete`, {})),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
    expect((await wire.get('progress/dashboard')).body.data.enrollments[0].progress.completedResources).toBe(
      1,
    );
    for (const { id } of others) await wire.post(`resource-progress/${id}/complete`, {});
    for (const { id } of sections.slice(1)) {
      const reply = await wire.post(`progress/sections/${id}/complete`, {});
      expect([reply.status, reply.body.data.progress.isCompleted]).toEqual([200, true]);
    }
    const after = (await wire.get('progress/dashboard')).body.data;
    expect(after.enrollments[0].progress.progressPercentage).toBe(100);
    expect(after.badges.map((badge: { league: { name: string } }) => badge.league.name)).toEqual(['Finance']);
    await wire.delete(`resource-progress/${first?.id}/reset`);
    expect((await wire.get('progress/dashboard')).body.data.badges).toHaveLength(1);
  });
});
