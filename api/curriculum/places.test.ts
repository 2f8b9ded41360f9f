import { describe, expect, test } from 'bun:test';
import type { Call } from '#contract/call.ts';
import { listLeagues } from '#contract/leagues.ts';
import { createResource, listResources, reorderResources, updateResource } from '#contract/resources.ts';
import { createSection, listSections, reorderSections, updateSection } from '#contract/sections.ts';
import { createWeek, listWeeks, reorderWeeks, updateWeek } from '#contract/weeks.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { inTransaction } from '../platform/db/client.ts';
import { addLeague, type TestLeague } from '../test/leagues.ts';
import type { TestReply } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope } from '../test/people.ts';
import { expectRefusal, expectRefusals } from '../test/refusals.ts';

const api = await openTestApp();
const { id: staffId, token } = await addPerson(api.db, { role: 'PATHFINDER' });

/** A league of three modules with three topics each, of three resources each. */
async function addOwnLeague(name?: string): Promise<TestLeague> {
  const league = await addLeague(api.db, { name, weeks: 3, sections: 3, resources: 3 });
  await addScope(api.db, staffId, league.id);
  return league;
}
const home = await addOwnLeague('B league');
const second = await addOwnLeague('A league');
const foreign = await addLeague(api.db, { name: 'C league' });

interface Kind {
  name: 'week' | 'section' | 'resource';
  /** The field by which a client calls it. */
  title: 'name' | 'title';
  parent: 'leagueId' | 'weekId' | 'sectionId';
  /** The first parent in a league, and what stands in it in order. */
  of: (league: TestLeague) => { parent: string; ids: string[] };
  create: (parent: string) => Promise<TestReply>;
  update: Call;
  reorder: Call;
  list: Call;
  taken: [status: number, words: string];
  unknownParent: string;
  faults: [body: object, status: number, words: string][];
  /** The modules, topics and resources of both leagues after one moved from home to the second. */
  moved: [number[], number[]];
}

const idsOf = (rows: { id: string }[] = []) => rows.map(({ id }) => id);
const firstWeek = ({ weeks }: TestLeague) => weeks[0] ?? { id: '', sections: [] };
const firstSection = (league: TestLeague) => firstWeek(league).sections[0] ?? { id: '', resources: [] };
const typeWords = 'Invalid resource type. Must be one of: VIDEO, ARTICLE, EXTERNAL_LINK, BLOG';

const KINDS: Kind[] = [
  {
    name: 'week',
    title: 'name',
    parent: 'leagueId',
    of: (league) => ({ parent: league.id, ids: idsOf(league.weeks) }),
    create: (leagueId) => api.call(createWeek, { token, body: { name: 'W', leagueId } }),
    update: updateWeek,
    reorder: reorderWeeks,
    list: listWeeks,
    taken: [400, 'Week with order 2 already exists in this league'],
    unknownParent: 'League not found',
    faults: [],
    moved: [
      [2, 6, 18],
      [4, 12, 36],
    ],
  },
  {
    name: 'section',
    title: 'name',
    parent: 'weekId',
    of: (league) => ({ parent: firstWeek(league).id, ids: idsOf(firstWeek(league).sections) }),
    create: (weekId) => api.call(createSection, { token, body: { name: 'S', weekId } }),
    update: updateSection,
    reorder: reorderSections,
    list: listSections,
    taken: [409, 'A section with order 2 already exists in this week'],
    unknownParent: 'Week not found',
    faults: [],
    moved: [
      [3, 8, 24],
      [3, 10, 30],
    ],
  },
  {
    name: 'resource',
    title: 'title',
    parent: 'sectionId',
    of: (league) => ({ parent: firstSection(league).id, ids: idsOf(firstSection(league).resources) }),
    create: (id) => {
      const body = { title: 'R', url: 'https://example.org', type: 'BLOG' };
      return api.call(createResource, { token, params: { id }, body });
    },
    update: updateResource,
    reorder: reorderResources,
    list: listResources,
    taken: [409, 'A resource with order 2 already exists in this section'],
    unknownParent: 'Section not found',
    faults: [
      [{ url: 'ftp://x.org' }, 400, 'Invalid URL format'],
      [{ type: 'X' }, 400, typeWords],
    ],
    moved: [
      [3, 9, 26],
      [3, 9, 28],
    ],
  },
];

