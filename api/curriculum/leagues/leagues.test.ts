import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  createLeague,
  deleteLeague,
  getLeague,
  getLeagueStats,
  listLeagues,
  updateLeague,
} from '#contract/leagues.ts';
import { createSpecialization, getSpecialization } from '#contract/specializations.ts';
import { queryRows } from '../../platform/db/client.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { assignments, leagues } from '../../platform/db/schema/curriculum.ts';
import { learnerStats, submissions } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addAssignment, addBadge } from '../../test/awards.ts';
import { digestCurriculum } from '../../test/digest.ts';
import { addCohort, addLeague, addLearner, enroll, setLeagueExpired } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const cohortId = (await addCohort(api.db, { name: 'Fall' })).id;

const create = (body: unknown) => api.call(createLeague, { token: grand.token, body });
const update = (id: string, body: unknown) =>
  api.call(updateLeague, { token: grand.token, params: { id }, body });
const remove = (id: string) => api.call(deleteLeague, { token: grand.token, params: { id } });

describe('leagues', () => {
  test('CALL-49 ENT-36 ENT-37 a new league is answered as it stands in the list', async () => {
    const reply = await create({ name: ' ML ', cohortId, description: 'All of it' });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      id: expect.any(String),
      name: 'ML',
      description: 'All of it',
      cohortId,
      cohort: { id: cohortId, name: 'Fall' },
      expiresAt: null,
      isExpired: false,
      weeksCount: 0,
      sectionsCount: 0,
      resourcesCount: 0,
      totalResources: 0,
      firstModules: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      _count: { weeks: 0, sections: 0, resources: 0, enrollments: 0, badges: 0, specializations: 0 },
    });
    const list = await api.call(listLeagues, { token: grand.token });
    expect(list.body.data.leagues).toEqual([reply.body.data]);
    expect(list.body.data.pagination).toMatchObject({ page: 1, total: 1, totalPages: 1 });
    await remove(reply.body.data.id);
  });

  test('CALL-49 CALL-50 dates, and what a change names, are checked', async () => {
    const { data } = (await create({ name: 'Known', cohortId })).body;
    const before = await digestCurriculum(api.db);
    const cases: [unknown, number, string][] = [
      ...[
        1,
        '2026-02-30',
        '2026-02-30T00:00:00Z',
        '2026-01-01T24:00:00Z',
        '2026-01-01T00:00',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-23:59',
      ].map((expiresAt): [unknown, number, string] => [
        { name: 'A', cohortId, expiresAt },
        400,
        'expiresAt must be an ISO date and time or null',
      ]),
      [{ name: 'A', cohortId, description: 7 }, 400, 'Description must be a string'],
    ];
    for (const [body, status, error] of cases) {
      const reply = await create(body);
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    }
    expect((await update(data.id, { cohortId: 'gone' })).body.error).toBe('Cohort not found');
    expect((await update(data.id, { cohortId: '' })).body.error).toBe('cohortId is required');
    expect((await update(data.id, { name: null })).body.error).toBe('name is required');
    expect((await update('gone', {})).body.error).toBe('League not found');
    expect(await digestCurriculum(api.db)).toBe(before);
    await remove(data.id);
  });

  test('CALL-50 a league moves to another cohort, ends and starts again', async () => {
    const { data } = (await create({ name: 'Moving', cohortId })).body;
    const other = await addCohort(api.db, { name: 'Spring' });
    const moved = await update(data.id, { name: 'Moved', cohortId: other.id, description: '' });
    expect(moved.body.data).toMatchObject({
      name: 'Moved',
      cohortId: other.id,
      cohort: { name: 'Spring' },
      description: null,
    });
    const over = await update(data.id, { expiresAt: '2020-01-01T00:00:00+02:00' });
    expect(over.body.data).toMatchObject({ expiresAt: '2019-12-31T22:00:00.000Z', isExpired: true });
    expect((await update(data.id, { name: 'Still over' })).body.data.isExpired).toBe(true);
    expect((await update(data.id, { expiresAt: null })).body.data).toMatchObject({
      expiresAt: null,
      isExpired: false,
    });
    await setLeagueExpired(api.db, data.id);
    const list = await api.call(listLeagues, { token: grand.token });
    expect(list.body.data.leagues[0].isExpired).toBe(true);
    await remove(data.id);
  });

  test('CALL-33 ENT-36 the newest league comes first, with its counts', async () => {
    const first = await addLeague(api.db);
    const second = await addLeague(api.db, { weeks: 1, sections: 2, resources: 3 });
    await api.db
      .update(leagues)
      .set({ createdAt: sql`now() - interval '1 day'` })
      .where(eq(leagues.id, second.id));
    const learner = await addLearner(api.db, second);
    const reply = await api.call(listLeagues, { token: learner.token });
    expect(reply.body.data.leagues.map((league: { id: string }) => league.id)).toEqual([first.id, second.id]);
    expect(reply.body.data.leagues[1]).toMatchObject({
      weeksCount: 1,
      sectionsCount: 2,
      resourcesCount: 6,
      totalResources: 6,
      _count: { weeks: 1, sections: 2, resources: 6, enrollments: 1 },
    });
    const paged = await api.call(listLeagues, { token: learner.token, query: { limit: 1, page: 2 } });
    expect(paged.body.data.leagues.map((league: { id: string }) => league.id)).toEqual([second.id]);
    await remove(first.id);
    await remove(second.id);
  });

  test('one league carries weeks, sections and resources in order, badge and assignment', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    await api.db.insert(badges).values({ id: 'badge-1', leagueId: league.id, name: 'Done' });
    await api.db.insert(assignments).values({
      id: 'task-1',
      leagueId: league.id,
      title: 'Task',
      description: 'Do it',
      dueAt: new Date('2030-01-01T00:00:00Z'),
    });
    const { body } = await api.call(getLeague, { token: learner.token, params: { id: league.id } });
    expect(body.data).toMatchObject({ id: league.id, name: league.name, _count: { weeks: 2 } });
    expect(body.data.weeks.map((week: { order: number }) => week.order)).toEqual([1, 2]);
    expect(body.data.weeks[1].sections[1]).toEqual({
      id: league.weeks[1]?.sections[1]?.id,
      name: 'Section 2.2',
      description: null,
      order: 2,
      weekId: league.weeks[1]?.id,
      _count: { resources: 2 },
      resources: [1, 2].map((order) => ({
        id: expect.any(String),
        title: `Resource 2.2.${order}`,
        url: `https://example.org/2/2/${order}`,
        type: 'ARTICLE',
        minutes: null,
        order,
        sectionId: league.weeks[1]?.sections[1]?.id,
      })),
    });
    expect(body.data.badges).toEqual([{ id: 'badge-1', name: 'Done', description: null, imageUrl: null }]);
    expect(body.data.assignment).toEqual({
      id: 'task-1',
      title: 'Task',
      description: 'Do it',
      dueDate: '2030-01-01T00:00:00.000Z',
    });
    await remove(league.id);
  });

  test('statistics count enrollments, content, badges and submissions', async () => {
    const league = await addLeague(api.db);
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, chief.id, league.id);
    const learner = await addPerson(api.db);
    const gone = await addPerson(api.db, { status: 'SUSPENDED' });
    await enroll(api.db, learner.id, league);
    await enroll(api.db, gone.id, league);
    await addBadge(api.db, league.id, 'B', [learner.id]);
    const { status, body } = await api.call(getLeagueStats, {
      token: chief.token,
      params: { id: league.id },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      league: { id: league.id, name: league.name },
      enrollments: { total: 2, active: 1 },
      content: { weeks: 2, sections: 4, resources: 8 },
      achievements: { badgesAwarded: 1, assignmentSubmissions: 0 },
    });
    await remove(league.id);
  });

  test('CALL-50 a league goes with all it holds, and says what went', async () => {
    const league = await addLeague(api.db);
    const kept = await addLeague(api.db);
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, staff.id, league.id);
    const learner = await addLearner(api.db, league);
    await enroll(api.db, learner.id, kept);
    const badgeId = await addBadge(api.db, league.id, 'B', [learner.id]);
    await api.db.update(learnerStats).set({ badgesEarned: 1 }).where(eq(learnerStats.userId, learner.id));
    const assignmentId = await addAssignment(api.db, league.id, { title: 'T' });
    await api.db
      .insert(submissions)
      .values({ id: createId(), assignmentId, userId: learner.id, content: 'x' });
    const chosen = await api.call(createSpecialization, {
      token: grand.token,
      body: {
        name: 'Both',
        cohortId,
        leagues: [
          { leagueId: league.id, order: 1 },
          { leagueId: kept.id, order: 2 },
        ],
      },
    });
    const stats = { weeks: 2, enrollments: 1, badges: 1, specializations: 1, pathfinderScopes: 1 };
    const reply = await remove(league.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ success: true, deletionStats: stats, data: { deletionStats: stats } });

    const left = await queryRows<{ n: string }>(
      api.db,
      sql`select (select count(*) from weeks where league_id = ${league.id})
        + (select count(*) from submissions where assignment_id = ${assignmentId})
        + (select count(*) from enrollments where league_id = ${league.id})
        + (select count(*) from league_progress where league_id = ${league.id})
        + (select count(*) from user_badges where badge_id = ${badgeId}) as n`,
    );
    expect(Number(left[0]?.n)).toBe(0);
    const [sums] = await api.db.select().from(learnerStats).where(eq(learnerStats.userId, learner.id));
    expect(sums?.badgesEarned).toBe(0);
    const detail = await api.call(getSpecialization, {
      token: grand.token,
      params: { id: chosen.body.data.id },
    });
    expect(detail.body.data.leagues).toMatchObject([{ leagueId: kept.id, order: 1 }]);
    const audit = await queryRows<{ metadata: string }>(
      api.db,
      sql`select metadata from audit_log where action = 'LEAGUE_CASCADE_DELETED' and metadata like ${`%${league.id}%`}`,
    );
    expect(audit).toHaveLength(1);
    expect(JSON.parse(audit[0]?.metadata ?? '{}')).toMatchObject({ ...stats, name: league.name });
    const again = await remove(league.id);
    expect([again.status, again.body.error]).toEqual([404, 'League not found']);
  });
});
