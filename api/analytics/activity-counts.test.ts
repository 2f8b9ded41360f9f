import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { getActivityReport } from '#contract/reports.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { findDrift } from '../learning/counter-drift.ts';
import { rebuildCounters } from '../learning/recount.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../test/people.ts';
import { countClosedPeriods, recountActivity } from './activity-counts.ts';
import { closedPeriods, listClosedPeriods } from './activity-periods.ts';

const ZONE = 'Asia/Kolkata';
const DAY_MS = 86_400_000;
const LENGTHS = ['30', '90', '365'];

let api: TestApp;
let grand: Person;
let ofOne: Person;
let ofTwo: Person;
let leagues: TestLeague[];
const people: Person[] = [];

beforeAll(async () => {
  api = await makeApp({ TIME_ZONE: ZONE });
  leagues = [await addLeague(api.db), await addLeague(api.db), await addLeague(api.db)];
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  ofOne = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  ofTwo = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
  await addScope(api.db, ofOne.id, leagues[0]?.id ?? '');
  for (const league of leagues.slice(0, 2)) await addScope(api.db, ofTwo.id, league.id);
  for (let index = 0; index < 8; index++) people.push(await addPerson(api.db));
  for (const { id } of people) for (const league of leagues) await enroll(api.db, id, league);
  const [midnight] = await queryRows<{ at: string }>(
    api.db,
    sql`select (date_trunc('day', now() at time zone ${ZONE}) at time zone ${ZONE})::text as at`,
  );
  const today = Date.parse(midnight?.at ?? '');
  let state = 7;
  /** The same numbers every time, below `limit`. */
  const draw = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  // A year and more back, on both sides of midnight in India.
  await api.db.insert(progressEvents).values(
    Array.from({ length: 900 }, (_, index) => {
      const league = leagues[draw(3)];
      const section = league?.weeks[0]?.sections[0];
      // One of them comes every day of late, so that today's learners are not all new this week.
      const isRegular = index < 9;
      const back = isRegular ? index : draw(380);
      const within = [1, DAY_MS / 2, DAY_MS - 1][index % 3] ?? 0;
      return {
        userId: people[isRegular ? 0 : draw(people.length)]?.id ?? '',
        resourceId: section?.resources[0]?.id ?? '',
        sectionId: section?.id ?? '',
        leagueId: league?.id ?? '',
        kind: 'NOTED',
        personalNote: 'x',
        occurredAt: new Date(Math.min(today - back * DAY_MS + within, Date.now())),
      };
    }),
  );
}, 300_000);
afterAll(() => api.close());

const keep = (zone = ZONE) => countClosedPeriods(api.db, zone);
const rows = () =>
  queryRows<{ zone: string; league: string; first: string; last: string; learners: number }>(
    api.db,
    sql`select time_zone as zone, league_id as league, first_day::text as first, last_day::text as last, learners
      from activity_counts order by 1, 2, 3, 4`,
  );
const forgetAll = () => api.db.execute(sql`delete from activity_counts`);
const drift = async () =>
  (await inTransaction(api.db, findDrift)).find(({ counter }) => counter === 'activity_counts.learners');

/** Every report that staff can ask for: of everything, of each league, of two together. */
async function readAll() {
  const reports = [];
  for (const days of LENGTHS) {
    for (const query of [{ days }, ...leagues.map(({ id }) => ({ days, leagueId: id }))]) {
      reports.push((await api.call(getActivityReport, { token: grand.token, query })).body.data);
    }
    for (const { token } of [ofOne, ofTwo]) {
      reports.push((await api.call(getActivityReport, { token, query: { days } })).body.data);
    }
  }
  return reports;
}

