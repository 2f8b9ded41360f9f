import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { undoChange } from '#contract/history.ts';
import { Dashboard, getDashboard } from '#contract/learning.ts';
import { completeResource, resetResource } from '#contract/resource-progress.ts';
import { inTransaction } from '../platform/db/client.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { progressEvents, revisionReviews, studyBreaks, submissions } from '../platform/db/schema/learning.ts';
import { createId } from '../platform/process/secrets.ts';
import { addLeague, enroll, setLeagueExpired, type TestLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, addScope, type Person } from '../test/people.ts';
import { CALENDAR_DAYS, presentActivity, toStreak } from './activity-year.ts';
import { findDrift } from './counter-drift.ts';
import { rebuildCounters } from './recount.ts';

const DAY_MS = 86_400_000;
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const league = await addLeague(api.db);

const read = async ({ token }: Person): Promise<Dashboard> =>
  (await api.call(getDashboard, { token })).body.data;

async function addLearner(...leagues: TestLeague[]): Promise<Person> {
  const person = await addPerson(api.db);
  for (const one of leagues) await enroll(api.db, person.id, one);
  return person;
}

async function complete(person: Person, resourceId: string, at: Date): Promise<number> {
  const [event] = await api.db
    .insert(progressEvents)
    .values({
      userId: person.id,
      resourceId,
      sectionId: 's',
      leagueId: league.id,
      kind: 'COMPLETED',
      occurredAt: at,
    })
    .returning({ id: progressEvents.id });
  return event?.id ?? 0;
}

const eventIds = async (person: Person): Promise<number[]> =>
  (await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id))).map(
    ({ id }) => id,
  );

/** Midnight in Kolkata, some days before the present day there: 18:30 in UTC the day before. */
async function midnight(daysAgo: number): Promise<Date> {
  const { activity } = await read(await addLearner());
  return new Date(Date.parse(`${activity?.today}T00:00:00+05:30`) - daysAgo * DAY_MS);
}

