import { expect, test } from 'bun:test';
import { expectRefusals } from '../test/refusals.ts';
import { openDemo, type Wire } from './wire.ts';

const demo = await openDemo();

interface Kind {
  /** Also the field of the list. */
  path: string;
  /** Where it is made, if not at its path. */
  add?: string;
  by?: Wire;
  body: object;
  stored: object;
  change: object;
  changed: object;
  gone?: object;
  unknown: string;
  /** While it exists; by the Grand Pathfinder where nobody is named. */
  refused: (readonly [body: unknown, status: number, words: string, by?: Wire])[];
}

const POSITIVE = 'Order must be a positive integer';

function kinds(week: string, section: string): Kind[] {
  const { pathfinder } = demo.people;
  const [ml, finance, cohortId] = [demo.idOf('ML'), demo.idOf('Finance'), demo.idOf('Cohort 1.5')];
  const drones = { name: 'Drones', cohortId, description: '' };
  const makers = { name: 'Makers', cohortId, description: '' };
  const chosen = [
    { leagueId: demo.idOf('Quantum'), order: 9 },
    { leagueId: ml, order: 4 },
  ];
  const module = { name: 'W', order: 50, leagueId: ml };
  const topic = { name: 'Topic', order: 60, weekId: week, description: '' };
  const paper = { title: 'Paper', url: 'https://example.org/paper', type: 'ARTICLE', order: 80 };
  const oneLeague = 'At least one league is required for specialization';
  const types = 'Invalid resource type. Must be one of: VIDEO, ARTICLE, EXTERNAL_LINK, BLOG';
  return [
    {
      path: 'cohorts',
      body: { name: ' Cohort <2> ', description: null },
      stored: { name: 'Cohort <2>', description: null, isActive: true },
      change: { name: 'Cohort <2>', description: '', isActive: false, _count: {} },
      changed: { description: null, isActive: false },
      unknown: 'Cohort not found',
      refused: [
        ...[{}, { name: '' }, { name: ' ' }, { name: null }, { name: 7 }, { name: '\u0000 ' }].map(
          (body) => [body, 400, 'name is required'] as const,
        ),
        [{ name: 'Cohort <2> ' }, 409, 'Cohort with this name already exists'],
      ],
    },
    {
      path: 'leagues',
      body: drones,
      stored: { cohortId, weeksCount: 0, description: null },
      change: { ...drones, name: 'Aviation', description: null },
      changed: { name: 'Aviation' },
      gone: {
        deletionStats: { weeks: 0, enrollments: 0, badges: 0, specializations: 0, pathfinderScopes: 0 },
      },
      unknown: 'League not found',
      refused: [
        [{}, 400, 'name is required, cohortId is required'],
        [{ ...drones, name: '' }, 400, 'name is required'],
        [{ ...drones, cohortId: '' }, 400, 'cohortId is required'],
        [{ ...drones, cohortId: 7 }, 400, 'cohortId is required'],
        [{ ...drones, cohortId: 'nowhere' }, 404, 'Cohort not found'],
        [{ ...drones, name: ' Aviation' }, 409, 'League with this name already exists'],
        [{ ...drones, name: 'Aviation\u0000' }, 409, 'League with this name already exists'],
        [{ ...drones, description: 7 }, 400, 'Description must be a string'],
      ],
    },
    {
      path: 'specializations',
      body: { ...makers, leagues: chosen },
      stored: { leagues: ['ML', 'Quantum'].map((name, index) => ({ order: index + 1, league: { name } })) },
      change: { ...makers, leagues: [{ leagueId: finance, order: 1 }] },
      changed: { leagues: [{ order: 1, league: { name: 'Finance' } }] },
      unknown: 'Specialization not found',
      refused: [
        [{}, 400, `name is required, cohortId is required, ${oneLeague}`],
        [{ ...makers, leagues: chosen, name: null }, 400, 'name is required'],
        [{ ...makers, leagues: chosen, cohortId: undefined }, 400, 'cohortId is required'],
        [{ ...makers, leagues: [] }, 400, oneLeague],
        [makers, 400, oneLeague],
        [{ ...makers, leagues: 'all' }, 400, oneLeague],
        ...[{ leagueId: ml }, { order: 1 }, null].map(
          (row) =>
            [{ ...makers, leagues: [row] }, 400, 'Each league must have leagueId and order fields'] as const,
        ),
        [
          { ...makers, name: 'A', leagues: [chosen[0], chosen[0]] },
          400,
          'Each league may be chosen only once',
        ],
        [
          { ...makers, name: 'A', leagues: [{ leagueId: 'nowhere', order: 1 }] },
          400,
          'One or more leagues not found',
        ],
        [{ ...makers, leagues: chosen, cohortId: 'nowhere' }, 404, 'Cohort not found'],
        [{ ...makers, leagues: chosen }, 409, 'Specialization with this name already exists in the cohort'],
      ],
    },
    {
      path: 'weeks',
      by: pathfinder,
      body: { name: ' Extra <week> ', order: 40, leagueId: ml, description: null },
      stored: { name: 'Extra <week>', description: null, leagueId: ml },
      change: { name: 'Extra', order: 41, leagueId: ml, description: '', id: 'x' },
      changed: { name: 'Extra', order: 41, description: null },
      gone: { data: { deletedWeek: { name: 'Extra', order: 41 } } },
      unknown: 'Week not found',
      refused: [
        [{ order: '' }, 400, 'name is required, order is required, leagueId is required'],
        [{ ...module, name: ' ' }, 400, 'name is required'],
        ...[null, ''].map((order) => [{ ...module, order }, 400, 'order is required'] as const),
        ...[0, -1, 1.5, '3', 2 ** 31].map((order) => [{ ...module, order }, 400, POSITIVE] as const),
        [{ ...module, order: 1 }, 400, 'Week with order 1 already exists in this league'],
        [{ ...module, leagueId: finance }, 403, 'No access to this league', pathfinder],
        [{ ...module, leagueId: undefined }, 400, 'leagueId is required'],
        [{ ...module, leagueId: 'nowhere' }, 404, 'League not found'],
      ],
    },
    {
      path: 'sections',
      by: pathfinder,
      body: topic,
      stored: { name: 'Topic', description: null },
      change: { ...topic, name: 'Topic 2', description: null },
      changed: { name: 'Topic 2' },
      gone: { deletedResourcesCount: 0, deletedProgressCount: 0 },
      unknown: 'Section not found',
      refused: [
        [{}, 400, 'name is required, weekId is required'],
        [{ ...topic, name: '' }, 400, 'name is required'],
        ...[null, ''].map((order) => [{ ...topic, order }, 400, 'order is required'] as const),
        ...[-1, 0, '3'].map((order) => [{ ...topic, order }, 400, POSITIVE] as const),
        [{ ...topic, name: 'n'.repeat(101) }, 400, 'Section name must be 100 characters or less'],
        [topic, 409, 'A section with order 60 already exists in this week'],
        ...['', null].map((weekId) => [{ ...topic, weekId }, 400, 'weekId is required'] as const),
        [{ ...topic, weekId: 'nowhere' }, 404, 'Week not found'],
      ],
    },
    {
      path: 'resources',
      add: `sections/${section}/resources`,
      by: pathfinder,
      body: paper,
      stored: { ...paper, sectionId: section },
      change: { ...paper, type: 'BLOG', sectionId: section },
      changed: { type: 'BLOG' },
      unknown: 'Resource not found',
      refused: [
        [{}, 400, 'title is required, url is required, type is required'],
        ...[null, ' '].map((title) => [{ ...paper, title }, 400, 'title is required'] as const),
        ...[null, ''].map((url) => [{ ...paper, url }, 400, 'url is required'] as const),
        ...[undefined, ''].map((type) => [{ ...paper, type }, 400, 'type is required'] as const),
        ...[null, ''].map((order) => [{ ...paper, order }, 400, 'order is required'] as const),
        ...[0, 0.5].map((order) => [{ ...paper, order }, 400, POSITIVE] as const),
        [{ ...paper, title: 't'.repeat(201) }, 400, 'Resource title must be 200 characters or less'],
        ...['QUIZ', 'video', ['VIDEO']].map((type) => [{ ...paper, type }, 400, types] as const),
        ...['nowhere', 'example.org', 'javascript:alert(1)'].map(
          (url) => [{ ...paper, url }, 400, 'Invalid URL format'] as const,
        ),
        [paper, 409, 'A resource with order 80 already exists in this section'],
      ],
    },
  ];
}

