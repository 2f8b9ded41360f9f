import { describe, expect, test } from 'bun:test';
import { getDashboard } from '#contract/learning.ts';
import { getCohortAnalytics, getCounts, getPlatformAnalytics, getUserAnalytics } from '#contract/reports.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addBadge } from '../../test/awards.ts';
import { addLeague, addLearner, enroll } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();
const finance = await addLeague(api.db, { name: 'Finance', weeks: 2, sections: 2, resources: 2 });
const quantum = await addLeague(api.db, { name: 'Quantum', weeks: 1, sections: 1, resources: 2 });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
await addScope(api.db, chief.id, finance.id);
const learner = await addLearner(api.db, finance, { name: 'Zoya' });
await enroll(api.db, learner.id, quantum);
const [week] = finance.weeks;
const done = [
  ...(week?.sections[0]?.resources ?? []),
  ...(week?.sections[1]?.resources ?? []),
  ...(finance.weeks[1]?.sections[0]?.resources.slice(0, 1) ?? []),
];
for (const { id } of done) {
  const reply = await api.call(completeResource, {
    token: learner.token,
    params: { resourceId: id },
    body: {},
  });
  expect(reply.status).toBe(200);
}
await addBadge(api.db, quantum.id, 'Quantum leap', [learner.id]);

describe('the report of a learner', () => {
  const ask = (person: Person, userId = learner.id) =>
    api.call(getUserAnalytics, { token: person.token, params: { userId } });

  test('api.md 2, OPEN-48: own leagues with the percentage of resources', async () => {
    const { status, body } = await ask(learner);
    expect(status).toBe(200);
    expect(body.data.user).toEqual({ id: learner.id, name: 'Zoya', role: 'PIONEER' });
    expect(body.data.summary).toEqual({
      totalEnrollments: 2,
      badgesEarned: 1,
      specializationsCompleted: 0,
      averageProgress: 32,
    });
    expect(
      body.data.progressData.find((row: { league: { id: string } }) => row.league.id === finance.id),
    ).toEqual({
      cohort: { id: finance.cohortId, name: expect.any(String) },
      enrolledAt: expect.stringMatching(/Z$/),
      league: { id: finance.id, name: 'Finance' },
      totalSections: 4,
      completedSections: 2,
      totalResources: 8,
      completedResources: 5,
      progressPercentage: 63,
    });
  });

  test('api.md 2: staff see their leagues alone, others nothing', async () => {
    const { body } = await ask(chief);
    expect(body.data.progressData.map((row: { league: { name: string } }) => row.league.name)).toEqual([
      'Finance',
    ]);
    expect(body.data.summary).toMatchObject({ totalEnrollments: 1, badgesEarned: 0, averageProgress: 63 });
    expect((await ask(grand)).body.data.summary.totalEnrollments).toBe(2);
    expectRefusal(await ask(grand, createId()), 404, 'User not found');
    for (const person of [
      await addPerson(api.db),
      await addPerson(api.db, { role: 'ADMIN' }),
      await addPerson(api.db, { role: 'PATHFINDER' }),
      await addPerson(api.db, { role: 'GRAND_PATHFINDER', status: 'PENDING' }),
    ]) {
      const { status, body: refused } = await ask(person);
      expect([status, refused.error]).toEqual([
        403,
        "Insufficient permissions to view other users' analytics",
      ]);
    }
  });
});

describe('counts', () => {
  const ask = (person: Person, query: Record<string, string> = {}) =>
    api.call(getCounts, { token: person.token, query });

  test('api.md 2: totals and completed at each level asked for', async () => {
    const week = finance.weeks[0];
    const section = finance.weeks[1]?.sections[0];
    const { status, body } = await ask(learner, {
      leagueId: finance.id,
      weekId: week?.id ?? '',
      sectionId: section?.id ?? '',
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      global: {
        totals: { weeks: 3, sections: 5, resources: 10 },
        completed: { weeks: 1, sections: 2, resources: 5 },
        completionPercentages: { weeks: 33, sections: 40, resources: 50 },
      },
      league: {
        totals: { weeks: 2, sections: 4, resources: 8 },
        completed: { weeks: 1, sections: 2, resources: 5 },
        completionPercentages: { weeks: 50, sections: 50, resources: 63 },
      },
      week: {
        totals: { weeks: 1, sections: 2, resources: 4 },
        completed: { weeks: 1, sections: 2, resources: 4 },
        completionPercentages: { weeks: 100, sections: 100, resources: 100 },
      },
      section: {
        totals: { weeks: 1, sections: 1, resources: 2 },
        completed: { weeks: 0, sections: 0, resources: 1 },
        completionPercentages: { weeks: 0, sections: 0, resources: 50 },
      },
    });
    expect((await ask(learner)).body.data).toMatchObject({ league: null, week: null, section: null });
    const nothing = await ask(await addPerson(api.db));
    expect(nothing.body.data.global.completionPercentages).toEqual({ weeks: 0, sections: 0, resources: 0 });
  });

  test("api.md 2: another user's counts are for staff of their leagues", async () => {
    const stranger = await addPerson(api.db);
    expect((await ask(stranger, { userId: learner.id })).status).toBe(403);
    expect((await api.call(getCounts)).status).toBe(401);
    const seen = await ask(chief, { userId: learner.id });
    expect(seen.body.data.global.totals.resources).toBe(8);
    expectRefusal(await ask(chief, { userId: learner.id, leagueId: quantum.id }), 404, 'League not found');
    for (const [key, words] of [
      ['leagueId', 'League not found'],
      ['weekId', 'Week not found'],
      ['sectionId', 'Section not found'],
    ] as const) {
      expectRefusal(await ask(learner, { [key]: createId() }), 404, words);
    }
  });

  test('the first that is missing is answered, and what no id can be before any, however fast each is found', async () => {
    const [leagueId, weekId, sectionId] = [createId(), createId(), createId()];
    for (const [query, expected] of [
      [{ leagueId, weekId, sectionId }, [404, 'League not found']],
      [{ leagueId: finance.id, weekId, sectionId }, [404, 'Week not found']],
      [{ leagueId, weekId: '\0' }, [400, 'Invalid input']],
      [{ leagueId, sectionId: '\0' }, [400, 'Invalid input']],
    ] as const) {
      const { status, body } = await ask(learner, query);
      expect([status, body.error]).toEqual([...expected]);
    }
  });
});