describe('the activity of the last year', () => {
  test('a day begins at 18:30 UTC, which is midnight in Kolkata; a resource counts once a day', async () => {
    const person = await addLearner(league);
    const begin = await midnight(10);
    await complete(person, 'r1', new Date(begin.getTime() - 1));
    await complete(person, 'r2', begin);
    await complete(person, 'r2', new Date(begin.getTime() + 60_000));
    await complete(person, 'r3', new Date(begin.getTime() + DAY_MS - 1));
    expect(begin.toISOString()).toEndWith('T18:30:00.000Z');
    const { activity } = await read(person);
    const day = (offset: number) => toDay(begin.getTime() + 5.5 * 3_600_000 + offset * DAY_MS);
    expect(activity?.days).toEqual({ [day(-1)]: 1, [day(0)]: 2 });
    expect(activity).toMatchObject({
      currentStreak: 0,
      longestStreak: 2,
      activeDays: 2,
      isTodayDone: false,
      timeZone: 'Asia/Kolkata',
    });
  });

  test('a year of data: every day of the calendar, none before it', async () => {
    const person = await addLearner(league);
    const begin = await midnight(CALENDAR_DAYS + 20);
    await api.db.insert(progressEvents).values(
      Array.from({ length: CALENDAR_DAYS + 21 }, (_, index) => ({
        userId: person.id,
        resourceId: `r${index}`,
        sectionId: 's',
        leagueId: league.id,
        kind: 'COMPLETED',
        occurredAt: new Date(begin.getTime() + index * DAY_MS),
      })),
    );
    const { activity } = await read(person);
    const days = Object.keys(activity?.days ?? {});
    expect([days.length, days[0], days.at(-1)]).toEqual([
      CALENDAR_DAYS,
      activity?.from ?? '',
      activity?.today ?? '',
    ]);
    expect(activity).toMatchObject({ currentStreak: CALENDAR_DAYS, isTodayDone: true });
  });

  test('only completions count: no note, no mark, no reset, and no tick that was undone', async () => {
    const person = await addLearner(league);
    const { token } = person;
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    await api.call(completeResource, { token, params, body: {} });
    expect((await read(person)).activity).toMatchObject({ currentStreak: 1, isTodayDone: true });
    await api.call(resetResource, { token, params });
    expect((await read(person)).activity).toMatchObject({ currentStreak: 1 });
    const [tick] = await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id));
    const changes = await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id));
    await api.call(undoChange, { token, params: { changeId: String(changes.at(-1)?.id) } });
    await api.call(undoChange, { token, params: { changeId: String(tick?.id) } });
    expect((await read(person)).activity).toMatchObject({ currentStreak: 0, days: {} });
  });

  test('saying once more that a resource is done, with a note or a time, keeps both and counts no day', async () => {
    const person = await addLearner(league);
    const { token } = person;
    const ids = league.weeks[0]?.sections[0]?.resources.map(({ id }) => id) ?? [];
    const say = async (index: number, body: { personalNote?: string; timeSpent?: number }) => {
      const params = { resourceId: ids[index] ?? '' };
      expect((await api.call(completeResource, { token, params, body })).status).toBe(200);
    };
    /** Everything so far was done so many days earlier. */
    const letPass = (days: number) =>
      inTransaction(api.owner, async (tx) => {
        const ago = sql`make_interval(days => ${days}::int)`;
        await tx.execute(sql`alter table progress_events disable trigger user`);
        await tx.execute(sql`update progress_events set occurred_at = occurred_at - ${ago},
          restored_completed_at = restored_completed_at - ${ago} where user_id = ${person.id}`);
        await tx.execute(sql`alter table progress_events enable trigger user`);
        await rebuildCounters(tx, api.config.TIME_ZONE);
      });
    const counted = async () => Object.values((await read(person)).activity?.days ?? {});

    await say(0, { personalNote: 'first', timeSpent: 60 });
    expect(await counted()).toEqual([1]);
    await letPass(2);
    await say(0, { personalNote: 'second' });
    await letPass(2);
    await say(0, { timeSpent: 90 });
    expect((await read(person)).activity).toMatchObject({
      currentStreak: 0,
      longestStreak: 1,
      activeDays: 1,
    });
    const progress = await api.db.execute(
      sql`select personal_note as note, time_spent_seconds as seconds from resource_progress
        where user_id = ${person.id} and resource_id = ${ids[0]}`,
    );
    expect(JSON.stringify(progress)).toContain('"note":"second","seconds":90');
    // Not done any more, it can be completed again: after a reset, and after that was undone it can not.
    const params = { resourceId: ids[0] ?? '' };
    await api.call(resetResource, { token, params });
    const reset = Math.max(...(await eventIds(person)));
    await api.call(undoChange, { token, params: { changeId: String(reset) } });
    await say(0, { personalNote: 'third' });
    expect(await counted()).toEqual([1]);
    await api.call(resetResource, { token, params });
    await say(0, { personalNote: 'fourth' });
    expect(await counted()).toEqual([1, 1]);
    // What was said of another resource is nothing of this one.
    await say(1, { personalNote: 'fourth' });
    expect(await counted()).toEqual([1, 2]);
    const drifts = await inTransaction(api.db, (tx) => findDrift(tx, api.config.TIME_ZONE));
    expect(drifts.filter(({ drift }) => drift > 0)).toEqual([]);
  });

  test('a tick whose undoing was undone counts again, as often as it is undone to and fro', async () => {
    const person = await addLearner(league);
    const { token } = person;
    const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
    await api.call(completeResource, { token, params, body: {} });
    for (const isDone of [false, true, false, true]) {
      const events = await api.db.select().from(progressEvents).where(eq(progressEvents.userId, person.id));
      const changeId = String(Math.max(...events.map(({ id }) => id)));
      expect((await api.call(undoChange, { token, params: { changeId } })).status).toBe(200);
      const { activity, statistics } = await read(person);
      expect([statistics.totalCompletedResources, activity?.isTodayDone, activity?.currentStreak]).toEqual(
        isDone ? [1, true, 1] : [0, false, 0],
      );
    }
  });

  test('staff who look at a part of a record see neither activity nor next steps', async () => {
    const person = await addLearner(league);
    const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
    await addScope(api.db, pathfinder.id, league.id);
    const { body } = await api.call(getDashboard, { token: pathfinder.token, query: { userId: person.id } });
    expect(Dashboard.safeParse(body.data).success).toBe(true);
    expect([body.data.activity, body.data.nextUp]).toEqual([undefined, undefined]);
  });
});

