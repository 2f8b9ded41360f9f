import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { addPerson, type Person } from '../test/people.ts';
import { anyOf, type Demo, differences, openDemo, PAGINATION, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
let cohortIds: Record<string, string>;
let learner: Person;
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
  cohortIds = Object.fromEntries((await demo.db.select().from(cohorts)).map(({ id, name }) => [name, id]));
  learner = await addPerson(demo.db);
});
afterAll(() => demo.close());

const ml = () => leagueIds.ML ?? '';
const current = () => cohortIds['Cohort 1.5'] ?? '';
const NAMED: Shape = { id: 'id', name: 'string' };
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
  user: { id: 'id', name: 'string', email: 'string', role: 'string', createdAt: 'moment' },
  enrollments: [
    {
      enrolledAt: 'moment',
      enrollmentId: 'id',
      league: { id: 'id', name: 'string', description: 'string?', totalResources: 'int' },
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
  badges: anyOf({
    id: 'id',
    name: 'string',
    description: 'string?',
    imageUrl: 'string?',
    // A badge of no league has the empty text for an id (docs/decisions/0040).
    league: { id: 'string', name: 'string' },
    earnedAt: 'moment',
  }),
  specializations: anyOf({ id: 'id', name: 'string', description: 'string?', completedAt: 'moment' }),
};
const LEAGUE_PROGRESS: Shape = {
  league: { id: 'id', name: 'string', description: 'string?' },
  user: { id: 'id', name: 'string' },
  enrollment: { enrolledAt: 'moment' },
  progress: {
    totalSections: 'int',
    completedSections: 'int',
    progressPercentage: 'percent',
    weeks: [
      {
        id: 'id',
        name: 'string',
        order: 'int',
        sections: [
          {
            id: 'id',
            name: 'string',
            order: 'int',
            resourceCount: 'int',
            progress: {
              isCompleted: 'boolean',
              completedAt: 'moment?',
              personalNote: 'string?',
              markedForRevision: 'boolean',
            },
          },
        ],
      },
    ],
  },
};

describe('api.md 1.5 public structure', () => {
  test('CALL-20 programmes by name, leagues by name, weeks by order, the one to show first; no inside', async () => {
    const reply = await demo.anyone.get('public/cohorts-structure');
    expect([reply.status, reply.body.success, typeof reply.body.message]).toEqual([200, true, 'string']);
    expect(
      differences(reply.body.data, [
        {
          id: 'id',
          name: 'string',
          isActive: 'boolean',
          description: 'string?',
          leagues: [
            {
              id: 'id',
              name: 'string',
              description: 'string?',
              weeks: anyOf({ id: 'id', name: 'string', order: 'int', description: 'string?' }),
            },
          ],
        },
      ]),
    ).toEqual([]);
    expect(
      differences(reply.body.meta, {
        timestamp: 'moment',
        totalCohorts: 'int',
        totalLeagues: 'int',
        totalWeeks: 'int',
      }),
    ).toEqual([]);
    expect(reply.body.data.map((programme: { name: string }) => programme.name)).toEqual([
      'Cohort 1.5',
      'Workshops',
    ]);
    const empty: string[] = [];
    for (const programme of reply.body.data) {
      const names: string[] = programme.leagues.map((league: { name: string }) => league.name);
      expect(names).toEqual([...names].sort());
      for (const league of programme.leagues) {
        const orders = league.weeks.map((week: { order: number }) => week.order);
        expect(orders).toEqual([...orders].sort((a, b) => a - b));
        if (orders.length === 0) empty.push(league.name);
      }
    }
    expect(empty).toEqual(['Robotics']);
    expect(JSON.stringify(reply.body)).not.toMatch(/https?:|@demo|sections|resources|email/);
    const odd = await demo.anyone.get('public/cohorts-structure?debug=true&raw=1&debugMode=1');
    expect(odd.body.data).toEqual(reply.body.data);
  });
});

describe('api.md 1.6 dashboard and league progress', () => {
  test('CALL-30 the overview holds every field of both client ages, newest enrollment first', async () => {
    const reply = await demo.people.luminary.get('progress/dashboard');
    expect([reply.status, differences(reply.body.data, DASHBOARD)]).toEqual([200, []]);
    const { enrollments: rows, statistics } = reply.body.data;
    expect(rows).toHaveLength(5);
    const moments: string[] = rows.map((row: { enrolledAt: string }) => row.enrolledAt);
    expect(moments).toEqual([...moments].sort().reverse());
    for (const { progress } of rows) {
      expect(progress.progressPercentage).toBe(
        Math.round((100 * progress.completedResources) / progress.totalResources),
      );
    }
    const sum = (key: string) =>
      rows.reduce(
        (total: number, row: { progress: Record<string, number> }) => total + (row.progress[key] ?? 0),
        0,
      );
    expect(statistics).toMatchObject({
      totalResources: sum('totalResources'),
      totalCompletedResources: sum('completedResources'),
      totalSections: sum('totalSections'),
      totalCompletedSections: sum('completedSections'),
      overallProgress: Math.round((100 * sum('completedResources')) / sum('totalResources')),
    });
  });

  test('the overview of someone without a league is empty and 0, also for PENDING, unmigrated and ADMIN', async () => {
    for (const name of ['fresh', 'pending', 'newcomer', 'admin'] as const) {
      const reply = await demo.people[name].get('progress/dashboard');
      expect([name, reply.status, reply.body.data.enrollments]).toEqual([name, 200, []]);
      expect(reply.body.data.statistics).toMatchObject({ totalResources: 0, overallProgress: 0 });
    }
  });

  test('userId of another is for staff; a learner gets 403 in the agreed words, self is fine', async () => {
    const { pioneer, luminary, grand, pathfinder, admin } = demo.people;
    for (const person of [pioneer, admin]) {
      const refused = await person.get(`progress/dashboard?userId=${luminary.id}`);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        "Insufficient permissions to view other users' progress",
      ]);
      expect((await person.get(`progress/leagues/${ml()}?userId=${luminary.id}`)).status).toBe(403);
    }
    expect((await pioneer.get(`progress/dashboard?userId=${pioneer.id}`)).status).toBe(200);
    expect((await grand.get(`progress/dashboard?userId=${luminary.id}`)).body.data.enrollments).toHaveLength(
      5,
    );
    const scoped = (await pathfinder.get(`progress/dashboard?userId=${luminary.id}`)).body.data.enrollments;
    expect(scoped.map((row: { league: { name: string } }) => row.league.name)).toEqual(['ML']);
    const unknown = await grand.get('progress/dashboard?userId=nobody');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'User not found']);
  });

  test('CALL-32 league progress lists weeks and sections in order; the refusals are 404 in the agreed words', async () => {
    const reply = await demo.people.pioneer.get(`progress/leagues/${ml()}`);
    expect([reply.status, differences(reply.body.data, LEAGUE_PROGRESS)]).toEqual([200, []]);
    expect('badge' in reply.body.data).toBe(true);
    for (const week of reply.body.data.progress.weeks) {
      const orders = week.sections.map((section: { order: number }) => section.order);
      expect(orders).toEqual([...orders].sort((a, b) => a - b));
    }
    const unknown = await demo.people.pioneer.get('progress/leagues/nowhere');
    expect([unknown.status, unknown.body.error]).toEqual([404, 'League not found']);
    const waiting = await demo.people.pending.get(`progress/leagues/${ml()}`);
    expect([waiting.status, waiting.body.error]).toEqual([403, 'Account is pending approval']);
    for (const name of ['fresh', 'admin'] as const) {
      const stranger = await demo.people[name].get(`progress/leagues/${ml()}`);
      expect([stranger.status, stranger.body.error]).toEqual([404, 'User is not enrolled in this league']);
    }
    const league = await demo.people.fresh.get(`leagues/${ml()}`);
    expect([league.status, league.body.data.name]).toEqual([200, 'ML']);
  });

  test('fault 8 the same learner has the same percentage on every page', async () => {
    const { luminary } = demo.people;
    const row = (await luminary.get('progress/dashboard')).body.data.enrollments.find(
      (one: { league: { name: string } }) => one.league.name === 'ML',
    );
    const page = (await luminary.get(`progress/leagues/${ml()}`)).body.data.progress;
    const { completedResources, totalResources, completedSections, progressPercentage } = row.progress;
    expect(page).toMatchObject({ completedResources, totalResources, completedSections, progressPercentage });
    const ticks = page.weeks.flatMap(
      (week: { sections: { resources: { progress: { isCompleted: boolean } }[] }[] }) =>
        week.sections.flatMap((section) =>
          section.resources.map((resource) => resource.progress.isCompleted),
        ),
    );
    expect(ticks.filter(Boolean)).toHaveLength(completedResources);
    expect(ticks).toHaveLength(totalResources);
  });
});

