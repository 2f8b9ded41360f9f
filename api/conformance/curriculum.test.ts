import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { digestCurriculum } from '../test/digest.ts';
import type { TestReply } from '../test/make-app.ts';
import { type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let ml = '';
let finance = '';
beforeAll(async () => {
  demo = await openDemo();
  const rows = await demo.db.select().from(leagues);
  ml = rows.find((row) => row.name === 'ML')?.id ?? '';
  finance = rows.find((row) => row.name === 'Finance')?.id ?? '';
});
afterAll(() => demo.close());

const NAMED: Shape = { id: 'id', name: 'string' };
const WEEK: Shape = {
  id: 'id',
  name: 'string',
  order: 'int',
  leagueId: 'id',
  description: 'string?',
  league: NAMED,
  _count: { sections: 'int' },
  createdAt: 'moment',
  updatedAt: 'moment',
};
const SECTION: Shape = {
  id: 'id',
  name: 'string',
  order: 'int',
  weekId: 'id',
  description: 'string?',
  week: { name: 'string', leagueId: 'id', league: { name: 'string' } },
  _count: { resources: 'int' },
  createdAt: 'moment',
  updatedAt: 'moment',
};
const RESOURCE: Shape = {
  id: 'id',
  title: 'string',
  url: 'string',
  type: 'string',
  order: 'int',
  sectionId: 'id',
  createdAt: 'moment',
  updatedAt: 'moment',
};

/** Sends each body, expects status and words, and that no row of the curriculum changed. */
async function expectRefusals(
  send: (body: unknown) => Promise<TestReply>,
  cases: [unknown, number, string][],
): Promise<void> {
  const before = await digestCurriculum(demo.db);
  for (const [body, status, words] of cases) {
    const reply = await send(body);
    expect([body, reply.status, reply.body.success, reply.body.error]).toEqual([body, status, false, words]);
  }
  expect(await digestCurriculum(demo.db)).toBe(before);
}

const POSITIVE = 'Order must be a positive integer';

describe('api.md 1.10 weeks', () => {
  test('CALL-60 the list is whole, sorted by league name then order, and narrowed by scope', async () => {
    const all = await demo.people.grand.get('weeks');
    expect(differences(all.body.data, { weeks: [WEEK], pagination: PAGINATION })).toEqual([]);
    const { weeks, pagination } = all.body.data;
    expect(weeks).toHaveLength(pagination.total);
    expect(pagination).toMatchObject({ totalPages: 1, page: 1, hasNextPage: false });
    const keys = weeks.map((week: { league: { name: string }; order: number }) => [
      week.league.name,
      week.order,
    ]);
    const byName = [...keys].sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1));
    expect(keys).toEqual(byName);
    const scoped = await demo.people.pathfinder.get('weeks');
    expect(new Set(scoped.body.data.weeks.map((week: { leagueId: string }) => week.leagueId))).toEqual(
      new Set([ml]),
    );
    const filtered = await demo.people.grand.get(`weeks?leagueId=${finance}&limit=1`);
    expect(filtered.body.data.pagination).toMatchObject({
      limit: 1,
      total: 2,
      totalPages: 2,
      hasNextPage: true,
    });
    const foreign = await demo.people.pathfinder.get(`weeks?leagueId=${finance}`);
    expect(foreign.status === 403 || foreign.body.data.weeks.length === 0).toBe(true);
    expect((await demo.people.pioneer.get('weeks')).status).toBe(403);
  });

  test('CALL-61 to 63 create, edit with the keys of the form, delete; replies are rows of the list', async () => {
    const { pathfinder } = demo.people;
    const made = await pathfinder.post('weeks', {
      name: ' Extra <week> ',
      order: 40,
      leagueId: ml,
      description: null,
    });
    expect([made.status, differences(made.body.data, WEEK)]).toEqual([201, []]);
    expect(made.body.data).toMatchObject({ name: 'Extra <week>', description: null, leagueId: ml });
    const { id } = made.body.data;
    const edited = await pathfinder.put(`weeks/${id}`, {
      name: 'Extra',
      order: 41,
      leagueId: ml,
      description: '',
      id: 'x',
    });
    expect([edited.status, differences(edited.body.data, WEEK)]).toEqual([200, []]);
    expect(edited.body.data).toMatchObject({ id, name: 'Extra', order: 41, description: null });
    const same = await pathfinder.put(`weeks/${id}`, {
      name: 'Extra',
      order: 41,
      leagueId: ml,
      description: null,
    });
    expect(same.status).toBe(200);
    const gone = await pathfinder.delete(`weeks/${id}`);
    expect(gone.body.data.deletedWeek).toEqual({ id, name: 'Extra', order: 41 });
    const again = await pathfinder.delete(`weeks/${id}`);
    expect([again.status, again.body.error]).toEqual([404, 'Week not found']);
  });

  test('each refusal has its exact words and changes no row', async () => {
    const { pathfinder, grand } = demo.people;
    const body = { name: 'W', order: 50, leagueId: ml };
    await expectRefusals(
      (sent) => pathfinder.post('weeks', sent),
      [
        [{ ...body, name: ' ' }, 400, 'name is required'],
        [{ ...body, order: null }, 400, 'order is required'],
        [{ ...body, order: 0 }, 400, POSITIVE],
        [{ ...body, order: 1.5 }, 400, POSITIVE],
        [{ ...body, order: '3' }, 400, POSITIVE],
        [{ ...body, order: 1 }, 400, 'Week with order 1 already exists in this league'],
        [{ ...body, leagueId: finance }, 403, 'No access to this league'],
      ],
    );
    const empty = await pathfinder.post('weeks', { ...body, order: '' });
    expect([empty.status, empty.body.success]).toEqual([400, false]);
    await expectRefusals(
      (sent) => grand.post('weeks', sent),
      [
        [{ ...body, leagueId: undefined }, 400, 'leagueId is required'],
        [{ ...body, leagueId: 'nowhere' }, 404, 'League not found'],
      ],
    );
    const [week] = (await grand.get(`weeks?leagueId=${ml}`)).body.data.weeks;
    await expectRefusals(
      () => pathfinder.delete(`weeks/${week.id}`),
      [[null, 400, 'Cannot delete week with existing sections. Please delete all sections first.']],
    );
    const scope = await pathfinder.post('weeks', { ...body, leagueId: finance });
    expect(scope.body).toMatchObject({ leagueId: finance, leagueName: 'Finance' });
  });

  test('20 identical creates give one row and no 500', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        demo.people.grand.post('weeks', { name: 'Race', order: 77, leagueId: ml }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    for (const reply of replies.filter((one) => one.status !== 201)) {
      expect([reply.status, reply.body.error]).toEqual([
        400,
        'Week with order 77 already exists in this league',
      ]);
    }
  });
});