test('a streak counts days in a row, holds through a day that is not over and is at most the longest', () => {
  const year = fc.tuple(
    fc.constantFrom('2028-03-01', '2027-03-01', '2026-12-31', '2026-01-01', '2028-02-29'),
    fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 40 }),
  );
  fc.assert(
    fc.property(year, ([today, ago]) => {
      const days = ago.toSorted((a, b) => b - a).map((back) => toDay(Date.parse(today) - back * DAY_MS));
      const done = new Set(ago);
      const activity = presentActivity({
        today,
        from: toDay(Date.parse(today) - 370 * DAY_MS),
        days: days.map((day) => ({ day, count: 1 })),
        revisionDays: [],
        breaks: [],
        timeZone: 'UTC',
      });
      const from = done.has(0) ? 0 : 1;
      let current = 0;
      while (done.has(from + current)) current++;
      let longest = 0;
      for (let back = 0, run = 0; back <= 61; back++) {
        run = done.has(back) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
      expect(activity).toMatchObject({
        currentStreak: current,
        longestStreak: longest,
        activeDays: done.size,
        isTodayDone: done.has(0),
        streak: { days: current, longest, isTodayDone: done.has(0), restsToday: null },
      });
    }),
    { numRuns: 300 },
  );
});

describe('a streak that rests', () => {
  const rest = (from: string, to: string) => ({ from, to });
  const cases: [string, string[], ReturnType<typeof rest>[], string, [number, number]][] = [
    [
      'a break in the middle',
      ['2026-03-01', '2026-03-02', '2026-03-05'],
      [rest('2026-03-03', '2026-03-04')],
      '2026-03-05',
      [3, 3],
    ],
    [
      'a break that leaves one day uncovered',
      ['2026-03-01', '2026-03-02', '2026-03-05'],
      [rest('2026-03-03', '2026-03-03')],
      '2026-03-05',
      [1, 2],
    ],
    [
      'a break that covers today',
      ['2026-03-01', '2026-03-02'],
      [rest('2026-03-03', '2026-03-20')],
      '2026-03-10',
      [2, 2],
    ],
    [
      'the day after a break, not over yet',
      ['2026-03-01', '2026-03-02'],
      [rest('2026-03-03', '2026-03-09')],
      '2026-03-10',
      [2, 2],
    ],
    [
      'two days after a break',
      ['2026-03-01', '2026-03-02'],
      [rest('2026-03-03', '2026-03-08')],
      '2026-03-10',
      [0, 2],
    ],
    [
      'two breaks in a row',
      ['2026-02-27', '2026-03-08'],
      [rest('2026-02-28', '2026-03-02'), rest('2026-03-03', '2026-03-07')],
      '2026-03-08',
      [2, 2],
    ],
    [
      'two breaks that overlap',
      ['2026-02-27', '2026-03-08'],
      [rest('2026-02-20', '2026-03-04'), rest('2026-03-01', '2026-03-07')],
      '2026-03-08',
      [2, 2],
    ],
    [
      'a break before the first day',
      ['2026-03-05', '2026-03-06'],
      [rest('2026-03-01', '2026-03-04')],
      '2026-03-06',
      [2, 2],
    ],
    [
      'a day of a break with activity counts',
      ['2026-03-01', '2026-03-03', '2026-03-05'],
      [rest('2026-03-02', '2026-03-04')],
      '2026-03-05',
      [3, 3],
    ],
    ['no activity in a break', [], [rest('2026-03-01', '2026-03-30')], '2026-03-05', [0, 0]],
  ];
  test.each(cases)('%s', (_, days, breaks, today, [current, longest]) => {
    expect(toStreak(days, today, breaks)).toEqual({ days: current, longest });
  });

  const addBreak = async (name: string, from: number, to: number) => {
    const today = Date.parse((await read(await addLearner())).activity?.today ?? '');
    const id = createId();
    const days = { startsOn: toDay(today - from * DAY_MS), endsOn: toDay(today - to * DAY_MS) };
    await api.db.insert(studyBreaks).values({ id, name, ...days });
    return { id, from: days.startsOn, to: days.endsOn };
  };
  const streakOf = async (person: Person) => (await read(person)).activity?.streak;

  test('a revision counts from midnight in Kolkata until it is undone; completed resources alone make the agreed fields', async () => {
    const person = await addLearner(league);
    const resourceId = league.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    const review = async (reviewedAt: Date) => {
      const row = { userId: person.id, resourceId, rating: 'KEEP', reviewedAt };
      const [added] = await api.db.insert(revisionReviews).values(row).returning();
      return added?.id ?? 0;
    };
    await complete(person, 'r1', new Date((await midnight(2)).getTime() + 1));
    await review(new Date((await midnight(0)).getTime() - 1));
    expect(await streakOf(person)).toEqual({ days: 2, longest: 2, isTodayDone: false, restsToday: null });
    const id = await review(await midnight(0));
    await review(await midnight(0));
    expect(await streakOf(person)).toEqual({ days: 3, longest: 3, isTodayDone: true, restsToday: null });
    expect((await read(person)).activity).toMatchObject({
      currentStreak: 0,
      longestStreak: 1,
      activeDays: 1,
      isTodayDone: false,
    });
    await api.db.update(revisionReviews).set({ undoneAt: new Date() }).where(eq(revisionReviews.id, id));
    expect(await streakOf(person)).toMatchObject({ days: 3 });
    await api.db.update(revisionReviews).set({ undoneAt: new Date() });
    expect(await streakOf(person)).toEqual({ days: 0, longest: 1, isTodayDone: false, restsToday: null });
  });

  test('breaks of the calendar and to come are told; a deleted one no longer holds a streak', async () => {
    const person = await addLearner(league);
    await complete(person, 'r1', await midnight(6));
    await complete(person, 'r2', await midnight(5));
    await addBreak('Last year', CALENDAR_DAYS + 3, CALENDAR_DAYS);
    const edge = await addBreak('Edge', CALENDAR_DAYS + 3, CALENDAR_DAYS - 1);
    const diwali = await addBreak('Diwali', 4, 0);
    const exams = await addBreak('Exams', -30, -40);
    const { activity } = await read(person);
    expect(activity?.streak).toEqual({ days: 2, longest: 2, isTodayDone: false, restsToday: 'Diwali' });
    expect(activity?.breaks).toEqual([
      { name: 'Edge', from: edge.from, to: edge.to },
      { name: 'Diwali', from: diwali.from, to: diwali.to },
      { name: 'Exams', from: exams.from, to: exams.to },
    ]);
    expect(activity?.currentStreak).toBe(0);
    await api.db.delete(studyBreaks).where(eq(studyBreaks.id, diwali.id));
    expect(await streakOf(person)).toEqual({ days: 0, longest: 2, isTodayDone: false, restsToday: null });
    await api.db.delete(studyBreaks);
  });
});

