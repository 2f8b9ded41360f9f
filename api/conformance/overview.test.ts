import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { anyOf, type Demo, differences, openDemo, type Shape } from './wire.ts';

let demo: Demo;
let leagueIds: Record<string, string>;
beforeAll(async () => {
  demo = await openDemo();
  leagueIds = Object.fromEntries((await demo.db.select().from(leagues)).map(({ id, name }) => [name, id]));
});
afterAll(() => demo.close());

const ml = () => leagueIds.ML ?? '';
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
