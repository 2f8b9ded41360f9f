import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { enrollments } from '../platform/db/schema/learning.ts';
import { addPerson } from '../test/people.ts';
import { anyOf, differences, expectRefusals, expectShape, openDemo, PAGINATION, type Shape } from './wire.ts';

const demo = await openDemo();
const ml = demo.idOf('ML');

const NAMED = { id: 'id', name: 'string' };
const DESCRIBED = { ...NAMED, description: 'string?' };
const ORDERED = { ...NAMED, order: 'int' };
const SUMS: Shape = {
  completedSections: 'int',
  totalSections: 'int',
  progressPercentage: 'percent',
  completedResources: 'int',
  totalResources: 'int',
  weeksCount: 'int',
  completedWeeks: 'int',
};
const DASHBOARD: Shape = {
  user: { ...NAMED, email: 'string', role: 'string', createdAt: 'moment' },
  enrollments: [
    {
      enrolledAt: 'moment',
      enrollmentId: 'id',
      league: { ...DESCRIBED, totalResources: 'int' },
      cohort: NAMED,
      progress: SUMS,
    },
  ],
  statistics: {
    totalEnrollments: 'int',
    totalSections: 'int',
    totalCompletedSections: 'int',
    totalResources: 'int',
    totalCompletedResources: 'int',
    overallProgress: 'percent',
    badgesEarned: 'int',
    specializationsCompleted: 'int',
  },
  // A badge of no league has the empty text for an id (docs/decisions/0040).
  badges: anyOf({
    ...DESCRIBED,
    imageUrl: 'string?',
    league: { id: 'string', name: 'string' },
    earnedAt: 'moment',
  }),
  specializations: anyOf({ ...DESCRIBED, completedAt: 'moment' }),
};
const RECORD = {
  isCompleted: 'boolean',
  completedAt: 'moment?',
  personalNote: 'string?',
  markedForRevision: 'boolean',
};
const LEAGUE_PROGRESS: Shape = {
  league: DESCRIBED,
  user: NAMED,
  enrollment: { enrolledAt: 'moment' },
  progress: {
    totalSections: 'int',
    completedSections: 'int',
    progressPercentage: 'percent',
    weeks: [{ ...ORDERED, sections: [{ ...ORDERED, resourceCount: 'int', progress: RECORD }] }],
  },
};
const ordersOf = (rows: { order: number }[]) => rows.map(({ order }) => order);
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

test('CALL-20 programmes by name, leagues by name, weeks by order, the one to show first; no inside', async () => {
  const reply = await demo.anyone.get('public/cohorts-structure');
  expect([reply.status, reply.body.success, typeof reply.body.message]).toEqual([200, true, 'string']);
  const leagues = [{ ...DESCRIBED, weeks: anyOf({ ...ORDERED, description: 'string?' }) }];
  expect(differences(reply.body.data, [{ ...DESCRIBED, isActive: 'boolean', leagues }])).toEqual([]);
  const meta = { timestamp: 'moment', totalCohorts: 'int', totalLeagues: 'int', totalWeeks: 'int' };
  expect(differences(reply.body.meta, meta)).toEqual([]);
  expect(reply.body.data).toMatchObject([{ name: 'Cohort 1.5' }, { name: 'Workshops' }]);
  const all = reply.body.data.flatMap((programme: { leagues: { name: string }[] }) => {
    const names = programme.leagues.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    return programme.leagues;
  });
  for (const { weeks } of all) expect(ordersOf(weeks)).toEqual(sorted(ordersOf(weeks)));
  expect(all.filter(({ weeks }: { weeks: [] }) => weeks.length === 0)).toMatchObject([{ name: 'Robotics' }]);
  expect(JSON.stringify(reply.body)).not.toMatch(/https?:|@demo|sections|resources|email/);
  const odd = await demo.anyone.get('public/cohorts-structure?debug=true&raw=1&debugMode=1');
  expect(odd.body.data).toEqual(reply.body.data);
});

