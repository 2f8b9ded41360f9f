import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import {
  getActivityReport,
  getApprovalReport,
  getCompletionReport,
  getSubmissionReport,
} from '#contract/reports.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { assignments } from '../../platform/db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../../platform/db/schema/learning.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addAssignment } from '../../test/awards.ts';
import { addLeague, addLearner, enroll, resourcesOf, type TestLeague } from '../../test/leagues.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

const REPORTS = [getActivityReport, getCompletionReport, getSubmissionReport, getApprovalReport];

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'` as unknown as Date;

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const finance = await addLeague(api.db, { name: 'Finance', weeks: 2, sections: 2, resources: 1 });
const quantum = await addLeague(api.db, { name: 'Quantum', weeks: 1, sections: 1, resources: 1 });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
await addScope(api.db, chief.id, finance.id);
// Of four in Finance one finishes, one stops after the first section, one goes on, one never begins.
const people = [];
for (let index = 0; index < 4; index++) people.push(await addPerson(api.db));
for (const { id } of people) await enroll(api.db, id, finance);
const tick = async (person: Person | undefined, league: TestLeague, count: number) => {
  for (const { id } of resourcesOf(league).slice(0, count)) {
    const { status } = await api.call(completeResource, {
      token: person?.token ?? '',
      params: { resourceId: id },
      body: {},
    });
    expect(status).toBe(200);
  }
};
await tick(people[0], finance, 4);
await tick(people[1], finance, 1);
await tick(people[2], finance, 2);
const other = await addLearner(api.db, quantum);
await tick(other, quantum, 1);
// History is append-only: only a test moves it.
await api.owner.execute(sql`alter table progress_events disable trigger progress_events_append_only`);
await api.owner.execute(sql`update progress_events set occurred_at = now() - interval '20 days'
  where user_id = ${people[1]?.id ?? ''}`);
await api.owner.execute(sql`alter table progress_events enable trigger progress_events_append_only`);
for (const [league, person, days, status] of [
  [finance, people[0], 0.5, 'SUBMITTED'],
  [finance, people[1], 5, 'UNDER_REVIEW'],
  [quantum, other, 30, 'SUBMITTED'],
  [finance, people[2], 2, 'APPROVED'],
] as const) {
  const [known] = await api.db.select().from(assignments).where(sql`${assignments.leagueId} = ${league.id}`);
  const assignmentId = known?.id ?? createId();
  if (!known) {
    await addAssignment(api.db, league.id, { id: assignmentId });
  }
  const id = createId();
  const answer = { content: 'x', status, submittedAt: daysAgo(days) };
  await api.db.insert(submissions).values({ id, assignmentId, userId: person?.id ?? '', ...answer });
  await api.db.insert(submissionAttempts).values({
    id: createId(),
    submissionId: id,
    number: 1,
    ...answer,
    // Whoever takes one up for review leaves the moment as well.
    ...(status === 'SUBMITTED' ? {} : { reviewedAt: daysAgo(1) }),
  });
}
await api.db.execute(sql`update users set approved_at = created_at + interval '36 hours'
  where id in (${people[0]?.id}, ${people[1]?.id})`);
await addPerson(api.db, { status: 'PENDING' });

const ask = async (call: (typeof REPORTS)[number], person: Person, query: Record<string, string> = {}) => {
  const { status, body } = await api.call(call, { token: person.token, query });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};

