import { expect, test } from 'bun:test';
import {
  anyOf,
  expectRefusals,
  expectShape,
  openDemo,
  PAGINATION,
  type Refusal,
  type Shape,
  type Wire,
} from './wire.ts';

const demo = await openDemo();

const NAMED: Shape = { id: 'id', name: 'string' };
const DATES = { createdAt: 'moment', updatedAt: 'moment' };
const COHORT: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  isActive: 'boolean',
  _count: { enrollments: 'int', specializations: 'int' },
  autoApprove: 'boolean',
  maxEnrollments: 'int?',
  specializations: anyOf(NAMED),
  ...DATES,
};
const LEAGUE: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  cohortId: 'id',
  cohort: NAMED,
  weeksCount: 'int',
  sectionsCount: 'int',
  resourcesCount: 'int',
  totalResources: 'int',
  _count: { weeks: 'int', sections: 'int', resources: 'int', enrollments: 'int' },
  ...DATES,
};
const SPECIALIZATION: Shape = {
  id: 'id',
  name: 'string',
  description: 'string?',
  cohortId: 'id',
  cohort: { name: 'string' },
  leagues: [{ id: 'id', leagueId: 'id', order: 'int', league: NAMED }],
  _count: { userSpecializations: 'int', leagues: 'int' },
  ...DATES,
};
const WEEK: Shape = {
  id: 'id',
  name: 'string',
  order: 'int',
  leagueId: 'id',
  description: 'string?',
  league: NAMED,
  _count: { sections: 'int' },
  ...DATES,
};
const SECTION: Shape = {
  id: 'id',
  name: 'string',
  order: 'int',
  weekId: 'id',
  description: 'string?',
  week: { name: 'string', leagueId: 'id', league: { name: 'string' } },
  _count: { resources: 'int' },
  ...DATES,
};
const RESOURCE: Shape = {
  id: 'id',
  title: 'string',
  url: 'string',
  type: 'string',
  order: 'int',
  sectionId: 'id',
  ...DATES,
};

test('CALL-50 CALL-54 CALL-60 CALL-64 CALL-68 each list is whole in one page, with the agreed rows', async () => {
  for (const [path, field, row] of [
    ['cohorts', 'cohorts', COHORT],
    ['leagues', 'leagues', LEAGUE],
    ['specializations', 'specializations', SPECIALIZATION],
    ['weeks', 'weeks', WEEK],
    ['sections?limit=1000', 'sections', SECTION],
    ['resources?limit=1000', 'resources', RESOURCE],
  ] as const) {
    const shape = { [field]: [row], pagination: PAGINATION };
    const { pagination, ...data } = await expectShape(demo.people.grand, `GET ${path}`, shape);
    const { page, total, totalPages, hasNextPage } = pagination;
    expect([path, page, total, totalPages, hasNextPage]).toEqual([path, 1, data[field].length, 1, false]);
  }
  const { leagues } = (await demo.people.pioneer.get('leagues')).body.data;
  const moments = leagues.map(({ createdAt }: { createdAt: string }) => createdAt);
  expect(moments).toEqual([...moments].sort().reverse());
  for (const league of leagues) {
    const { weeks: weeksCount, sections: sectionsCount, resources: totalResources } = league._count;
    expect(league).toMatchObject({
      weeksCount,
      sectionsCount,
      totalResources,
      resourcesCount: totalResources,
    });
  }
  const empty = leagues.filter((league: { totalResources: number }) => league.totalResources === 0);
  expect(empty.map(({ name }: { name: string }) => name)).toEqual(['Robotics']);
});