describe('api.md 1.11 sections', () => {
  test('CALL-64 1000 rows are honoured in one page, sorted by module order then topic order', async () => {
    const reply = await demo.people.grand.get('sections?limit=1000');
    expect(differences(reply.body.data, { sections: [SECTION], pagination: PAGINATION })).toEqual([]);
    expect(reply.body.data.pagination).toMatchObject({ totalPages: 1, limit: 1000 });
    const inMl = (await demo.people.pathfinder.get('sections')).body.data.sections;
    const keys = inMl.map(
      (one: { week: { order: number }; order: number }) => one.week.order * 1000 + one.order,
    );
    expect(keys).toEqual([...keys].sort((a: number, b: number) => a - b));
    expect(new Set(inMl.map((one: { week: { leagueId: string } }) => one.week.leagueId))).toEqual(
      new Set([ml]),
    );
  });

  test('CALL-65 to 67 create, edit, delete as the form sends them; refusals in the exact words', async () => {
    const { pathfinder } = demo.people;
    const [week] = (await pathfinder.get('weeks')).body.data.weeks;
    const body = { name: 'Topic', order: 60, weekId: week.id, description: '' };
    const made = await pathfinder.post('sections', body);
    expect([made.status, differences(made.body.data, SECTION)]).toEqual([201, []]);
    const { id } = made.body.data;
    const edited = await pathfinder.put(`sections/${id}`, { ...body, name: 'Topic 2', description: null });
    expect([edited.status, differences(edited.body.data, SECTION)]).toEqual([200, []]);
    const ORDER_TAKEN = 'A section with order 60 already exists in this week';
    await expectRefusals(
      (sent) => pathfinder.post('sections', sent),
      [
        [{ ...body, name: '' }, 400, 'name is required'],
        [{ ...body, order: null }, 400, 'order is required'],
        [{ ...body, order: -1 }, 400, POSITIVE],
        [{ ...body, name: 'n'.repeat(101), order: 61 }, 400, 'Section name must be 100 characters or less'],
        [body, 409, ORDER_TAKEN],
      ],
    );
    await expectRefusals(
      (sent) => demo.people.grand.post('sections', sent),
      [
        [{ ...body, weekId: '' }, 400, 'weekId is required'],
        [{ ...body, weekId: 'nowhere' }, 404, 'Week not found'],
      ],
    );
    const gone = await pathfinder.delete(`sections/${id}`);
    expect([gone.status, gone.body.success, typeof gone.body.message]).toEqual([200, true, 'string']);
    expect(gone.body).toMatchObject({ deletedResourcesCount: 0, deletedProgressCount: 0 });
    const again = await pathfinder.put(`sections/${id}`, body);
    expect([again.status, again.body.error]).toEqual([404, 'Section not found']);
  });
});

