import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { leagues } from '../platform/db/schema/curriculum.ts';
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
});