/** The modules, topics and resources of the two leagues, as the list of leagues counts them. */
async function counts(): Promise<number[][]> {
  const { body } = await api.call(listLeagues, { token });
  return [home, second].map(({ id }) => {
    const row = body.data.leagues.find((league: { id: string }) => league.id === id);
    return [row.weeksCount, row.sectionsCount, row.resourcesCount];
  });
}

describe.each(KINDS)('a $name', (kind) => {
  const { name, title, parent } = kind;
  const update = (id: string, body: object) => api.call(kind.update, { token, params: { id }, body });
  const rowsIn = async (place: string) =>
    (await api.call(kind.list, { token, query: { [parent]: place } })).body.data[`${name}s`];
  const reorder = (place: string, orders: unknown, seen?: unknown) => {
    const body = { [`${name}Orders`]: orders, seen };
    return api.call(kind.reorder, { token, params: { id: place }, body });
  };
  const at = (id: unknown, order: unknown) => ({ [`${name}Id`]: id, order });
  const places = ({ body }: TestReply) =>
    body.data.map((row: { id: string; order: number }) => [row.id, row.order]);

  test('CALL-61 CALL-64 CALL-67 AMOD-11 ATOPIC-07 an edit keeps what is absent; no order is given twice', async () => {
    const place = kind.of(home).parent;
    const [first] = await rowsIn(place);
    const renamed = await update(first.id, { [title]: 'Renamed', order: 1, [parent]: place });
    expect(renamed.body.data).toEqual({ ...first, [title]: 'Renamed', updatedAt: expect.any(String) });
    await expectRefusals(api.db, (body: object) => update(first.id, body), [
      [{ order: 2 }, ...kind.taken],
      [{ order: '' }, 400, 'order is required'],
      [{ order: 0 }, 400, 'Order must be a positive integer'],
      [{ [title]: ' ' }, 400, `${title} is required`],
      [{ [parent]: '' }, 400, `${parent} is required`],
      [{ [parent]: 'gone' }, 404, kind.unknownParent],
      ...kind.faults,
    ]);
  });

  test('CALL-61 CALL-64 CALL-67 moves to places in scope with all it holds', async () => {
    const [, id = ''] = kind.of(home).ids;
    const target = kind.of(second).parent;
    const refused = await update(id, { [parent]: kind.of(foreign).parent, order: 9 });
    expectRefusal(refused, 403, 'No access to this league');
    expect(refused.body.leagueName).toBe('C league');
    expectRefusal(await update(id, { [parent]: target }), ...kind.taken);
    const before = await counts();
    expect(before).toEqual([
      [3, 9, 27],
      [3, 9, 27],
    ]);
    const moved = await update(id, { [parent]: target, order: 7 });
    expect(moved.body.data).toMatchObject({ [parent]: target, order: 7 });
    expect(JSON.stringify(moved.body.data)).toContain('"name":"A league"');
    expect(await counts()).toEqual(kind.moved);
    expect(
      (await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE))).filter(
        ({ drift }) => drift > 0,
      ),
    ).toEqual([]);
    await update(id, { [parent]: kind.of(home).parent, order: 2 });
    expect(await counts()).toEqual(before);
  });

  test('CALL-68 P42 is reordered all or none, and whoever was overtaken is told', async () => {
    const { parent: place, ids } = kind.of(home);
    const [one = '', two = '', three = ''] = ids;
    const turned = ids.map((id, index) => at(id, 3 - index));
    const swapped = await reorder(place, turned, ids);
    expect(swapped.status).toBe(200);
    expect(places(swapped)).toEqual([
      [three, 1],
      [two, 2],
      [one, 3],
    ]);
    expect(await rowsIn(place)).toEqual(swapped.body.data);
    expect((await reorder(place, turned)).body.data).toEqual(swapped.body.data);
    // Those that are not named keep their order.
    const named = await reorder(place, [at(one, 7)]);
    expect(places(named)).toEqual([
      [three, 1],
      [two, 2],
      [one, 7],
    ]);
    expect((await reorder(place, [])).body.data).toEqual(named.body.data);

    const stranger = `Some ${name}s do not belong to this ${parent.slice(0, -2)}`;
    const twice = 'Duplicate order values are not allowed';
    const overtaken = 'Somebody else changed this order meanwhile. This is the order now.';
    const [elsewhere] = kind.of(second).ids;
    const send = ([orders, seen]: unknown[]) => reorder(place, orders, seen);
    const refusals: [unknown[], number, string][] = [
      ...[undefined, null, { 0: 1 }].map((orders): [unknown[], number, string] => [
        [orders],
        400,
        `${name}Orders must be an array`,
      ]),
      ...[null, at(one, undefined), at(one, 0), at(one, '1'), at(one, 2 ** 31), at(7, 1)].map(
        (item): [unknown[], number, string] => [
          [[item]],
          400,
          `Each item must have ${name}Id and positive integer order`,
        ],
      ),
      [[[at(one, 3), at(two, 3)]], 400, twice],
      [[[at(one, 1)]], 400, twice],
      [[[at(elsewhere, 9)]], 400, stranger],
      [[[at('gone', 9)]], 400, stranger],
      [[[at(two, 9), at(elsewhere, 8)]], 400, stranger],
      [[turned, 'all'], 400, 'seen must be an array of ids'],
      [[turned, ids], 409, overtaken],
      [[turned, ids.slice(1)], 409, overtaken],
    ];
    await expectRefusals(api.db, send, refusals);
    expectRefusal(await reorder('gone', []), 404, kind.unknownParent);
    expect((await reorder(kind.of(foreign).parent, [])).status).toBe(403);
  });

  test('P42 of twenty people who reorder at once from the same view one wins', async () => {
    const { parent: place, ids } = kind.of(second);
    const turned = ids.map((id, index) => at(id, 3 - index));
    const replies = await Promise.all(Array.from({ length: 20 }, () => reorder(place, turned, ids)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(idsOf(await rowsIn(place))).toEqual(ids.toReversed());
  });

  test('without an order goes to the end of its parent, new or moved', async () => {
    const [own, other] = [kind.of(await addOwnLeague()), kind.of(await addOwnLeague())];
    // At once: each waits for the lock of the parent and sees the one before.
    const added = await Promise.all([1, 2, 3].map(() => kind.create(own.parent)));
    expect(added.map(({ body }) => body.data.order).toSorted()).toEqual([4, 5, 6]);
    const [id = ''] = own.ids;
    const moved = await update(id, { [parent]: other.parent, order: null });
    expect([moved.status, moved.body.data.order]).toEqual([200, 4]);
    expect((await update(id, { [title]: 'Renamed' })).body.data.order).toBe(4);
  });

  test('that has another text than the change expects is left; of many changes at once, one wins', async () => {
    const [id = ''] = kind.of(await addOwnLeague()).ids;
    await update(id, { [title]: 'Before' });
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => update(id, { [title]: `T${n}`, expected: { [title]: 'Before' } })),
    );
    const outcomes = replies.map(({ status, body }) => body.code ?? status).toSorted();
    expect(outcomes).toEqual([200, ...Array(7).fill('CONTENT_CHANGED')]);
    // Another field than the expected one may have changed.
    const { order, [title]: left } = (await update(id, { order: 9 })).body.data;
    const later = await update(id, { [title]: 'After', expected: { [title]: left } });
    expect([later.status, later.body.data[title], order]).toEqual([200, 'After', 9]);
    const wrong = await update(id, { [title]: 'X', expected: { [title]: 7 } });
    expectRefusal(wrong, 400, 'expected must hold the fields as they were');
  });
});
