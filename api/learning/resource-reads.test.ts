import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { searchLearning } from '#contract/learner-search.ts';
import { getLeagueProgress } from '#contract/learning.ts';
import {
  completeResource,
  getResourceProgress,
  listRevision,
  listSectionResourceProgress,
  markForRevision,
  ResourceWithPlace,
  resetResource,
  SectionResources,
  saveNote,
} from '#contract/resource-progress.ts';
import { updateResource } from '#contract/resources.ts';
import { resourceProgress } from '../platform/db/schema/learning.ts';
import { addLeague, addLearner, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

const api = await openTestApp();
const league = await addLeague(api.db, { resources: 3 });

const section = () => league.weeks[0]?.sections[0] as TestLeague['weeks'][number]['sections'][number];
const resourceId = (index = 0) => section().resources[index]?.id ?? '';

describe('reading progress', () => {
  test('CALL-28 ENT-44 a section with own progress in order, statistics beside it', async () => {
    const { token } = await addLearner(api.db, league);
    const other = await addLearner(api.db, league);
    await api.call(saveNote, {
      token: other.token,
      params: { resourceId: resourceId() },
      body: { personalNote: 'not yours' },
    });
    const complete = (index: number, body: object) =>
      api.call(completeResource, { token, params: { resourceId: resourceId(index) }, body });
    await complete(0, { timeSpent: 40 });
    await complete(2, { timeSpent: 20, personalNote: 'fine' });
    await api.call(markForRevision, { token, params: { resourceId: resourceId(1) }, body: {} });
    const params = { sectionId: section().id };
    const { status, body } = await api.call(listSectionResourceProgress, { token, params });
    expect(status).toBe(200);
    const data = SectionResources.parse(body.data);
    expect(data.resources.map(({ id, order }) => [id, order])).toEqual(
      [0, 1, 2].map((index) => [resourceId(index), index + 1]),
    );
    expect(data.resources[2]).toEqual({
      id: resourceId(2),
      title: 'Resource 1.1.3',
      url: 'https://example.org/1/1/3',
      type: 'ARTICLE',
      minutes: null,
      order: 3,
      progress: {
        isCompleted: true,
        completedAt: expect.any(String),
        markedForRevision: false,
        personalNote: 'fine',
        timeSpent: 20,
      },
    });
    expect(data.resources[1]?.progress).toEqual({
      isCompleted: false,
      completedAt: null,
      markedForRevision: true,
      personalNote: null,
      timeSpent: null,
    });
    expect(data.statistics).toEqual({
      totalResources: 3,
      completedResources: 2,
      markedForRevision: 1,
      completionPercentage: 67,
      totalTimeSpent: 60,
    });
    expect(data.section).toMatchObject({ id: section().id, week: { league: { id: league.id } } });
    expect(JSON.stringify(body)).not.toContain('not yours');
  });

  test('CALL-28 an unknown section 404; an empty one has no resources', async () => {
    const { token } = await addLearner(api.db, league);
    const unknown = await api.call(listSectionResourceProgress, { token, params: { sectionId: 'nowhere' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Section not found']);
    const bare = await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 });
    const params = { sectionId: bare.weeks[0]?.sections[0]?.id ?? '' };
    const { body } = await api.call(listSectionResourceProgress, { token, params });
    expect(body.data).toMatchObject({ resources: [], statistics: { completionPercentage: 0 } });
  });

  test('CALL-23 ENT-44 one resource with its place; defaults where nothing was recorded', async () => {
    const { id, token } = await addLearner(api.db, league);
    const params = { resourceId: resourceId() };
    const { status, body } = await api.call(getResourceProgress, { token, params });
    expect(status).toBe(200);
    expect(ResourceWithPlace.parse(body.data)).toEqual({
      resource: {
        id: resourceId(),
        title: 'Resource 1.1.1',
        url: 'https://example.org/1/1/1',
        type: 'ARTICLE',
        minutes: null,
        order: 1,
        section: {
          id: section().id,
          name: 'Section 1.1',
          week: {
            id: league.weeks[0]?.id ?? '',
            name: 'Week 1',
            league: { id: league.id, name: league.name },
          },
        },
      },
      progress: {
        id: null,
        userId: id,
        resourceId: resourceId(),
        isCompleted: false,
        completedAt: null,
        markedForRevision: false,
        personalNote: null,
        timeSpent: null,
        createdAt: null,
        updatedAt: null,
      },
    });
    const written = await api.call(completeResource, { token, params, body: { timeSpent: 3 } });
    const read = await api.call(getResourceProgress, { token, params });
    expect(read.body.data.progress).toEqual(written.body.data);
    const unknown = await api.call(getResourceProgress, { token, params: { resourceId: 'none' } });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Resource not found']);
  });

  test('CALL-29 the revision list: newest change first, 20 a page, bad paging falls back', async () => {
    const { id, token } = await addLearner(api.db, league);
    for (const index of [0, 1, 2]) {
      await api.call(markForRevision, { token, params: { resourceId: resourceId(index) }, body: {} });
      // Moments are kept to the millisecond.
      await Bun.sleep(2);
    }
    await api.call(saveNote, {
      token,
      params: { resourceId: resourceId(0) },
      body: { personalNote: 'newest' },
    });
    const ids = async (query: Record<string, string>) => {
      const { status, body } = await api.call(listRevision, { token, query });
      expect(status).toBe(200);
      return [
        body.data.revisionResources.map(({ resource }: { resource: { id: string } }) => resource.id),
        body.data.pagination,
      ];
    };
    const [first, pagination] = await ids({});
    expect(first).toEqual([resourceId(0), resourceId(2), resourceId(1)]);
    expect(pagination).toEqual({
      page: 1,
      limit: 20,
      total: 3,
      totalPages: 1,
      totalCount: 3,
      hasNextPage: false,
      hasPreviousPage: false,
    });
    expect(await ids({ page: '2', limit: '2' })).toMatchObject([
      [resourceId(1)],
      { page: 2, limit: 2, totalPages: 2, hasNextPage: false, hasPreviousPage: true },
    ]);
    for (const bad of ['0', '-1', 'x', '1.5', '[1]']) {
      expect(await ids({ page: bad, limit: bad })).toMatchObject([first, { page: 1, limit: 20 }]);
    }
    expect((await ids({ page: '999999999', limit: '1000' }))[0]).toEqual([]);
    await api.call(resetResource, { token, params: { resourceId: resourceId(2) } });
    expect((await ids({}))[0]).toEqual([resourceId(0), resourceId(1)]);
    const row = await api.db
      .select()
      .from(resourceProgress)
      .where(and(eq(resourceProgress.userId, id), sql`marked_for_revision_at is not null`));
    expect(row).toHaveLength(2);
  });

  test('minutes that staff write reach the league page, its topic and the search', async () => {
    const staff = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const own = await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 });
    const learner = await addLearner(api.db, own);
    const topic = own.weeks[0]?.sections[0];
    const { token } = learner;
    const read = async () => {
      const page = await api.call(getLeagueProgress, { token, params: { leagueId: own.id } });
      const part = await api.call(listSectionResourceProgress, {
        token,
        params: { sectionId: topic?.id ?? '' },
      });
      const found = await api.call(searchLearning, { token, query: { q: 'Resource 1.1.1' } });
      return [
        page.body.data.progress.weeks[0].sections[0].resources[0].minutes,
        part.body.data.resources[0].minutes,
        found.body.data.resources.find(({ league: of }: { league: { id: string } }) => of.id === own.id)
          .minutes,
      ];
    };
    expect(await read()).toEqual([null, null, null]);
    const params = { id: topic?.resources[0]?.id ?? '' };
    await api.call(updateResource, { token: staff.token, params, body: { minutes: 25 } });
    expect(await read()).toEqual([25, 25, 25]);
  });
});