describe('next up', () => {
  const ticked = (person: Person, one: TestLeague, week: number, section: number, resource: number) =>
    api.call(completeResource, {
      token: person.token,
      params: { resourceId: one.weeks[week]?.sections[section]?.resources[resource]?.id ?? '' },
      body: {},
    });

  test('the first resource not done in curriculum order, the league worked in last first', async () => {
    const [one, two, three] = [await addLeague(api.db), await addLeague(api.db), await addLeague(api.db)];
    const person = await addLearner(one, two, three);
    await ticked(person, two, 0, 0, 0);
    await ticked(person, two, 0, 0, 1);
    await ticked(person, two, 1, 0, 0);
    await ticked(person, one, 0, 0, 1);
    const titles = async () =>
      (await read(person)).nextUp?.resources.map(({ league: { id }, resource, section, week }) => [
        id,
        week.name,
        section.name,
        resource.title,
      ]);
    const steps = (await titles()) ?? [];
    expect(steps[0]).toEqual([one.id, 'Week 1', 'Section 1.1', 'Resource 1.1.1']);
    expect(steps[1]).toEqual([two.id, 'Week 1', 'Section 1.2', 'Resource 1.2.1']);
    expect(steps[2]?.[0]).toBe(three.id);
    await setLeagueExpired(api.db, three.id);
    expect(await titles()).toHaveLength(2);
  });

  test('a finished league and one without resources have no next step', async () => {
    const [empty, tiny] = [
      await addLeague(api.db, { weeks: 1, sections: 1, resources: 0 }),
      await addLeague(api.db, { weeks: 1, sections: 1, resources: 1 }),
    ];
    const person = await addLearner(empty, tiny);
    expect((await read(person)).nextUp?.resources).toHaveLength(1);
    await ticked(person, tiny, 0, 0, 0);
    expect((await read(person)).nextUp?.resources).toEqual([]);
  });

  test('assignments due within a week or over, until they are answered; feedback first, whatever the date', async () => {
    const leagues = [
      await addLeague(api.db),
      await addLeague(api.db),
      await addLeague(api.db),
      await addLeague(api.db),
    ];
    const person = await addLearner(...leagues.slice(0, 3));
    const rows = await Promise.all(
      leagues.map(async ({ id }, index) => {
        const row = { id: createId(), leagueId: id, title: `Task ${index}`, description: 'Do' };
        const days = [6, -2, 9, 1][index] ?? 0;
        await api.db
          .insert(assignments)
          .values({ ...row, dueAt: sql`now() + make_interval(days => ${days}::int)` });
        return row;
      }),
    );
    const assigned = async () => (await read(person)).nextUp?.assignments ?? [];
    const due = async () =>
      (await assigned()).map(({ title, isOverdue, status }) => [title, isOverdue, status]);
    expect(await due()).toEqual([
      ['Task 1', true, null],
      ['Task 0', false, null],
    ]);
    const answer = { userId: person.id, content: 'x', assignmentId: rows[1]?.id ?? '', id: createId() };
    const { id: reviewedById } = await addPerson(api.db, { name: 'Asha Verma' });
    await api.db.insert(submissions).values({ ...answer, status: 'NEEDS_REVISION', reviewedById });
    expect(await due()).toContainEqual(['Task 1', true, 'NEEDS_REVISION']);
    expect((await assigned()).map(({ reviewer }) => reviewer)).toEqual(['Asha Verma', null]);
    await api.db.update(submissions).set({ status: 'SUBMITTED' }).where(eq(submissions.id, answer.id));
    expect(await due()).toEqual([['Task 0', false, null]]);

    const far = { ...answer, assignmentId: rows[2]?.id ?? '', id: createId() };
    await api.db.insert(submissions).values({ ...far, status: 'NEEDS_REVISION' });
    const feedbackFirst = [
      ['Task 2', false, 'NEEDS_REVISION'],
      ['Task 0', false, null],
    ];
    expect(await due()).toEqual(feedbackFirst);
    await api.db.update(assignments).set({ dueAt: null }).where(eq(assignments.id, far.assignmentId));
    await setLeagueExpired(api.db, leagues[2]?.id ?? '');
    expect(await due()).toEqual(feedbackFirst);
  });
});