describe('api.md 1.6 dashboard and league progress', () => {
  test('CALL-30 the overview holds every field of both client ages, newest enrollment first', async () => {
    const { luminary } = demo.people;
    const { enrollments: rows, statistics } = await expectShape(
      luminary,
      'GET progress/dashboard',
      DASHBOARD,
    );
    expect(rows).toHaveLength(5);
    const moments: string[] = rows.map((row: { enrolledAt: string }) => row.enrolledAt);
    expect(moments).toEqual([...moments].sort().reverse());
    const sums: Record<string, number> = {};
    for (const { progress } of rows) {
      const { completedResources, totalResources, progressPercentage } = progress;
      expect(progressPercentage).toBe(Math.round((100 * completedResources) / totalResources));
      for (const [key, value] of Object.entries(progress)) sums[key] = (sums[key] ?? 0) + Number(value);
    }
    expect(statistics).toMatchObject({
      totalResources: sums.totalResources,
      totalCompletedResources: sums.completedResources,
      totalSections: sums.totalSections,
      totalCompletedSections: sums.completedSections,
      overallProgress: Math.round((100 * (sums.completedResources ?? 0)) / (sums.totalResources ?? 0)),
    });
  });

  test('the overview of someone without a league is empty and 0, also for PENDING, unmigrated and ADMIN', async () => {
    for (const name of ['fresh', 'pending', 'newcomer', 'admin'] as const) {
      const { status, body } = await demo.people[name].get('progress/dashboard');
      expect([name, status, body.data.enrollments]).toEqual([name, 200, []]);
      expect(body.data.statistics).toMatchObject({ totalResources: 0, overallProgress: 0 });
    }
  });

  test('userId of another is for staff; a learner gets 403 in the agreed words, self is fine', async () => {
    const { pioneer, luminary, grand, pathfinder, admin } = demo.people;
    const WORDS = "Insufficient permissions to view other users' progress";
    const dashboard = `GET progress/dashboard?userId=${luminary.id}`;
    await expectRefusals(demo, [
      [pioneer, dashboard, undefined, 403, WORDS],
      [admin, dashboard, undefined, 403, WORDS],
      [pioneer, `GET progress/leagues/${ml}?userId=${luminary.id}`, undefined, 403, WORDS],
      [admin, `GET progress/leagues/${ml}?userId=${luminary.id}`, undefined, 403, WORDS],
      [grand, 'GET progress/dashboard?userId=nobody', undefined, 404, 'User not found'],
    ]);
    expect((await pioneer.get(`progress/dashboard?userId=${pioneer.id}`)).status).toBe(200);
    expect((await grand.send(dashboard)).body.data.enrollments).toHaveLength(5);
    const scoped = (await pathfinder.send(dashboard)).body.data.enrollments;
    expect(scoped).toMatchObject([{ league: { name: 'ML' } }]);
  });

  test('CALL-32 league progress lists weeks and sections in order; the refusals are in the agreed words', async () => {
    const { pioneer, pending, fresh, admin } = demo.people;
    const data = await expectShape(pioneer, `GET progress/leagues/${ml}`, LEAGUE_PROGRESS);
    expect('badge' in data).toBe(true);
    for (const { sections } of data.progress.weeks)
      expect(ordersOf(sections)).toEqual(sorted(ordersOf(sections)));
    await expectRefusals(demo, [
      [pioneer, 'GET progress/leagues/nowhere', undefined, 404, 'League not found'],
      [pending, `GET progress/leagues/${ml}`, undefined, 403, 'Account is pending approval'],
      [fresh, `GET progress/leagues/${ml}`, undefined, 404, 'User is not enrolled in this league'],
      [admin, `GET progress/leagues/${ml}`, undefined, 404, 'User is not enrolled in this league'],
    ]);
    expect((await fresh.get(`leagues/${ml}`)).body.data.name).toBe('ML');
  });

  test('fault 8 the same learner has the same percentage on every page', async () => {
    const { luminary } = demo.people;
    const row = (await luminary.get('progress/dashboard')).body.data.enrollments.find(
      (one: { league: { name: string } }) => one.league.name === 'ML',
    );
    const page = (await luminary.get(`progress/leagues/${ml}`)).body.data.progress;
    const { completedResources, totalResources, completedSections, progressPercentage } = row.progress;
    expect(page).toMatchObject({ completedResources, totalResources, completedSections, progressPercentage });
    const ticks = page.weeks.flatMap(
      (week: { sections: { resources: { progress: { isCompleted: boolean } }[] }[] }) =>
        week.sections.flatMap(({ resources }) => resources.map(({ progress }) => progress.isCompleted)),
    );
    expect([ticks.filter(Boolean).length, ticks.length]).toEqual([completedResources, totalResources]);
  });
});