describe('api.md 1.6 enrollment', () => {
  test('CALL-31 the first cohort of the list or the literal default enrolls; again is 409; 20 at once give one row', async () => {
    const wire = demo.as(learner.token);
    const first = (await wire.get('cohorts')).body.data.cohorts[0];
    expect(first.isActive).toBe(true);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        wire.post('progress/enroll', { cohortId: first.id, leagueId: ml(), extra: true, userId: learner.id }),
      ),
    );
    const made = replies.filter((reply) => reply.status === 201);
    expect(made).toHaveLength(1);
    expect(typeof made[0]?.body.data.enrollment.id).toBe('string');
    for (const reply of replies.filter((one) => one.status !== 201)) {
      expect([reply.status, reply.body.error]).toEqual([
        409,
        'User is already enrolled in this cohort/league combination',
      ]);
    }
    const byDefault = await wire.post('progress/enroll', {
      cohortId: 'default',
      leagueId: leagueIds.Finance,
    });
    expect(byDefault.status).toBe(201);
    expect(byDefault.body.data.enrollment.cohortId).toBe(current());
    const rows = await demo.db.select().from(enrollments).where(eq(enrollments.userId, learner.id));
    expect(rows).toHaveLength(2);
  });

  test('each refusal has its status and words and adds no row', async () => {
    const { fresh, pending, newcomer, pathfinder, pioneer } = demo.people;
    const before = (await demo.db.select().from(enrollments)).length;
    const body = { cohortId: current(), leagueId: leagueIds.Quantum ?? '' };
    const cases: [typeof fresh, Record<string, unknown>, number, string][] = [
      [fresh, {}, 400, 'Missing required fields'],
      [fresh, { ...body, leagueId: '' }, 400, 'Missing required fields'],
      [fresh, { ...body, cohortId: 7 }, 400, 'Missing required fields'],
      [fresh, { ...body, cohortId: 'nowhere' }, 404, 'Cohort not found'],
      [fresh, { ...body, leagueId: 'nowhere' }, 404, 'League not found'],
      [fresh, { ...body, cohortId: cohortIds['Cohort 1.0'] }, 400, 'Cannot enroll in inactive cohort'],
      [fresh, { ...body, userId: pioneer.id }, 403, 'Insufficient permissions to enroll other users'],
      [pathfinder, { ...body, userId: pioneer.id }, 403, 'No access to this league'],
      [pathfinder, { ...body, leagueId: ml(), userId: 'nobody' }, 404, 'User not found'],
      [pathfinder, { ...body, leagueId: ml(), userId: pending.id }, 400, 'Cannot enroll inactive user'],
      [pending, body, 400, 'Cannot enroll inactive user'],
    ];
    for (const [person, sent, status, words] of cases) {
      const reply = await person.post('progress/enroll', sent);
      expect([sent, reply.status, reply.body.error]).toEqual([sent, status, words]);
    }
    const missing = await fresh.post('progress/enroll');
    expect([missing.status, Array.isArray(missing.body.details)]).toEqual([400, true]);
    expect((await newcomer.post('progress/enroll', body)).status).toBe(403);
    expect((await demo.people.suspended.post('progress/enroll', body)).body.error).toBe(
      'Account is suspended',
    );
    const expired = await fresh.post('progress/enroll', { ...body, leagueId: leagueIds['ML League (1.0)'] });
    expect([expired.status, /expired/.test(expired.body.error)]).toEqual([400, true]);
    expect((await demo.db.select().from(enrollments)).length).toBe(before);
  });

  test('GET /progress/enrollments pages by 10 for staff, narrowed by scope, and is closed to learners', async () => {
    const all = await demo.people.grand.get('progress/enrollments');
    expect(differences(all.body.data.pagination, PAGINATION)).toEqual([]);
    expect(all.body.data.enrollments).toHaveLength(10);
    expect(all.body.data.pagination).toMatchObject({
      page: 1,
      limit: 10,
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const scoped = await demo.people.pathfinder.get('progress/enrollments?limit=1000');
    const inMl = await demo.db.select().from(enrollments).where(eq(enrollments.leagueId, ml()));
    expect(scoped.body.data.pagination.total).toBe(inMl.length);
    expect((await demo.people.pioneer.get('progress/enrollments')).status).toBe(403);
  });
});