test('fault 3 the catalogue is open to every signed-in account and names nobody; a league carries its contents', async () => {
  const ml = demo.idOf('ML');
  const cohort = `GET cohorts/${demo.idOf('Cohort 1.5')}`;
  for (const name of ['pioneer', 'pending', 'newcomer', 'admin', 'grand'] as const) {
    const person = demo.people[name];
    const { cohorts } = await expectShape(person, 'GET cohorts', {
      cohorts: [COHORT],
      pagination: PAGINATION,
    });
    expect(cohorts[0].isActive).toBe(true);
    const detail = await expectShape(person, cohort, {
      specializations: [{ id: 'id', name: 'string', leagues: [{ leagueId: 'id' }] }],
    });
    expect(JSON.stringify([cohorts, detail])).not.toMatch(/email|@demo|"users?"|Rohan|Sethi/);
  }
  const league = await expectShape(demo.people.fresh, `GET leagues/${ml}`, {
    id: 'id',
    name: 'string',
    description: 'string?',
    weeks: [
      {
        ...(NAMED as object),
        order: 'int',
        sections: [{ id: 'id', resources: [{ id: 'id', url: 'string' }] }],
      },
    ],
    badges: [NAMED],
    assignment: { id: 'id', title: 'string' },
    _count: { weeks: 'int' },
  });
  expect(JSON.stringify(league)).not.toMatch(/email|@demo|Sethi/);
  for (const id of ['nowhere', '..%2f', '%00', '%zz', '%252e', 'x'.repeat(200), "'%20OR%201=1--"])
    expect([id, (await demo.people.fresh.get(`leagues/${id}`)).status]).toEqual([id, 404]);
  await expectShape(demo.people.pathfinder, `GET leagues/${ml}/stats`, {
    enrollments: { total: 'int', active: 'int' },
    content: { weeks: 'int', sections: 'int' },
    achievements: { badgesAwarded: 'int', assignmentSubmissions: 'int' },
  });
});