test('what is counted and what the events say is one report, for every span and every choice of leagues', async () => {
  const slow = await readAll();
  expect(slow[12].learners).toBe(8);
  expect(new Set(slow[12].byDay.map(({ learners }: { learners: number }) => learners)).size).toBeGreaterThan(
    2,
  );
  const periods = await keep();
  expect(periods).toBeGreaterThan(400);
  expect(await readAll()).toEqual(slow);
  expect(await drift()).toMatchObject({ drift: 0 });

  // The counts are what is read, and verified: a wrong one shows, and is repaired.
  await api.db.execute(sql`update activity_counts set learners = learners + 5 where league_id = '' and
    last_day = (now() at time zone ${ZONE})::date - 1 and first_day = last_day - 363`);
  const wrong = await readAll();
  expect(wrong[12].learners).toBe(slow[12].learners + 5);
  expect(wrong.filter((report, index) => report.learners !== slow[index].learners)).toHaveLength(1);
  expect(await drift()).toMatchObject({ drift: 1 });
  await api.db.execute(
    sql`delete from activity_counts where league_id = ${leagues[0]?.id} and first_day = last_day`,
  );
  expect((await drift())?.drift).toBeGreaterThan(50);
  await inTransaction(api.db, rebuildCounters);
  expect(await readAll()).toEqual(slow);
  expect(await keep()).toBe(periods);
  expect(await readAll()).toEqual(slow);
}, 300_000);

test('counting again counts nothing, and several processes at once count everything once', async () => {
  await forgetAll();
  await Promise.all([keep(), keep(), keep()]);
  await keep();
  const counted = await rows();
  expect(await keep()).toBe(0);
  expect(await rows()).toEqual(counted);
  expect(await drift()).toMatchObject({ drift: 0 });
}, 300_000);

test('a new day brings what it needs and takes away what no report asks for', async () => {
  await forgetAll();
  await countClosedPeriods(api.db, ZONE, { at: sql`now() - interval '1 day'` });
  const slow = await readAll();
  const before = await rows();
  const added = await keep();
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(16);
  const after = await rows();
  const all = after.filter(({ league }) => league === '').map(({ first, last }) => `${first} ${last}`);
  const [clock] = await queryRows<{ today: string }>(
    api.db,
    sql`select ((now() - interval '1 minute') at time zone ${ZONE})::date::text as today`,
  );
  expect(all.sort()).toEqual(
    listClosedPeriods(clock?.today ?? '')
      .map(({ first, last }) => `${first} ${last}`)
      .sort(),
  );
  expect(before).not.toEqual(after);
  expect(await readAll()).toEqual(slow);
});

test('a tick of today counts at once, in its day, its week and the whole', async () => {
  await forgetAll();
  await keep();
  const newcomer = await addPerson(api.db);
  await enroll(api.db, newcomer.id, leagues[2] as TestLeague);
  const before = await readAll();
  const resource = leagues[2]?.weeks[0]?.sections[0]?.resources[0];
  const { status } = await api.call(completeResource, {
    token: newcomer.token,
    params: { resourceId: resource?.id ?? '' },
    body: {},
  });
  expect(status).toBe(200);
  const after = await readAll();
  // Of everything, the first, the second and the third league.
  expect(after.slice(0, 4).map(({ learners }, index) => learners - before[index].learners)).toEqual([
    1, 0, 0, 1,
  ]);
  for (const part of ['byDay', 'byWeek']) {
    expect(after[0][part].at(-1).learners - before[0][part].at(-1).learners).toBe(1);
    expect(after[0][part].slice(0, -1)).toEqual(before[0][part].slice(0, -1));
  }
  await forgetAll();
  expect(await readAll()).toEqual(after);
});

test('what comes in the moment after midnight, while it is asked, is of today', async () => {
  const [section] = leagues[1]?.weeks[0]?.sections ?? [];
  await api.db.insert(progressEvents).values({
    userId: people[1]?.id ?? '',
    resourceId: section?.resources[0]?.id ?? '',
    sectionId: section?.id ?? '',
    leagueId: leagues[1]?.id ?? '',
    kind: 'NOTED',
    personalNote: 'x',
    occurredAt: new Date(Date.now() + DAY_MS),
  });
  await forgetAll();
  const fromEvents = await readAll();
  expect(fromEvents.map((report) => report?.days)).toEqual(
    LENGTHS.flatMap((days) => Array(6).fill(Number(days))),
  );
  await keep();
  expect(await readAll()).toEqual(fromEvents);
});

