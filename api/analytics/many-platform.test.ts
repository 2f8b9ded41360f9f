import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { getPlatformAnalytics } from '#contract/reports.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addManyEnrollments, MANY_LEAGUES, MANY_LEARNERS } from '../test/many-enrollments.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { mostRowsRead } from '../test/rows-read.ts';
import { readActivityReport } from './activity-report.ts';
import { readLeagueSteps } from './completion.ts';
import { readLeagueCompletion } from './league-completion.ts';
import { readApprovalReport, readSubmissionReport } from './reports.ts';

/** A count ends at 10,001. */
const READ_MAX = 10_500;

let api: TestApp;
let grand: Person;
/** Sees fewer enrollments than are counted one by one. */
let ofTwo: Person;
/** Sees more. */
let ofEleven: Person;
beforeAll(async () => {
  api = await makeApp({}, addManyEnrollments);
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  ofTwo = await addPerson(api.db, { role: 'PATHFINDER' });
  ofEleven = await addPerson(api.db, { role: 'PATHFINDER' });
  for (let league = 2; league <= MANY_LEAGUES; league++) {
    if (league <= 3) await addScope(api.db, ofTwo.id, `many-${league}`);
    await addScope(api.db, ofEleven.id, `many-${league}`);
  }
}, 300_000);
afterAll(() => api.close());

const read = async ({ token }: Person) => {
  const { status, body } = await api.call(getPlatformAnalytics, { token });
  expect(status).toBe(200);
  return body.data;
};

describe('figures of a platform with more enrollments than are counted', () => {
  test('of everything: estimates say that they are', async () => {
    const { learning, users, estimated } = await read(grand);
    expect(estimated).toEqual(['learning.totalEnrollments', 'learning.overallCompletionRate']);
    expect(Math.abs(learning.totalEnrollments / (MANY_LEAGUES * MANY_LEARNERS) - 1)).toBeLessThan(0.1);
    expect(learning.overallCompletionRate).toBe(50);
    expect(users).toMatchObject({ total: MANY_LEARNERS + 3, pending: MANY_LEARNERS / 10 });
  });

  test('of two leagues: exact', async () => {
    const { learning, users, estimated } = await read(ofTwo);
    expect(estimated).toBeUndefined();
    expect(learning).toMatchObject({ totalEnrollments: 2 * MANY_LEARNERS, overallCompletionRate: 50 });
    expect(users).toEqual({
      total: MANY_LEARNERS,
      active: 0.9 * MANY_LEARNERS,
      pending: 0.1 * MANY_LEARNERS,
      suspended: 0,
    });
  });

  test('of many leagues: a sample tells of people too, who are in several of them', async () => {
    const { learning, users, estimated } = await read(ofEleven);
    expect(estimated).toContain('users.total');
    expect(learning.overallCompletionRate).toBe(50);
    expect(Math.abs(users.total / MANY_LEARNERS - 1)).toBeLessThan(0.1);
    expect(Math.abs(users.pending / (0.1 * MANY_LEARNERS) - 1)).toBeLessThan(0.3);
  });

  test('no statement reads them all', async () => {
    expect(await mostRowsRead(api.db, 'enrollments', () => read(grand))).toBeLessThanOrEqual(READ_MAX);
    for (const person of [grand, ofTwo, ofEleven]) {
      expect(await mostRowsRead(api.db, 'league_progress', () => read(person))).toBeLessThanOrEqual(READ_MAX);
    }
  });
});

describe('reports of more than they read', () => {
  /** As if these were many: of more than `whole` about `sampled` are read. */
  const bounds = { whole: 200, sampled: 300 };
  const two = ['many-2', 'many-3'];
  const span = (visible: string[] | null = null) => ({ visible, days: 30, timeZone: 'UTC' });
  /** A sample is of pages, and a few of them hold all of a small table. */
  const isAbout = (count: number, expected: number) => Math.abs(count / expected - 1) < 0.7;

  beforeAll(async () => {
    await api.db.execute(
      sql`insert into weeks (id, league_id, name, "order") values ('many-week', 'many-2', 'W', 1)`,
    );
    await api.db.execute(sql`insert into sections (id, week_id, name, "order", resources_count)
      values ('many-section', 'many-week', 'S', 1, 5)`);
    await api.db.execute(sql`insert into section_progress (user_id, section_id, completed_resources)
      select user_id, 'many-section', 5 from enrollments where league_id = 'many-2'`);
    await api.db.execute(sql`insert into assignments (id, league_id, title, description)
      values ('many-task', 'many-2', 'T', 'D')`);
    await api.db.execute(sql`insert into submissions (id, assignment_id, user_id, status, content)
      select user_id, 'many-task', user_id, 'APPROVED', 'x' from enrollments where league_id = 'many-2'`);
    await api.db.execute(sql`insert into submission_attempts (id, submission_id, number, status, submitted_at,
        reviewed_at, content)
      select id, id, 1, status, now() - interval '11 hours', now() - interval '1 hour', repeat('x', 100) from submissions`);
    await api.db.execute(sql`insert into progress_events (user_id, resource_id, section_id, league_id, kind, occurred_at)
      select user_id, 'many-one', 'many-section', 'many-2', 'COMPLETED', now() from enrollments where league_id = 'many-2'`);
    await api.owner.execute(sql`analyze users, section_progress, submission_attempts, progress_events`);
  }, 300_000);

  test('completion of every league, and step by step of one', async () => {
    const all = { whole: 1000, sampled: 3000 };
    const { leagues, estimated } = await readLeagueCompletion(api.db, null, all);
    expect([estimated, leagues.length]).toEqual([true, MANY_LEAGUES]);
    expect(leagues.every(({ averagePercentage }) => averagePercentage === 50)).toBe(true);
    const enrolled = leagues.reduce((sum, league) => sum + league.enrolled, 0);
    expect(isAbout(enrolled, MANY_LEAGUES * MANY_LEARNERS)).toBe(true);
    const steps = await readLeagueSteps(api.db, 'many-2', { whole: 200, sampled: 1000 });
    expect(steps.estimated).toBe(true);
    const section = steps.league.weeks[0]?.sections[0];
    expect([section?.started, section?.finished]).toEqual([steps.league.enrolled, steps.league.enrolled]);
  });

  test('a league that a sample holds little of is read whole', async () => {
    const { leagues } = await readLeagueCompletion(api.db, two, { whole: 1000, sampled: 3000 });
    expect(leagues.map(({ enrolled }) => enrolled)).toEqual([MANY_LEARNERS, MANY_LEARNERS]);
  });

  test('submissions, approvals and activity say that they are estimates', async () => {
    const submissions = await readSubmissionReport(api.db, span(), bounds);
    expect([submissions.estimated, submissions.medianHours]).toEqual([true, 10]);
    expect(isAbout(submissions.reviewed, MANY_LEARNERS)).toBe(true);
    for (const visible of [null, two]) {
      const approvals = await readApprovalReport(api.db, span(visible), bounds);
      expect([approvals.estimated, isAbout(approvals.signUps, MANY_LEARNERS)]).toEqual([true, true]);
      expect(approvals.waiting.total).toBe(MANY_LEARNERS / 10);
    }
    const activity = await readActivityReport(api.db, span(two), bounds);
    expect([activity.estimated, isAbout(activity.learners, MANY_LEARNERS)]).toEqual([true, true]);
    expect(activity.byDay.at(-1)?.learners).toBe(activity.learners);
  });
});