describe('api.md 1.12 resources', () => {
  const resource = { title: 'Paper', url: 'https://example.org/paper', type: 'ARTICLE', order: 80 };

  test('CALL-68 to 72 list, create under the section, edit with sectionId, delete; refusals in the exact words', async () => {
    const { pathfinder, grand } = demo.people;
    const list = await pathfinder.get('resources?limit=1000');
    expect(differences(list.body.data, { resources: [RESOURCE], pagination: PAGINATION })).toEqual([]);
    const sectionId = list.body.data.resources[0].sectionId;
    const path = `sections/${sectionId}/resources`;
    const made = await pathfinder.post(path, resource);
    expect([made.status, differences(made.body.data, RESOURCE)]).toEqual([201, []]);
    expect(made.body.data).toMatchObject({ ...resource, sectionId });
    const { id } = made.body.data;
    const edited = await pathfinder.put(`resources/${id}`, { ...resource, type: 'BLOG', sectionId });
    expect([edited.status, edited.body.data.type, differences(edited.body.data, RESOURCE)]).toEqual([
      200,
      'BLOG',
      [],
    ]);
    await expectRefusals(
      (sent) => pathfinder.post(path, sent),
      [
        [{ ...resource, title: null }, 400, 'title is required'],
        [{ ...resource, url: '' }, 400, 'url is required'],
        [{ ...resource, type: undefined }, 400, 'type is required'],
        [{ ...resource, order: null }, 400, 'order is required'],
        [{ ...resource, order: 0 }, 400, POSITIVE],
        [{ ...resource, title: 't'.repeat(201) }, 400, 'Resource title must be 200 characters or less'],
        [
          { ...resource, type: 'QUIZ' },
          400,
          'Invalid resource type. Must be one of: VIDEO, ARTICLE, EXTERNAL_LINK, BLOG',
        ],
        [{ ...resource, url: 'nowhere' }, 400, 'Invalid URL format'],
        [{ ...resource, url: 'javascript:alert(1)' }, 400, 'Invalid URL format'],
        [{ ...resource, url: 'data:text/html,x' }, 400, 'Invalid URL format'],
        [resource, 409, 'A resource with order 80 already exists in this section'],
      ],
    );
    await expectRefusals(
      (sent) => grand.post('sections/nowhere/resources', sent),
      [[resource, 404, 'Section not found']],
    );
    const gone = await pathfinder.delete(`resources/${id}`);
    expect([gone.status, typeof gone.body.message]).toEqual([200, 'string']);
    const again = await pathfinder.delete(`resources/${id}`);
    expect([again.status, again.body.error]).toEqual([404, 'Resource not found']);
  });

  test('CALL-73 fault 4 reorder swaps atomically, answers the whole section, and keeps to the scope', async () => {
    const { pathfinder, grand } = demo.people;
    const { resources } = (await pathfinder.get('resources')).body.data;
    const { sectionId } = resources[0];
    const mine: { id: string; order: number }[] = resources.filter(
      (one: { sectionId: string }) => one.sectionId === sectionId,
    );
    const path = `sections/${sectionId}/resources/reorder`;
    const reversed = mine.map(({ id }, index) => ({ resourceId: id, order: mine.length - index }));
    const done = await pathfinder.put(path, { resourceOrders: reversed });
    expect([done.status, differences(done.body.data, [RESOURCE])]).toEqual([200, []]);
    expect(done.body.data.map((row: { id: string }) => row.id)).toEqual(mine.map(({ id }) => id).reverse());
    const foreign = resources.find((one: { sectionId: string }) => one.sectionId !== sectionId).id;
    await expectRefusals(
      (sent) => pathfinder.put(path, sent),
      [
        [{}, 400, 'resourceOrders must be an array'],
        [
          { resourceOrders: [{ order: 1 }] },
          400,
          'Each item must have resourceId and positive integer order',
        ],
        [
          { resourceOrders: [{ resourceId: mine[0]?.id, order: 0 }] },
          400,
          'Each item must have resourceId and positive integer order',
        ],
        [
          { resourceOrders: [{ resourceId: foreign, order: 1 }] },
          400,
          'Some resources do not belong to this section',
        ],
        [
          { resourceOrders: mine.slice(0, 2).map(({ id }) => ({ resourceId: id, order: 1 })) },
          400,
          'Duplicate order values are not allowed',
        ],
      ],
    );
    const elsewhere = (await grand.get(`resources?leagueId=${finance}`)).body.data.resources[0];
    await expectRefusals(
      (sent) => pathfinder.put(`sections/${elsewhere.sectionId}/resources/reorder`, sent),
      [[{ resourceOrders: [{ resourceId: elsewhere.id, order: 9 }] }, 403, 'No access to this league']],
    );
    const shuffles = await Promise.all(
      Array.from({ length: 20 }, (_, round) =>
        pathfinder.put(path, {
          resourceOrders: mine.map(({ id }, index) => ({
            resourceId: id,
            order: ((index + round) % mine.length) + 1,
          })),
        }),
      ),
    );
    expect(shuffles.map((reply) => reply.status)).toEqual(Array(20).fill(200));
  });
});