test('OPEN-48 a league that someone is enrolled in through two cohorts is not done or to be done twice', async () => {
  const own = await makeApp();
  try {
    const [whole, none] = [
      await addLeague(own.db, { weeks: 1, sections: 1, resources: 1 }),
      await addLeague(own.db, { weeks: 1, sections: 1, resources: 2 }),
    ];
    const staff = await addPerson(own.db, { role: 'GRAND_PATHFINDER' });
    const scoped = await addPerson(own.db, { role: 'CHIEF_PATHFINDER' });
    for (const { id } of [whole, none]) await addScope(own.db, scoped.id, id);
    const person = await addLearner(own.db, none);
    await enroll(own.db, person.id, whole);
    const params = { resourceId: whole.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    const { token } = person;
    expect((await own.call(completeResource, { token, params, body: {} })).status).toBe(200);
    const figures = async () => {
      const report = await own.call(getUserAnalytics, { token, params: { userId: person.id } });
      const rates = [staff, scoped].map(async (who) => {
        const { body } = await own.call(getPlatformAnalytics, { token: who.token });
        return body.data.learning.overallCompletionRate;
      });
      const { global } = (await own.call(getCounts, { token, query: {} })).body.data;
      const { statistics, nextUp, certificates } = (await own.call(getDashboard, { token })).body.data;
      return {
        average: report.body.data.summary.averageProgress,
        rates: await Promise.all(rates),
        counts: global.completionPercentages.resources,
        overall: statistics.overallProgress,
        next: nextUp.resources.length,
        certificates: certificates.length,
      };
    };
    const once = { average: 50, rates: [33, 33], counts: 33, overall: 33, next: 1, certificates: 1 };
    expect(await figures()).toEqual(once);
    await enroll(own.db, person.id, { ...whole, cohortId: none.cohortId });
    expect(await figures()).toEqual(once);
    await enroll(own.db, person.id, { ...none, cohortId: whole.cohortId });
    expect(await figures()).toEqual(once);
  } finally {
    await own.close();
  }
});

describe('platform and cohort', () => {
  test('api.md 2: GRAND over everything, a chief over the leagues with View Analytics', async () => {
    const all = await api.call(getPlatformAnalytics, { token: grand.token });
    expect(all.status).toBe(200);
    expect(all.body.data.learning).toEqual({
      totalLeagues: 2,
      totalWeeks: 3,
      totalSections: 5,
      totalResources: 10,
      totalEnrollments: 2,
      overallCompletionRate: 50,
    });
    expect(all.body.data.achievements).toEqual({
      badgesAwarded: 1,
      specializationsCompleted: 0,
      assignmentSubmissions: 0,
    });
    expect(all.body.data.users.total).toBeGreaterThan(2);
    const own = await api.call(getPlatformAnalytics, { token: chief.token });
    expect(own.body.data).toEqual({
      users: { total: 1, active: 1, pending: 0, suspended: 0 },
      learning: {
        totalLeagues: 1,
        totalWeeks: 2,
        totalSections: 4,
        totalResources: 8,
        totalEnrollments: 1,
        overallCompletionRate: 63,
      },
      achievements: { badgesAwarded: 0, specializationsCompleted: 0, assignmentSubmissions: 0 },
    });
  });

  test('api.md 2: the learners of a cohort, a page at a time, without addresses', async () => {
    const ask = (person: Person, cohortId: string, query?: Record<string, string>) =>
      api.call(getCohortAnalytics, { token: person.token, params: { cohortId }, query });
    const { status, body } = await ask(grand, finance.cohortId, { limit: '1' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      cohort: { id: finance.cohortId },
      totalEnrollments: 1,
      totalSpecializations: 0,
      leagueProgress: [
        {
          userId: learner.id,
          userName: 'Zoya',
          league: { name: 'Finance' },
          totalSections: 4,
          completedSections: 2,
          progressPercentage: 63,
        },
      ],
      pagination: { page: 1, limit: 1, total: 1 },
    });
    expect(JSON.stringify(body)).not.toContain(learner.email);
    expect((await ask(chief, quantum.cohortId)).body.data).toMatchObject({
      totalEnrollments: 0,
      leagueProgress: [],
    });
    expectRefusal(await ask(grand, createId()), 404, 'Cohort not found');
  });

  test('api.md 2: staff without View Analytics are refused', async () => {
    const blind = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    await addScope(api.db, blind.id, finance.id, { canViewAnalytics: false });
    for (const call of [getPlatformAnalytics, getCohortAnalytics]) {
      const params = { cohortId: finance.cohortId };
      expect((await api.call(call, { token: blind.token, params })).status).toBe(403);
    }
  });
});
