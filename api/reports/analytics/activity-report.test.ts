import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { type ActivityReport, getActivityReport } from '#contract/reports.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { queryRows } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { addLeague, enroll, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, TEST_PASSWORD } from '../../test/people.ts';

const ZONE = 'Asia/Kolkata';
const DAY_MS = 86_400_000;
const LENGTHS = [30, 90, 365];

const people: Person[] = [];

interface Seen {
  userId: string;
  leagueId: string;
  /** Days before today. */
  back: number;
}
const events: Seen[] = [];

const api = await openTestApp({ TIME_ZONE: ZONE });
const leagues = [await addLeague(api.db), await addLeague(api.db), await addLeague(api.db)];
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const ofTwo = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
for (const league of leagues.slice(0, 2)) await addScope(api.db, ofTwo.id, league.id);
for (let index = 0; index < 8; index++) people.push(await addPerson(api.db));
for (const { id } of people) for (const league of leagues) await enroll(api.db, id, league);
const [row] = await queryRows<{ at: string }>(
  api.db,
  sql`select (date_trunc('day', now() at time zone ${ZONE}) at time zone ${ZONE})::text as at`,
);
/** The first moment of today in the time zone. */
const midnight = Date.parse(row?.at ?? '');
let state = 7;
/** The same numbers every time, below `limit`. */
const draw = (limit: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};
// More than a year, on both sides of midnight in India.
for (let index = 0; index < 900; index++) {
  await addEvent(
    people[draw(people.length)],
    leagues[draw(3)],
    draw(380),
    [1, DAY_MS / 2, DAY_MS - 1][index % 3],
  );
}

async function addEvent(
  person: Person | undefined,
  league: TestLeague | undefined,
  back: number,
  within = 0,
) {
  const section = league?.weeks[0]?.sections[0];
  const seen = { userId: person?.id ?? '', leagueId: league?.id ?? '', back };
  events.push(seen);
  await api.db.insert(progressEvents).values({
    ...seen,
    resourceId: section?.resources[0]?.id ?? '',
    sectionId: section?.id ?? '',
    kind: 'NOTED',
    personalNote: 'x',
    occurredAt: new Date(Math.min(midnight - back * DAY_MS + within, Date.now())),
  });
}

const read = async (person: Person, days: number, leagueId?: string): Promise<ActivityReport> => {
  const query = { days: String(days), ...(leagueId ? { leagueId } : {}) };
  const { status, body } = await api.call(getActivityReport, { token: person.token, query });
  expect(status).toBe(200);
  return body.data;
};

/** The report as the inserted events tell it. */
function expected(days: number, leagueIds: readonly string[]): ActivityReport {
  const seen = events.filter(({ leagueId, back }) => leagueIds.includes(leagueId) && back < days);
  const learners = (some: readonly Seen[]) => new Set(some.map(({ userId }) => userId)).size;
  const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(midnight));
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  const backs = Array.from({ length: days }, (_, index) => days - 1 - index);
  const mondayOf = (back: number) => {
    const day = today - back * DAY_MS;
    return toDay(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS);
  };
  return {
    days,
    byDay: backs.map((back) => ({
      day: toDay(today - back * DAY_MS),
      learners: learners(seen.filter((event) => event.back === back)),
    })),
    byWeek: [...new Set(backs.map(mondayOf))].map((week) => ({
      week,
      learners: learners(seen.filter(({ back }) => mondayOf(back) === week)),
    })),
    learners: learners(seen),
  };
}

async function expectExact() {
  const ids = leagues.map(({ id }) => id);
  for (const days of LENGTHS) {
    expect(await read(grand, days)).toEqual(expected(days, ids));
    for (const id of ids) expect(await read(grand, days, id)).toEqual(expected(days, [id]));
    expect(await read(ofTwo, days)).toEqual(expected(days, ids.slice(0, 2)));
  }
}

test('the report counts exactly, for every span and every choice of leagues', async () => {
  await expectExact();
  expect((await read(grand, 365)).learners).toBe(8);
});

test('a tick of today counts at once, in its day, its week and the whole', async () => {
  const newcomer = await addPerson(api.db);
  await enroll(api.db, newcomer.id, leagues[2] as TestLeague);
  const { status } = await api.call(completeResource, {
    token: newcomer.token,
    params: { resourceId: leagues[2]?.weeks[0]?.sections[0]?.resources[0]?.id ?? '' },
    body: {},
  });
  expect(status).toBe(200);
  events.push({ userId: newcomer.id, leagueId: leagues[2]?.id ?? '', back: 0 });
  await expectExact();
});

test('an event of the moment after midnight, while the report is read, is of today', async () => {
  await api.db.insert(progressEvents).values({
    userId: people[1]?.id ?? '',
    resourceId: leagues[1]?.weeks[0]?.sections[0]?.resources[0]?.id ?? '',
    sectionId: leagues[1]?.weeks[0]?.sections[0]?.id ?? '',
    leagueId: leagues[1]?.id ?? '',
    kind: 'NOTED',
    personalNote: 'x',
    occurredAt: new Date(Date.now() + DAY_MS),
  });
  events.push({ userId: people[1]?.id ?? '', leagueId: leagues[1]?.id ?? '', back: 0 });
  await expectExact();
});

test('a learner who deletes their account is in no count any more', async () => {
  const gone = people[3] as Person;
  const { status } = await api.call(deleteOwnAccount, {
    token: gone.token,
    body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
  });
  expect(status).toBe(200);
  events.splice(0, events.length, ...events.filter(({ userId }) => userId !== gone.id));
  await expectExact();
});