describe('api.md 1.6 enrollment', () => {
  test('CALL-34 the first cohort of the list or the literal default enrolls; again is 409', async () => {
    const learner = await addPerson(demo.db);
    const wire = demo.as(learner.token);
    const first = (await wire.get('cohorts')).body.data.cohorts[0];
    expect(first.isActive).toBe(true);
    const body = { cohortId: first.id, leagueId: ml, extra: true, userId: learner.id };
    const made = { enrollment: { id: 'id', cohortId: 'id' } };
    await expectShape(wire, 'POST progress/enroll', made, body, 201);
    const again = 'User is already enrolled in this cohort/league combination';
    await expectRefusals(demo, [[wire, 'POST progress/enroll', body, 409, again]]);
    const other = { cohortId: 'default', leagueId: demo.idOf('Finance') };
    const byDefault = await expectShape(wire, 'POST progress/enroll', made, other, 201);
    expect(byDefault.enrollment.cohortId).toBe(demo.idOf('Cohort 1.5'));
    expect(await demo.db.$count(enrollments, eq(enrollments.userId, learner.id))).toBe(2);
  });

  test('CALL-34 LEAGUES-10 LEAGUES-11 each refusal has its status and words and adds no row', async () => {
    const { fresh, pending, newcomer, suspended, pathfinder, pioneer } = demo.people;
    const before = await demo.db.$count(enrollments);
    const body = { cohortId: demo.idOf('Cohort 1.5'), leagueId: demo.idOf('Quantum') };
    const inactive = { ...body, cohortId: demo.idOf('Cohort 1.0') };
    const others = 'Insufficient permissions to enroll other users';
    await expectRefusals(
      demo,
      (
        [
          [fresh, {}, 400, 'Missing required fields'],
          [fresh, { ...body, leagueId: '' }, 400, 'Missing required fields'],
          [fresh, { cohortId: 7, leagueId: ['x'] }, 400, 'Missing required fields'],
          [fresh, { ...body, cohortId: 'a\u0000b' }, 400, 'Missing required fields'],
          [fresh, { ...body, cohortId: 'x'.repeat(200) }, 400, 'Missing required fields'],
          [fresh, { ...body, cohortId: 'nowhere' }, 404, 'Cohort not found'],
          [fresh, { ...body, leagueId: 'nowhere' }, 404, 'League not found'],
          [fresh, inactive, 400, 'Cannot enroll in inactive cohort'],
          [fresh, { ...body, userId: pioneer.id }, 403, others],
          [pathfinder, { ...body, userId: pioneer.id }, 403, 'No access to this league'],
          [pathfinder, { ...body, leagueId: ml, userId: 'nobody' }, 404, 'User not found'],
          [pathfinder, { ...body, leagueId: ml, userId: pending.id }, 400, 'Cannot enroll inactive user'],
          [pending, body, 400, 'Cannot enroll inactive user'],
          [suspended, body, 403, 'Account is suspended'],
        ] as const
      ).map(([person, ...refusal]) => [person, 'POST progress/enroll', ...refusal]),
    );
    const missing = await fresh.post('progress/enroll');
    const details = ['cohortId is required', 'leagueId is required'];
    expect([missing.status, missing.body.details]).toEqual([400, details]);
    expect((await newcomer.post('progress/enroll', body)).status).toBe(403);
    const expired = { ...body, leagueId: demo.idOf('ML League (1.0)') };
    const over = await fresh.post('progress/enroll', expired);
    const words = 'Enrollment for this league is expired. Please check back later.';
    expect([over.status, over.body.error]).toEqual([400, words]);
    expect(await demo.db.$count(enrollments)).toBe(before);
  });

  test('GET /progress/enrollments pages by 10 for staff, narrowed by scope, and is closed to learners', async () => {
    const { grand, pathfinder, pioneer } = demo.people;
    const shape = { enrollments: [{}], pagination: PAGINATION };
    const all = await expectShape(grand, 'GET progress/enrollments', shape);
    expect(all.enrollments).toHaveLength(10);
    const first = { page: 1, limit: 10, hasNextPage: true, hasPreviousPage: false };
    expect(all.pagination).toMatchObject(first);
    const scoped = await pathfinder.get('progress/enrollments?limit=1000');
    const inMl = await demo.db.$count(enrollments, eq(enrollments.leagueId, ml));
    expect(scoped.body.data.pagination.total).toBe(inMl);
    expect((await pioneer.get('progress/enrollments')).status).toBe(403);
  });
});