type Sent = readonly [by: Wire, request: string, body?: unknown];
const send = ([by, request, body]: Sent) => by.send(request, body);

test('AMOD-11 ATOPIC-07 CONST-21 CALL-47 CALL-49 CALL-50 CALL-51 CALL-54 CALL-55 CALL-56 CALL-57 CALL-60 CALL-61 CALL-63 CALL-64 CALL-65 CALL-66 CALL-68 CALL-69 each thing is made, changed and deleted; every reply is a row of the list', async () => {
  const { grand, pathfinder } = demo.people;
  const [{ id: week }] = (await pathfinder.get('weeks')).body.data.weeks;
  const [{ sectionId }] = (await pathfinder.get('resources')).body.data.resources;
  const refused: (readonly [Sent, number, string])[] = [];
  for (const kind of kinds(week, sectionId)) {
    const { path, add = path, by = grand } = kind;
    const made = await by.post(add, kind.body);
    expect([path, made.status, made.body.data]).toMatchObject([path, 201, kind.stored]);
    const { id } = made.body.data;
    const one = `${path}/${id}`;
    // The second time its own order and name are no conflict.
    for (let time = 0; time < 2; time++) {
      const changed = await by.put(one, kind.change);
      expect([path, changed.status, changed.body.data]).toMatchObject([path, 200, { id, ...kind.changed }]);
      const list = (await grand.get(`${path}?limit=1000`)).body.data;
      expect(list[path]).toContainEqual(changed.body.data);
      expect(list.pagination).toMatchObject({ page: 1, total: list[path].length, totalPages: 1 });
    }
    expect((await grand.get(one)).status).toBe(200);
    await expectRefusals(
      demo.db,
      send,
      kind.refused.map(
        ([body, status, words, who = grand]) => [[who, `POST ${add}`, body], status, words] as const,
      ),
    );
    const gone = await by.delete(one);
    expect([path, gone.status, gone.body]).toMatchObject([
      path,
      200,
      { success: true, message: expect.any(String), ...kind.gone },
    ]);
    refused.push([[by, `DELETE ${one}`], 404, kind.unknown]);
    refused.push([[by, `PUT ${one}`, kind.change], 404, kind.unknown]);
  }
  await expectRefusals(demo.db, send, [
    ...refused,
    [[grand, 'POST sections/nowhere/resources', { title: 'T' }], 404, 'Section not found'],
  ]);
});