test('whoever deletes their account is in no count any more', async () => {
  await forgetAll();
  await keep();
  const reply = await api.call(deleteOwnAccount, {
    token: people[3]?.token ?? '',
    body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
  });
  expect(reply.status).toBe(200);
  expect(await drift()).toMatchObject({ drift: 0 });
  const counted = await readAll();
  expect(counted[12].learners).toBe(8);
  await forgetAll();
  expect(await readAll()).toEqual(counted);
});

describe('events of days that are over, which come while somebody counts', () => {
  const insertLate = async (tx: Database) => {
    const newcomer = await addPerson(tx);
    const [section] = leagues[1]?.weeks[0]?.sections ?? [];
    await tx.insert(progressEvents).values({
      userId: newcomer.id,
      resourceId: section?.resources[0]?.id ?? '',
      sectionId: section?.id ?? '',
      leagueId: leagues[1]?.id ?? '',
      kind: 'NOTED',
      personalNote: 'x',
      occurredAt: new Date(Date.now() - 3 * DAY_MS),
    });
    await recountActivity(tx);
  };
  const isWaiting = async (locktype: string) =>
    (
      await queryRows(
        api.db,
        sql`select 1 from pg_locks where locktype = ${locktype} and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).length > 0;
  test('the count that began before they came is thrown away', async () => {
    if (api.kind === 'pglite') return; // One connection: nobody counts meanwhile.
    await forgetAll();
    let counting: Promise<unknown> = Promise.resolve();
    let inserting: Promise<unknown> = Promise.resolve();
    await inTransaction(api.owner, async (tx) => {
      await tx.execute(sql`lock table activity_counts in share row exclusive mode`);
      // Has read the events, and waits to write what it found.
      counting = keep();
      while (!(await isWaiting('relation'))) await Bun.sleep(2);
      let isInserted = false;
      inserting = inTransaction(api.db, insertLate).finally(() => {
        isInserted = true;
      });
      while (!isInserted && !(await isWaiting('advisory'))) await Bun.sleep(2);
    });
    await Promise.all([counting, inserting]);
    expect(await drift()).toMatchObject({ drift: 0 });
    expect(await keep()).toBeGreaterThan(0);
    expect(await drift()).toMatchObject({ drift: 0 });
  }, 300_000);

  test('nobody counts between their arrival and the end of the transaction', async () => {
    if (api.kind === 'pglite') return;
    await forgetAll();
    await inTransaction(api.db, async (tx) => {
      await insertLate(tx);
      // Whoever would count waits for the table that this transaction holds, and gives up.
      expect(await keep()).toBe(0);
    });
    expect(await keep()).toBeGreaterThan(0);
    expect(await drift()).toMatchObject({ drift: 0 });
  }, 300_000);

  test('the counts of before are gone', async () => {
    await keep();
    await inTransaction(api.db, insertLate);
    expect(await rows()).toEqual([]);
    expect(await keep()).toBeGreaterThan(0);
    expect(await drift()).toMatchObject({ drift: 0 });
  }, 300_000);
});

test('another time zone has other days: they are counted anew', async () => {
  await forgetAll();
  await keep();
  const inIndia = await readAll();
  await keep('America/New_York');
  expect(new Set((await rows()).map(({ zone }) => zone))).toEqual(new Set(['America/New_York']));
  expect(await drift()).toMatchObject({ drift: 0 });
  // Nothing is counted for India now: the events answer.
  expect(await readAll()).toEqual(inIndia);
}, 300_000);

test('the closed periods of a report cover its days once, its weeks from Monday', () => {
  for (const today of ['2026-03-02', '2026-03-01', '2026-11-26', '2024-02-29']) {
    for (const length of [30, 90, 365]) {
      const { days, weeks, whole } = closedPeriods(today, length);
      expect(days).toHaveLength(length - 1);
      expect([days[0]?.first, days.at(-1)?.last]).toEqual([whole.first, whole.last]);
      expect([weeks[0]?.first, weeks.at(-1)?.last]).toEqual([whole.first, whole.last]);
      for (const [index, { first }] of weeks.entries()) {
        if (index === 0) continue;
        expect(new Date(first).getUTCDay()).toBe(1);
        expect(Date.parse(first) - Date.parse(weeks[index - 1]?.last ?? '')).toBe(DAY_MS);
      }
    }
  }
});