interface Kind {
  path: string;
  /** Where it is made, if not at its path. */
  add?: string;
  by?: Wire;
  shape: Shape;
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
      shape: COHORT,
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
      shape: LEAGUE,
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
      shape: SPECIALIZATION,
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
      shape: WEEK,
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
      shape: SECTION,
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
      shape: RESOURCE,
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

test('AMOD-11 ATOPIC-07 CONST-21 CALL-47 CALL-49 CALL-51 CALL-55 CALL-56 CALL-57 CALL-61 CALL-63 CALL-65 CALL-66 CALL-69 each thing is made, changed and deleted; every reply is a row of the list', async () => {
  const { grand, pathfinder } = demo.people;
  const [{ id: week }] = (await pathfinder.get('weeks')).body.data.weeks;
  const [{ sectionId }] = (await pathfinder.get('resources')).body.data.resources;
  const unknown: Refusal[] = [];
  for (const kind of kinds(week, sectionId)) {
    const { path, add = path, by = grand, shape } = kind;
    const made = await expectShape(by, `POST ${add}`, shape, kind.body, 201);
    expect(made).toMatchObject(kind.stored);
    const one = `${path}/${made.id}`;
    // The second time its own order and name are no conflict.
    for (let time = 0; time < 2; time++) {
      const changed = await expectShape(by, `PUT ${one}`, shape, kind.change);
      expect(changed).toMatchObject({ id: made.id, ...kind.changed });
    }
    expect((await grand.get(one)).status).toBe(200);
    await expectRefusals(
      demo,
      kind.refused.map(([body, status, words, who = grand]) => [who, `POST ${add}`, body, status, words]),
    );
    const gone = await by.delete(one);
    expect([path, gone.status, gone.body.success, typeof gone.body.message]).toEqual([
      path,
      200,
      true,
      'string',
    ]);
    expect(gone.body).toMatchObject(kind.gone ?? {});
    unknown.push([by, `DELETE ${one}`, undefined, 404, kind.unknown]);
    unknown.push([by, `PUT ${one}`, kind.change, 404, kind.unknown]);
  }
  await expectRefusals(demo, [
    ...unknown,
    [grand, 'POST sections/nowhere/resources', { title: 'T' }, 404, 'Section not found'],
    [
      pathfinder,
      `DELETE weeks/${week}`,
      undefined,
      400,
      'Cannot delete week with existing sections. Please delete all sections first.',
    ],
    [
      grand,
      `DELETE cohorts/${demo.idOf('Cohort 1.5')}`,
      undefined,
      400,
      'Cannot delete cohort with existing enrollments or specializations',
    ],
  ]);
});

test('CALL-73 fault 4 reorder swaps atomically, answers the whole section, and keeps to the scope', async () => {
  const { pathfinder, grand } = demo.people;
  const { resources } = (await pathfinder.get('resources')).body.data;
  const { sectionId } = resources[0];
  const ids: string[] = resources
    .filter((one: { sectionId: string }) => one.sectionId === sectionId)
    .map(({ id }: { id: string }) => id);
  const request = `PUT sections/${sectionId}/resources/reorder`;
  const resourceOrders = ids.map((resourceId, index) => ({ resourceId, order: ids.length - index }));
  const turned = await expectShape(pathfinder, request, [RESOURCE], { resourceOrders });
  expect(turned.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  const [elsewhere] = (await grand.get(`resources?leagueId=${demo.idOf('Finance')}`)).body.data.resources;
  await expectRefusals(demo, [
    [
      pathfinder,
      `PUT sections/${elsewhere.sectionId}/resources/reorder`,
      { resourceOrders: [{ resourceId: elsewhere.id, order: 9 }] },
      403,
      'No access to this league',
    ],
  ]);
});

test('Q8 cohorts, leagues and specializations are written by GRAND alone, whatever the body says', async () => {
  for (const name of ['chief', 'pathfinder', 'admin', 'pioneer', 'pending'] as const) {
    await expectRefusals(
      demo,
      [
        'POST cohorts',
        'POST leagues',
        'POST specializations',
        `DELETE leagues/${demo.idOf('ML')}`,
        `DELETE cohorts/${demo.idOf('Cohort 1.0')}`,
      ].map((request) => [
        demo.people[name],
        request,
        { nonsense: 1 },
        403,
        'Grand Pathfinder access required',
      ]),
    );
  }
});

test('a write in a league out of scope is 403 with its name before a word about the rest of the body', async () => {
  const { chief, grand } = demo.people;
  const [ml, quantum] = [demo.idOf('ML'), demo.idOf('Quantum')];
  const [mine] = (await chief.get(`resources?leagueId=${ml}`)).body.data.resources;
  const [foreign] = (await grand.get(`resources?leagueId=${quantum}`)).body.data.resources;
  const { data } = (await chief.get(`assignments/league/${ml}`)).body;
  for (const [request, body] of [
    ['POST weeks', { name: '', leagueId: quantum }],
    [`PUT weeks/${mine.section.weekId}`, { name: '', leagueId: quantum }],
    [`PUT sections/${mine.sectionId}`, { name: '', weekId: foreign.section.weekId }],
    [`PUT resources/${mine.id}`, { title: '', sectionId: foreign.sectionId }],
    [`PUT admin/assignments/${data.id}`, { title: '', leagueId: quantum }],
  ] as const) {
    const reply = await chief.send(request, body);
    expect([request, reply.status, reply.body.error]).toEqual([request, 403, 'No access to this league']);
    expect(reply.body).toMatchObject({ leagueId: quantum, leagueName: 'Quantum' });
  }
});

test('the learner reads of the three areas answer with own progress only', async () => {
  const { pioneer } = demo.people;
  const [week] = (await pioneer.get(`leagues/${demo.idOf('ML')}`)).body.data.weeks;
  const [section] = week.sections;
  for (const path of [
    `weeks/${week.id}`,
    `weeks/league/${demo.idOf('ML')}`,
    `weeks/${week.id}/sections`,
    `sections/${section.id}`,
    `resources/${section.resources[0].id}`,
  ]) {
    const reply = await pioneer.get(path);
    expect([path, reply.status, reply.body.success]).toEqual([path, 200, true]);
  }
  const resources = anyOf({ id: 'id', progress: { isCompleted: 'boolean' } });
  await expectShape(pioneer, `GET sections/${section.id}/resources`, { resources });
});
