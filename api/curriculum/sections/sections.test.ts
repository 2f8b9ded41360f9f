import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { SECTION_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { listLeagues } from '#contract/leagues.ts';
import { createSection, deleteSection, getSection, listSections } from '#contract/sections.ts';
import { recountAfterCurriculumChange } from '../../learning/recount.ts';
import { queryRows } from '../../platform/db/client.ts';
import { leagueProgress, resourceProgress } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, addLearner, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const staff = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
const league = await addLeague(api.db, { name: 'B league' });
const second = await addLeague(api.db, { name: 'A league' });
await addLeague(api.db, { name: 'C league' });
await addScope(api.db, staff.id, league.id);
await addScope(api.db, staff.id, second.id);

const weekOf = (of: TestLeague, index = 0) => of.weeks[index]?.id ?? '';
const create = (body: unknown) => api.call(createSection, { token: staff.token, body });
const remove = (id: string) => api.call(deleteSection, { token: staff.token, params: { id } });
const countsOf = async (id: string) => {
  const { body } = await api.call(listLeagues, { token: staff.token });
  const { weeksCount, sectionsCount, resourcesCount } = body.data.leagues.find(
    (row: { id: string }) => row.id === id,
  );
  return [weeksCount, sectionsCount, resourcesCount];
};

describe('sections', () => {
  test('CALL-63 ENT-40 a new section is answered as it stands in the list and is counted', async () => {
    const reply = await create({ name: ' Sets ', order: 3, weekId: weekOf(league), description: 'D' });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      id: expect.any(String),
      name: 'Sets',
      description: 'D',
      order: 3,
      weekId: weekOf(league),
      week: {
        id: weekOf(league),
        name: 'Week 1',
        order: 1,
        leagueId: league.id,
        league: { id: league.id, name: 'B league' },
      },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _count: { resources: 0 },
    });
    expect(await countsOf(league.id)).toEqual([2, 5, 8]);
    expect((await remove(reply.body.data.id)).body).toMatchObject({
      success: true,
      message: expect.any(String),
      deletedResourcesCount: 0,
      deletedProgressCount: 0,
    });
    expect(await countsOf(league.id)).toEqual([2, 4, 8]);
  });

  test('ATOPIC-07 CALL-63 a name counts its characters, not their bytes', async () => {
    const name = '🦉'.repeat(SECTION_NAME_MAX_LENGTH);
    const emoji = await create({ name, order: 9, weekId: weekOf(league) });
    expect(emoji.status).toBe(201);
    await remove(emoji.body.data.id);
  });

  test('CALL-62 CALL-75 ENT-56 by week order, then own order; filters; 1000 by default', async () => {
    const list = async (query: Record<string, string | number> = {}) =>
      (await api.call(listSections, { token: staff.token, query })).body.data;
    const all = await list();
    expect(all.pagination).toMatchObject({ page: 1, limit: 1000, total: 8, totalPages: 1 });
    const places = all.sections.map((row: { week: { order: number }; order: number }) => [
      row.week.order,
      row.order,
    ]);
    expect(places).toEqual(
      places.toSorted(
        (a: number[], b: number[]) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]),
      ),
    );
    expect(await list({ leagueId: league.id })).toMatchObject({ pagination: { total: 4 } });
    expect(await list({ weekId: weekOf(league) })).toMatchObject({ pagination: { total: 2 } });
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 3 })));
    const ids = pages.flatMap((page) => page.sections.map((row: { id: string }) => row.id));
    expect(new Set(ids).size).toBe(8);
    expect(pages[2].pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true, totalPages: 3 });
    expect((await list({ limit: 1_000_000 })).pagination.limit).toBe(1000);
    for (const bad of ['0', '-1', 'abc', '1.5']) {
      expect((await list({ page: bad, limit: bad })).pagination).toMatchObject({ page: 1, limit: 1000 });
    }
  });

  test('one section shows its resources with the own progress, and no one else’s', async () => {
    const id = league.weeks[0]?.sections[0]?.id ?? '';
    const [first] = league.weeks[0]?.sections[0]?.resources ?? [];
    const learner = await addPerson(api.db);
    const other = await addPerson(api.db);
    await api.db.insert(resourceProgress).values({
      id: createId(),
      userId: learner.id,
      resourceId: first?.id ?? '',
      completedAt: new Date('2026-01-02T03:04:05Z'),
      personalNote: 'mine',
      timeSpentSeconds: 60,
    });
    const own = await api.call(getSection, { token: learner.token, params: { id } });
    expect(own.body.data.progress).toEqual({
      isCompleted: false,
      completedAt: null,
      completedResources: 0,
      markedForRevision: false,
      personalNote: null,
    });
    expect(own.body.data.resources[0].progress).toEqual({
      isCompleted: true,
      completedAt: '2026-01-02T03:04:05.000Z',
      markedForRevision: false,
      personalNote: 'mine',
      timeSpent: 60,
    });
    const theirs = await api.call(getSection, { token: other.token, params: { id } });
    expect(theirs.body.data.resources[0].progress).toMatchObject({ isCompleted: false, personalNote: null });
    await api.db.delete(resourceProgress);
  });

  test('CALL-64 a section goes with its resources and progress, and the sums of learners follow', async () => {
    const own = await addLeague(api.db);
    await addScope(api.db, staff.id, own.id);
    const learner = await addLearner(api.db, own);
    const [section, sibling] = own.weeks[0]?.sections ?? [];
    const done = [...(section?.resources ?? []), sibling?.resources[0]].map((resource) => ({
      id: createId(),
      userId: learner.id,
      resourceId: resource?.id ?? '',
      completedAt: new Date(),
    }));
    await api.db.insert(resourceProgress).values(done);
    await recountAfterCurriculumChange(api.db, { leagueIds: [own.id] });
    const sums = async () => {
      const [row] = await api.db.select().from(leagueProgress).where(sql`user_id = ${learner.id}`);
      return [row?.completedResources, row?.completedSections];
    };
    expect(await sums()).toEqual([3, 1]);
    const reply = await remove(section?.id ?? '');
    expect(reply.body).toMatchObject({ deletedResourcesCount: 2, deletedProgressCount: 2 });
    expect(await sums()).toEqual([1, 0]);
    expect(await countsOf(own.id)).toEqual([2, 3, 6]);
    expectRefusal(await remove(section?.id ?? ''), 404, 'Section not found');
    const audit = await queryRows(
      api.db,
      sql`select 1 from audit_log where action = 'SECTION_DELETED' and metadata like ${`%${section?.id}%`}`,
    );
    expect(audit).toHaveLength(1);
  });
});
