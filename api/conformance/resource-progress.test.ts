import { expect, test } from 'bun:test';
import { progressEvents } from '../platform/db/schema/learning.ts';
import { addPerson } from '../test/people.ts';
import { expectRefusals, expectShape, openDemo, PAGINATION, type Shape } from './wire.ts';

const demo = await openDemo();
/** Enrolled in ML. */
const wire = demo.as((await addPerson(demo.db)).token);
const leagueId = demo.idOf('ML');
await wire.post('progress/enroll', { cohortId: 'default', leagueId });
const { weeks } = (await wire.get(`progress/leagues/${leagueId}`)).body.data.progress;
const [section] = weeks[1].sections;
const sectionId = section.id;
const ids = section.resources.map(({ id }: { id: string }) => id);

const NAMED: Shape = { id: 'id', name: 'string' };
const RESOURCE = { id: 'id', title: 'string', url: 'string', type: 'string', order: 'int' };
const PROGRESS = {
  isCompleted: 'boolean',
  markedForRevision: 'boolean',
  personalNote: 'string?',
  timeSpent: 'int?',
  completedAt: 'moment?',
};

test('CALL-40 the section list is ordered, has progress on each item, and statistics', async () => {
  const { resources } = await expectShape(wire, `GET resource-progress/section/${sectionId}/resources`, {
    section: NAMED,
    resources: [{ ...RESOURCE, progress: PROGRESS }],
    statistics: {
      totalResources: 'int',
      completedResources: 'int',
      markedForRevision: 'int',
      completionPercentage: 'percent',
      totalTimeSpent: 'int',
    },
  });
  const orders = resources.map((resource: { order: number }) => resource.order);
  expect(orders).toEqual([...orders].sort((a, b) => a - b));
});

test('CALL-41 to 44 tick, mark, note and reset as the screen sends them; the note outlives the reset', async () => {
  const path = `resource-progress/${ids[0]}`;
  const note = 'Read <twice>';
  const marked = { isCompleted: true, markedForRevision: true };
  const cleared = { isCompleted: false, markedForRevision: false, timeSpent: null };
  const expectData = async (request: string, body: unknown, data: object) => {
    const reply = await wire.send(request, body);
    expect([request, reply.status, reply.body.data]).toMatchObject([request, 200, data]);
  };
  await expectData(`POST ${path}/complete`, {}, { isCompleted: true, markedForRevision: false });
  await expectData(`POST ${path}/revision`, {}, { ...marked, personalNote: null });
  await expectData(`PUT ${path}/note`, { personalNote: ` ${note} ` }, { personalNote: note });
  const timed = { ...marked, timeSpent: 120, personalNote: note };
  await expectData(`POST ${path}/complete`, { timeSpent: 120 }, timed);
  const section = { ...(NAMED as object), week: { ...(NAMED as object), league: NAMED } };
  const one = await expectShape(wire, `GET ${path}`, {
    resource: { ...RESOURCE, section },
    progress: { id: 'id', ...PROGRESS, createdAt: 'moment', updatedAt: 'moment' },
  });
  expect(one.progress).toMatchObject(timed);
  const shape = { revisionResources: [{ resource: { id: 'id' } }], pagination: PAGINATION };
  const list = await expectShape(wire, 'GET resource-progress/revision/list', shape);
  expect(list.pagination.limit).toBe(20);
  expect(list.revisionResources.map((row: { resource: { id: string } }) => row.resource.id)).toEqual([
    ids[0],
  ]);
  const reset = { ...cleared, completedAt: null, personalNote: note };
  await expectData(`DELETE ${path}/reset`, undefined, reset);
  await expectData(`DELETE resource-progress/${ids[1]}/reset`, undefined, cleared);
  await expectData(`GET resource-progress/${ids[2]}`, undefined, { progress: cleared });
});

test('NOTE-09 to 13 refusals have the words of the specification and change nothing', async () => {
  const [note, complete] = [
    `PUT resource-progress/${ids[3]}/note`,
    `POST resource-progress/${ids[3]}/complete`,
  ];
  const positive = 'Time spent must be a positive number';
  await expectRefusals(
    demo,
    (
      [
        [note, {}, 400, 'Note must be a string'],
        [note, { personalNote: 5 }, 400, 'Note must be a string'],
        [note, { personalNote: '' }, 400, 'Note cannot be empty'],
        [note, { personalNote: ' \n ' }, 400, 'Note cannot be empty'],
        [note, { personalNote: 'n'.repeat(1001) }, 400, 'Note cannot exceed 1000 characters'],
        [complete, { timeSpent: -1 }, 400, positive],
        [complete, { timeSpent: '5' }, 400, positive],
        [complete, { timeSpent: 86_401 }, 400, 'Time spent cannot exceed 24 hours'],
        [complete, { personalNote: '' }, 400, 'Note cannot be empty'],
        ['POST resource-progress/nowhere/complete', {}, 404, 'Resource not found'],
        ['DELETE resource-progress/nowhere/reset', undefined, 404, 'Resource not found'],
        ['GET resource-progress/section/nowhere/resources', undefined, 404, 'Section not found'],
      ] as const
    ).map((refusal) => [wire, ...refusal]),
  );
  for (const timeSpent of [0, 86_400])
    expect((await wire.post(`resource-progress/${ids[2]}/complete`, { timeSpent })).status).toBe(200);
});

test('fault 3 nobody but an enrolled, ACTIVE and verified learner writes progress', async () => {
  const before = await demo.db.$count(progressEvents);
  for (const name of ['fresh', 'pending', 'newcomer', 'suspended', 'admin'] as const) {
    for (const [request, body] of [
      [`POST resource-progress/${ids[0]}/complete`, {}],
      [`POST resource-progress/${ids[0]}/revision`, {}],
      [`PUT resource-progress/${ids[0]}/note`, { personalNote: 'x' }],
      [`DELETE resource-progress/${ids[0]}/reset`, undefined],
      [`POST progress/sections/${sectionId}/complete`, {}],
      [`PUT progress/sections/${sectionId}`, { markedForRevision: true }],
    ] as const) {
      const { status } = await demo.people[name].send(request, body);
      expect([name, request, status]).toEqual([name, request, 403]);
    }
  }
  expect(await demo.db.$count(progressEvents)).toBe(before);
});

test('a section completed at once counts as its resources, and the badge of a league comes with its last tick', async () => {
  const person = demo.as((await addPerson(demo.db)).token);
  const leagueId = demo.idOf('Finance');
  await person.post('progress/enroll', { cohortId: 'default', leagueId });
  const { weeks } = (await person.get(`progress/leagues/${leagueId}`)).body.data.progress;
  const sections: { id: string; resources: { id: string }[] }[] = weeks.flatMap(
    (week: { sections: [] }) => week.sections,
  );
  for (const { id } of sections[0]?.resources ?? [])
    await person.post(`resource-progress/${id}/complete`, {});
  for (const { id } of sections.slice(1)) {
    const reply = await person.post(`progress/sections/${id}/complete`, {});
    expect([reply.status, reply.body.data.progress.isCompleted]).toEqual([200, true]);
  }
  const read = async () => (await person.get('progress/dashboard')).body.data;
  const badges = [{ league: { name: 'Finance' } }];
  expect(await read()).toMatchObject({ enrollments: [{ progress: { progressPercentage: 100 } }], badges });
  await person.delete(`resource-progress/${sections[0]?.resources[0]?.id}/reset`);
  expect(await read()).toMatchObject({ badges });
});
