import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import { listLeagues } from '#contract/leagues.ts';
import {
  createResource,
  deleteResource,
  getResource,
  listResources,
  listSectionResources,
  reorderResources,
  updateResource,
} from '#contract/resources.ts';
import { resources, sections } from '../../platform/db/schema/curriculum.ts';
import { addLeague, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const staff = await addPerson(api.db, { role: 'PATHFINDER' });
const league = await addLeague(api.db, { name: 'B league' });
const second = await addLeague(api.db, { name: 'A league' });
await addLeague(api.db, { name: 'C league' });
await addScope(api.db, staff.id, league.id);
await addScope(api.db, staff.id, second.id);
const sectionId = league.weeks[0]?.sections[0]?.id ?? '';

const GOOD = { title: 'Read', url: 'https://example.org/read', type: 'VIDEO', order: 9 };
const create = (body: unknown, id = sectionId) =>
  api.call(createResource, { token: staff.token, params: { id }, body });
const update = (id: string, body: unknown) =>
  api.call(updateResource, { token: staff.token, params: { id }, body });
const remove = (id: string) => api.call(deleteResource, { token: staff.token, params: { id } });
const resourceIds = (of: TestLeague, week = 0, section = 0) =>
  of.weeks[week]?.sections[section]?.resources.map((resource) => resource.id) ?? [];
const countOf = async (id: string) => {
  const { body } = await api.call(listLeagues, { token: staff.token });
  return body.data.leagues.find((row: { id: string }) => row.id === id).totalResources;
};
const sectionCount = async (id: string) =>
  (await api.db.select().from(sections).where(eq(sections.id, id)))[0]?.resourcesCount;

describe('resources', () => {
  test('minutes are optional, 1 to 1440, and can be taken away', async () => {
    const created = await create({ ...GOOD, minutes: 12 });
    const { id } = created.body.data;
    expect(created.body.data.minutes).toBe(12);
    expect((await update(id, { title: 'Read on' })).body.data.minutes).toBe(12);
    expect((await update(id, { minutes: 1440 })).body.data.minutes).toBe(1440);
    for (const minutes of [0, 1441, 1.5, -1, '12', '', true]) {
      expectRefusal(await update(id, { minutes }), 400, 'Minutes must be a whole number from 1 to 1440');
    }
    const listed = await api.call(listSectionResources, { token: staff.token, params: { id: sectionId } });
    const row = listed.body.data.resources.find((each: { id: string }) => each.id === id);
    expect(row.minutes).toBe(1440);
    expect((await update(id, { minutes: null })).body.data.minutes).toBeNull();
    await remove(id);
  });

  test('CALL-66 ENT-41 ENT-42 a new resource is answered as it stands in the list and is counted', async () => {
    for (const type of ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG']) {
      const reply = await create({ ...GOOD, type, id: 'mine', sectionId: 'elsewhere', createdAt: 'x' });
      expect(reply.status).toBe(201);
      expect(reply.body.data).toEqual({
        id: expect.any(String),
        ...GOOD,
        type,
        minutes: null,
        sectionId,
        section: {
          id: sectionId,
          name: 'Section 1.1',
          order: 1,
          weekId: league.weeks[0]?.id,
          week: {
            id: league.weeks[0]?.id,
            name: 'Week 1',
            order: 1,
            leagueId: league.id,
            league: { id: league.id, name: 'B league' },
          },
        },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect([await countOf(league.id), await sectionCount(sectionId)]).toEqual([9, 3]);
      const removed = await remove(reply.body.data.id);
      expect(removed.body).toMatchObject({ success: true, message: expect.any(String) });
      expect([await countOf(league.id), await sectionCount(sectionId)]).toEqual([8, 2]);
      expect((await remove(reply.body.data.id)).body.error).toBe('Resource not found');
    }
  });

  test('CALL-66 CONST-21 a title counts its characters, not their bytes', async () => {
    const longest = await create({ ...GOOD, title: '🦉'.repeat(RESOURCE_TITLE_MAX_LENGTH) });
    expect(longest.status).toBe(201);
    await remove(longest.body.data.id);
  });

  test('CALL-65 CALL-75 ENT-41 by week, section and own order; filters; 1000 by default', async () => {
    const list = async (query: Record<string, string | number> = {}) =>
      (await api.call(listResources, { token: staff.token, query })).body.data;
    const all = await list();
    expect(all.pagination).toMatchObject({ page: 1, limit: 1000, total: 16, totalPages: 1, totalCount: 16 });
    const one = await list({ leagueId: second.id });
    expect(one.resources.map((row: { title: string }) => row.title)).toEqual([
      'Resource 1.1.1',
      'Resource 1.1.2',
      'Resource 1.2.1',
      'Resource 1.2.2',
      'Resource 2.1.1',
      'Resource 2.1.2',
      'Resource 2.2.1',
      'Resource 2.2.2',
    ]);
    expect((await list({ weekId: second.weeks[0]?.id ?? '' })).resources).toHaveLength(4);
    expect((await list({ sectionId })).resources).toHaveLength(2);
    const [id = ''] = resourceIds(league);
    await update(id, { type: 'BLOG' });
    expect((await list({ type: 'BLOG' })).resources).toMatchObject([{ id }]);
    expect((await list({ type: 'NONE' })).resources).toEqual([]);
    expect((await list({ limit: 5, page: 4 })).resources).toHaveLength(1);
  });

  test('any active account reads a resource and the resources of a section', async () => {
    const learner = await addPerson(api.db);
    const progress = {
      isCompleted: false,
      completedAt: null,
      markedForRevision: false,
      personalNote: null,
      timeSpent: null,
    };
    const [id = ''] = resourceIds(second);
    const one = await api.call(getResource, { token: learner.token, params: { id } });
    expect(one.body.data).toMatchObject({ id, title: 'Resource 1.1.1', progress });
    const target = second.weeks[0]?.sections[0]?.id ?? '';
    const listed = await api.call(listSectionResources, { token: learner.token, params: { id: target } });
    expect(listed.body.data.section).toEqual({
      id: target,
      name: 'Section 1.1',
      order: 1,
      weekId: second.weeks[0]?.id,
    });
    expect(listed.body.data.resources.map((row: { order: number }) => row.order)).toEqual([1, 2]);
    expect(listed.body.data.resources[0].progress).toEqual(progress);
  });
});

describe('reordering', () => {
  const reorder = (body: unknown, id = sectionId) =>
    api.call(reorderResources, { token: staff.token, params: { id }, body });

  test('a list of thousands is answered, a body over 1 MiB is refused', async () => {
    const many = await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 });
    await addScope(api.db, staff.id, many.id);
    const id = many.weeks[0]?.sections[0]?.id ?? '';
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      id: `many-${index}`,
      sectionId: id,
      title: `R${index}`,
      url: 'https://example.org/',
      type: 'BLOG' as const,
      order: index + 1,
    }));
    for (let at = 0; at < rows.length; at += 1000)
      await api.db.insert(resources).values(rows.slice(at, at + 1000));
    const resourceOrders = rows.map((row) => ({ resourceId: row.id, order: 5001 - row.order }));
    const reply = await reorder({ resourceOrders }, id);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toHaveLength(5000);
    expect(reply.body.data[0].id).toBe('many-4999');
    const huge = await reorder({ resourceOrders: [], filler: 'x'.repeat(1024 * 1024) }, id);
    expect(huge.status).toBe(413);
  });
});
