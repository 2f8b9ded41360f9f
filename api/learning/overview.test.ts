import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  completeSection,
  Dashboard,
  getDashboard,
  getLeagueProgress,
  LeagueProgress,
} from '#contract/learning.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { badges } from '../platform/db/schema/awards.ts';
import { sections, weeks } from '../platform/db/schema/curriculum.ts';
import { createId } from '../platform/process/secrets.ts';
import { addAssignment } from '../test/awards.ts';
import { addLeague, addLearner, enroll, setLeagueExpired, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { expectRefusal } from '../test/refusals.ts';

const api = await openTestApp();

const sectionOf = (league: TestLeague, week = 0, section = 0) =>
  league.weeks[week]?.sections[section] as TestLeague['weeks'][number]['sections'][number];
const finish = (person: Person, sectionId: string, body: unknown = {}) =>
  api.call(completeSection, { token: person.token, params: { sectionId }, body });
const VIEW_REFUSED = "Insufficient permissions to view other users' progress";

describe('GET /progress/dashboard', () => {
  test('fault 8 CALL-31 ENT-46 DASH-06 DASH-07 everything the overview shows, in one reply', async () => {
    const league = await addLeague(api.db);
    const other = await addLeague(api.db, { weeks: 1, sections: 1, resources: 3 });
    await setLeagueExpired(api.db, other.id);
    const learner = await addLearner(api.db, league);
    await enroll(api.db, learner.id, other);
    await finish(learner, sectionOf(league, 0, 0).id);
    await finish(learner, sectionOf(league, 0, 1).id);
    const resourceId = sectionOf(other).resources[0]?.id ?? '';
    await api.call(completeResource, { token: learner.token, params: { resourceId }, body: {} });

    const { status, body } = await api.call(getDashboard, { token: learner.token });
    expect(status).toBe(200);
    const data = Dashboard.parse(body.data);
    expect(data.user).toMatchObject({ id: learner.id, name: learner.name, role: 'PIONEER' });
    expect(data.enrollments.map(({ league: { id } }) => id)).toEqual([other.id, league.id]);
    expect(data.enrollments[1]).toEqual({
      id: expect.any(String),
      enrollmentId: expect.any(String),
      enrolledAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      league: {
        id: league.id,
        name: league.name,
        description: `What ${league.name} teaches`,
        totalResources: 8,
        isExpired: false,
        expiresAt: null,
      },
      cohort: { id: league.cohortId, name: expect.any(String) },
      progress: {
        completedResources: 4,
        totalResources: 8,
        completedSections: 2,
        totalSections: 4,
        completedWeeks: 1,
        weeksCount: 2,
        progressPercentage: 50,
      },
      modules: [
        { id: league.weeks[0]?.id ?? '', name: 'Week 1', completedResources: 4, totalResources: 4 },
        { id: league.weeks[1]?.id ?? '', name: 'Week 2', completedResources: 0, totalResources: 4 },
      ],
    });
    expect(data.enrollments[0]).toMatchObject({
      league: { isExpired: true, expiresAt: expect.stringMatching(/Z$/) },
      progress: { progressPercentage: 33 },
    });
    const page = await api.call(getLeagueProgress, {
      token: learner.token,
      params: { leagueId: league.id },
    });
    const { progress } = LeagueProgress.parse(page.body.data);
    expect(progress).toMatchObject(data.enrollments[1]?.progress ?? {});
    const records = progress.weeks.flatMap(({ sections }) => sections.flatMap(({ resources }) => resources));
    expect(records.map((resource) => resource.progress.isCompleted).toSorted()).toEqual([
      ...Array(4).fill(false),
      ...Array(4).fill(true),
    ]);
    expect(data.statistics).toEqual({
      totalEnrollments: 2,
      totalLeagues: 2,
      totalSections: 5,
      totalCompletedSections: 2,
      totalResources: 11,
      totalCompletedResources: 5,
      overallProgress: 45,
      badgesEarned: 0,
      specializationsCompleted: 0,
    });
  });

  test('DASH-03 OPEN-48 nothing yet: empty lists and zeros; a league in two cohorts counts once', async () => {
    const { token, id } = await addPerson(api.db);
    const { body } = await api.call(getDashboard, { token });
    expect(body.data).toMatchObject({
      enrollments: [],
      badges: [],
      specializations: [],
      statistics: { overallProgress: 0, totalResources: 0 },
    });
    const league = await addLeague(api.db);
    const second = await addLeague(api.db, { weeks: 0 });
    await enroll(api.db, id, league);
    await enroll(api.db, id, { ...league, cohortId: second.cohortId });
    const both = (await api.call(getDashboard, { token })).body.data;
    expect(both.enrollments).toHaveLength(2);
    expect(both.statistics).toMatchObject({ totalEnrollments: 2, totalResources: 8 });
  });

  test('CALL-31 DASH-07 the modules in order, as the league page counts them, those without topics or resources too', async () => {
    const league = await addLeague(api.db, { weeks: 3 });
    const none = await addLeague(api.db, { weeks: 0 });
    const learner = await addLearner(api.db, [league, none]);
    await addLearner(api.db, league).then((other) => finish(other, sectionOf(league, 2, 1).id));
    const [first, , last] = league.weeks.map(({ id }) => id);
    const at = { leagueId: league.id };
    await api.db.insert(weeks).values([
      { ...at, id: createId(), name: 'No topics', order: 4 },
      { ...at, id: 'no-resources', name: 'No resources', order: 5 },
    ]);
    await api.db.insert(sections).values([
      { id: createId(), weekId: 'no-resources', name: 'Empty', order: 1 },
      { id: createId(), weekId: first ?? '', name: 'Empty', order: 3 },
    ]);
    await api.db
      .update(weeks)
      .set({ order: 6 })
      .where(eq(weeks.id, last ?? ''));
    await finish(learner, sectionOf(league, 0, 0).id);
    await finish(learner, sectionOf(league, 0, 1).id);
    await finish(learner, sectionOf(league, 1, 0).id);

    const { body } = await api.call(getDashboard, { token: learner.token });
    const { enrollments } = Dashboard.parse(body.data);
    const own = new Map(enrollments.map((one) => [one.league.id, one.modules]));
    expect(own.get(none.id)).toEqual([]);
    expect(
      own
        .get(league.id)
        ?.map(({ name, completedResources, totalResources }) => [name, completedResources, totalResources]),
    ).toEqual([
      ['Week 1', 4, 4],
      ['Week 2', 2, 4],
      ['No topics', 0, 0],
      ['No resources', 0, 0],
      ['Week 3', 0, 4],
    ]);
    const page = await api.call(getLeagueProgress, { token: learner.token, params: { leagueId: league.id } });
    expect(LeagueProgress.parse(page.body.data).progress.weeks).toMatchObject(own.get(league.id) ?? []);

    const pending = await addLearner(api.db, league, { status: 'PENDING' });
    const { body: withheld } = await api.call(getDashboard, { token: pending.token });
    expect(withheld.data.enrollments).toMatchObject([{ league: { id: league.id }, modules: [] }]);
  });

  test("CALL-31 another's dashboard: staff of a shared league, narrowed to it; GRAND all of it", async () => {
    const [shared, hidden] = [await addLeague(api.db), await addLeague(api.db)];
    const learner = await addLearner(api.db, [shared, hidden]);
    const query = { userId: learner.id };
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    const ask = (person: Person, asked = query) =>
      api.call(getDashboard, { token: person.token, query: asked });
    expect((await ask(grand)).body.data.enrollments).toHaveLength(2);
    expectRefusal(await ask(grand, { userId: 'nobody' }), 404, 'User not found');

    expect([(await ask(staff)).status, (await ask(staff)).body.error]).toEqual([403, VIEW_REFUSED]);
    await addScope(api.db, staff.id, shared.id, { canViewAnalytics: true, canManageUsers: false });
    const narrowed = await ask(staff);
    expect(narrowed.status).toBe(200);
    expect(narrowed.body.data.enrollments.map(({ league }: { league: { id: string } }) => league.id)).toEqual(
      [shared.id],
    );
    expect(narrowed.body.data.statistics.totalResources).toBe(8);
    expect(JSON.stringify(narrowed.body)).not.toContain(hidden.name);

    for (const role of ['PIONEER', 'LUMINARY', 'ADMIN'] as const) {
      expectRefusal(await ask(await addPerson(api.db, { role })), 403, VIEW_REFUSED);
    }
    expect((await ask(learner)).status).toBe(200);
  });
});

describe('GET /progress/leagues/:leagueId', () => {
  test('CALL-30 ENT-38 LPROG-03 LPROG-05 the league down to its resources, sums at every level', async () => {
    const league = await addLeague(api.db);
    await api.db.insert(badges).values({ id: createId(), leagueId: league.id, name: 'Gold', imageUrl: null });
    await addAssignment(api.db, league.id);
    const learner = await addLearner(api.db, league);
    await finish(learner, sectionOf(league).id, { personalNote: 'done it', markedForRevision: true });
    const { status, body } = await api.call(getLeagueProgress, {
      token: learner.token,
      params: { leagueId: league.id },
    });
    expect(status).toBe(200);
    const data = LeagueProgress.parse(body.data);
    expect(data.league).toEqual({
      id: league.id,
      name: league.name,
      description: `What ${league.name} teaches`,
      cohortId: league.cohortId,
      isExpired: false,
      expiresAt: null,
      hasAssignment: true,
    });
    expect(data.enrollment).toEqual({ id: expect.any(String), enrolledAt: expect.any(String) });
    expect(data.badge).toMatchObject({ name: 'Gold', earnedAt: null });
    const { weeks, ...sums } = data.progress;
    expect(sums).toEqual({
      completedResources: 2,
      totalResources: 8,
      completedSections: 1,
      totalSections: 4,
      completedWeeks: 0,
      weeksCount: 2,
      progressPercentage: 25,
    });
    expect(weeks.map(({ order, isCompleted }) => [order, isCompleted])).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(weeks[0]).toMatchObject({
      name: 'Week 1',
      completedResources: 2,
      totalResources: 4,
      completedSections: 1,
      totalSections: 2,
      progressPercentage: 50,
    });
    expect(weeks[0]?.sections[0]).toMatchObject({
      name: 'Section 1.1',
      order: 1,
      resourceCount: 2,
      completedResources: 2,
      progress: { isCompleted: true, personalNote: 'done it', markedForRevision: true },
    });
    expect(weeks[0]?.sections[0]?.resources[0]).toMatchObject({
      title: 'Resource 1.1.1',
      url: 'https://example.org/1/1/1',
      type: 'ARTICLE',
      order: 1,
      progress: { isCompleted: true },
    });
    expect(weeks[1]?.sections[1]?.progress).toEqual({
      isCompleted: false,
      completedAt: null,
      personalNote: null,
      markedForRevision: false,
    });
  });

  test('LPROG-13 no weeks: empty lists; a week without sections and a section without resources never count', async () => {
    const bare = await addLeague(api.db, { weeks: 0 });
    const hollow = await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 });
    const learner = await addLearner(api.db, [bare, hollow]);
    const read = async (leagueId: string) =>
      (await api.call(getLeagueProgress, { token: learner.token, params: { leagueId } })).body.data.progress;
    expect(await read(bare.id)).toMatchObject({ weeks: [], progressPercentage: 0, completedWeeks: 0 });
    expect(await read(hollow.id)).toMatchObject({
      totalSections: 1,
      completedSections: 0,
      weeks: [{ isCompleted: false, sections: [{ progress: { isCompleted: false } }] }],
    });
    const refused = await finish(learner, sectionOf(hollow).id);
    expectRefusal(refused, 400, 'A section without resources cannot be completed');
  });

  test('LPROG-17 CALL-30 CALL-32 the two 404s; staff of the league look without enrolling', async () => {
    const league = await addLeague(api.db);
    const learner = await addPerson(api.db);
    const params = { leagueId: league.id };
    const unknown = await api.call(getLeagueProgress, {
      token: learner.token,
      params: { leagueId: 'none' },
    });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'League not found']);
    const stranger = await api.call(getLeagueProgress, { token: learner.token, params });
    expect([stranger.status, stranger.body.error]).toEqual([404, 'User is not enrolled in this league']);
    const staff = await addPerson(api.db, { role: 'PATHFINDER' });
    const ask = (token: string) => api.call(getLeagueProgress, { token, params });
    const pending = await ask((await addPerson(api.db, { status: 'PENDING' })).token);
    expect([pending.status, pending.body.error]).toEqual([403, 'Account is pending approval']);
    expect((await ask(staff.token)).status).toBe(404);
    await addScope(api.db, staff.id, league.id);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    for (const { token } of [staff, grand]) {
      const reply = await ask(token);
      expect([reply.status, reply.body.data.enrollment]).toEqual([200, null]);
    }
  });

  test("CALL-30 another's progress: staff who see the league's learners, nobody else", async () => {
    const [league, other] = [await addLeague(api.db), await addLeague(api.db)];
    const learner = await addLearner(api.db, [league, other]);
    await finish(learner, sectionOf(league).id);
    const staff = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, staff.id, league.id);
    const blind = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, blind.id, league.id, { canViewAnalytics: false, canManageUsers: false });
    const ask = (person: Person, leagueId = league.id, userId = learner.id) =>
      api.call(getLeagueProgress, { token: person.token, params: { leagueId }, query: { userId } });
    expect((await ask(staff)).body.data).toMatchObject({
      user: { id: learner.id },
      progress: { completedResources: 2 },
    });
    for (const reply of [
      await ask(staff, other.id),
      await ask(blind),
      await ask(await addPerson(api.db)),
      await ask(await addPerson(api.db, { role: 'ADMIN' })),
    ]) {
      expect([reply.status, reply.body.error]).toEqual([403, VIEW_REFUSED]);
    }
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    expect((await ask(grand, league.id, 'nobody')).body.error).toBe('User not found');
    expect((await ask(grand, league.id, blind.id)).body.error).toBe('User is not enrolled in this league');
  });
});