describe('reports', () => {
  test('active learners by day and by week, empty days included, in the time zone of the product', async () => {
    const report = await ask(getActivityReport, grand);
    expect([report.days, report.byDay.length]).toEqual([90, 90]);
    expect(report.learners).toBe(4);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format();
    expect(report.byDay.at(-1)).toEqual({ day: today, learners: 3 });
    expect(report.byDay.at(-21).learners).toBe(1);
    expect(report.byDay.filter(({ learners }: { learners: number }) => learners > 0)).toHaveLength(2);
    expect([13, 14]).toContain(report.byWeek.length);
    for (const { week } of report.byWeek) expect(new Date(week).getUTCDay()).toBe(1);
    expect(report.byWeek.at(-1).learners).toBe(3);
    expect((await ask(getActivityReport, grand, { days: '30' })).byDay).toHaveLength(30);
    for (const days of ['31', 'x', '-1', '1e9']) {
      expect((await ask(getActivityReport, grand, { days })).days).toBe(90);
    }
    expect((await ask(getActivityReport, grand, { leagueId: quantum.id })).learners).toBe(1);
  });

  test('how far learners came by league, and where they stop in one', async () => {
    const report = await ask(getCompletionReport, grand, { leagueId: finance.id });
    expect(report.leagues).toEqual([
      { id: finance.id, name: 'Finance', enrolled: 4, started: 3, finished: 1, averagePercentage: 44 },
      { id: quantum.id, name: 'Quantum', enrolled: 1, started: 1, finished: 1, averagePercentage: 100 },
    ]);
    expect(report.league.enrolled).toBe(4);
    const steps = report.league.weeks.map(({ name, started, finished, sections }: never) => [
      name,
      started,
      finished,
      (sections as { started: number; finished: number; stopped: number }[]).map((one) => [
        one.started,
        one.finished,
        one.stopped,
      ]),
    ]);
    expect(steps).toEqual([
      [
        'Week 1',
        3,
        2,
        [
          [3, 3, 1],
          [2, 2, 0],
        ],
      ],
      [
        'Week 2',
        1,
        1,
        [
          [1, 1, 0],
          [1, 1, 0],
        ],
      ],
    ]);
    expect((await ask(getCompletionReport, grand)).league).toBeNull();
    const unknown = await api.call(getCompletionReport, {
      token: grand.token,
      query: { leagueId: createId() },
    });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'League not found']);
  });

  test('submissions that wait, by age and league, and how long reviews took', async () => {
    const report = await ask(getSubmissionReport, grand);
    expect(report.waiting).toEqual({
      total: 3,
      oldestAt: report.byLeague[0].oldestAt,
      byAge: [1, 0, 1, 1],
    });
    expect(
      report.byLeague.map(({ league, waiting }: never) => [(league as { name: string }).name, waiting]),
    ).toEqual([
      ['Quantum', 1],
      ['Finance', 2],
    ]);
    expect([report.reviewed, report.medianHours]).toEqual([1, 24]);
  });

  test('sign-ups, how long approvals took, and who waits', async () => {
    const report = await ask(getApprovalReport, grand);
    expect(report).toMatchObject({
      approved: 2,
      medianHours: 36,
      waiting: { total: 1, byAge: [1, 0, 0, 0] },
    });
    expect(report.byWeek).toHaveLength(1);
    expect(report.byWeek[0]).toMatchObject({ signUps: report.signUps, approved: 2, medianHours: 36 });
  });

  test('ROLE-13 staff see the leagues where they have View Analytics, and are refused elsewhere', async () => {
    expect((await ask(getActivityReport, chief)).learners).toBe(3);
    const { leagues } = await ask(getCompletionReport, chief);
    expect(leagues.map(({ name }: { name: string }) => name)).toEqual(['Finance']);
    expect((await ask(getSubmissionReport, chief)).waiting.total).toBe(2);
    expect((await ask(getApprovalReport, chief)).signUps).toBe(4);
    const blind = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, blind.id, finance.id, { canViewAnalytics: false });
    for (const call of REPORTS) {
      expect((await api.call(call, { token: chief.token, query: { leagueId: quantum.id } })).status).toBe(
        403,
      );
      expect((await api.call(call, { token: blind.token })).status).toBe(403);
    }
  });
});

test('reports of a product without anybody are empty and no failure', async () => {
  const empty = await makeApp();
  try {
    const { token } = await addPerson(empty.db, { role: 'GRAND_PATHFINDER' });
    const [activity, completion, waiting, approvals] = await Promise.all(
      REPORTS.map(async (call) => (await empty.call(call, { token })).body.data),
    );
    expect(activity).toMatchObject({ learners: 0 });
    expect(completion).toEqual({ leagues: [], league: null });
    expect(waiting).toMatchObject({ waiting: { total: 0, oldestAt: null }, byLeague: [], medianHours: null });
    expect(approvals).toMatchObject({ waiting: { total: 0 }, approved: 0, medianHours: null });
  } finally {
    await empty.close();
  }
});
