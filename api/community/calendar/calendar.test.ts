import { beforeEach, expect, test } from 'bun:test';
import { eq, getTableName, type SQL, sql } from 'drizzle-orm';
import * as calls from '#contract/calendar.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import {
  eventRegistrations,
  events,
  mentorSessions,
  mentorSlots,
} from '../../platform/db/schema/community.ts';
import { assignments, leagues } from '../../platform/db/schema/curriculum.ts';
import { submissions } from '../../platform/db/schema/learning.ts';
import { addLeague, addLearner, enroll } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { explainStatement, readStatements } from '../../test/statements.ts';

const api = await openTestApp({ TIME_ZONE: 'Europe/Berlin' });
const { db } = api;
const finance = await addLeague(db, { name: 'Finance', weeks: 0 });
const other = await addLeague(db, { name: 'Other', weeks: 0 });
const asha = await addLearner(db, finance, { name: 'Asha Verma' });
const meera = await addPerson(db, { role: 'PATHFINDER', name: 'Meera Iyer' });

const read = ({ token }: Person) => api.call(calls.getCalendar, { token });
const list = async (person = asha): Promise<calls.CalendarEntry[]> => (await read(person)).body.data.entries;
const idsOf = async (person = asha) => (await list(person)).map(({ id }) => id);
const today = sql`date_trunc('day', now(), 'Europe/Berlin')`;
const inDays = (days: number) => sql`now() + ${days} * interval '1 day'`;
const after = (moment: SQL, seconds: number) => sql`${moment} + ${seconds} * interval '1 second'`;

const setDue = (dueAt: SQL, leagueId = finance.id) =>
  db
    .insert(assignments)
    .values({ id: `due-${leagueId}`, leagueId, title: 'Pitch', description: 'Write one', dueAt })
    .onConflictDoUpdate({ target: assignments.leagueId, set: { dueAt } });

async function addEvent(id: string, startsAt: SQL, { state = 'CONFIRMED', userId = asha.id } = {}) {
  const [opensAt, endsAt] = [after(startsAt, -3600), after(startsAt, 3600)];
  const times = { opensAt, closesAt: endsAt, startsAt, endsAt };
  await db
    .insert(events)
    .values({ id, title: 'Build Night', place: 'Library', ...times, places: 9, audience: 'EVERYONE' })
    .onConflictDoNothing();
  const row = {
    id: `to-${id}-${userId}`,
    eventId: id,
    userId,
    state,
    arrival: await db.$count(eventRegistrations),
  };
  await db.insert(eventRegistrations).values({ ...row, doorCode: 'ABCDEF' });
  return row.id;
}

async function addSession(id: string, startsAt: SQL, { learnerId = asha.id, mentorId = meera.id } = {}) {
  const times = { startsAt, endsAt: after(startsAt, 1800) };
  await db
    .insert(mentorSlots)
    .values({ id: `slot-${id}`, mentorId, ...times, topics: 'CVs', place: 'Room 5', noticeHours: 12 });
  await db.insert(mentorSessions).values({ id, slotId: `slot-${id}`, learnerId });
  return id;
}

beforeEach(async () => {
  for (const table of [assignments, events, mentorSlots]) await db.delete(table);
  await db.update(leagues).set({ expiresAt: null });
});

test('shows each kind once to the people of it, earliest first', async () => {
  expect(await list()).toEqual([]);
  await db
    .update(leagues)
    .set({ expiresAt: inDays(9) })
    .where(eq(leagues.id, finance.id));
  await setDue(inDays(3));
  const registration = await addEvent('night-1', inDays(2));
  await addSession('session', inDays(1));
  const { body } = await read(asha);
  expect(calls.getCalendar.data?.safeParse(body.data).success).toBe(true);
  const { entries, timeZone } = body.data;
  expect(timeZone).toBe('Europe/Berlin');
  expect(entries).toMatchObject([
    {
      kind: 'SESSION',
      id: 'session',
      title: 'Session with Meera Iyer',
      place: 'Room 5',
      path: '/dashboard/mentoring',
    },
    { kind: 'EVENT', id: registration, title: 'Build Night', place: 'Library', path: '/events/night-1' },
    { kind: 'DUE', title: 'Pitch', place: 'Finance', path: `/dashboard/league/${finance.id}`, endsAt: null },
    {
      kind: 'LEAGUE_END',
      id: finance.id,
      title: 'Finance',
      place: null,
      path: `/dashboard/league/${finance.id}`,
    },
  ]);
  expect(Date.parse(entries[0].endsAt) - Date.parse(entries[0].startsAt)).toBe(1_800_000);
  expect(await list(meera)).toMatchObject([{ kind: 'SESSION', title: 'Session with Asha Verma' }]);
  // Enrolled by two cohorts.
  await enroll(db, asha.id, { ...finance, cohortId: other.cohortId });
  expect(await list()).toHaveLength(4);
});

test('leaves out what needs nothing more: approved, waiting, cancelled, over, and of other leagues', async () => {
  await setDue(inDays(3));
  await setDue(inDays(3), other.id);
  await db
    .update(leagues)
    .set({ expiresAt: inDays(9) })
    .where(eq(leagues.id, other.id));
  await addEvent('waiting', inDays(1), { state: 'WAITING' });
  await addEvent('given-back', inDays(1), { state: 'CANCELLED' });
  await addEvent('cancelled', inDays(1));
  await db.update(events).set({ cancelledAt: sql`now()` }).where(eq(events.id, 'cancelled'));
  expect(await idsOf()).toEqual([`due-${finance.id}`]);
  const answer = { id: 'answer', assignmentId: `due-${finance.id}`, userId: asha.id, content: 'Mine' };
  await db.insert(submissions).values({ ...answer, status: 'NEEDS_REVISION' });
  expect(await idsOf()).toEqual([`due-${finance.id}`]);
  await db.update(submissions).set({ status: 'APPROVED' });
  expect(await idsOf()).toEqual([]);
  await db.delete(submissions);
  await db
    .update(leagues)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(leagues.id, finance.id));
  expect(await idsOf()).toEqual([finance.id]);
});

test('reaches from the start of today in the zone of the community for a year and a day', async () => {
  await setDue(after(today, -1));
  await addEvent('yesterday', after(today, -7200));
  await addSession('yesterday', after(today, -3600));
  await addSession('in-a-year', inDays(367));
  expect(await idsOf()).toEqual([]);
  await setDue(after(today, 1));
  const atMidnight = await addEvent('midnight', after(today, -60));
  await addSession('next-year', inDays(365));
  expect(await idsOf()).toEqual([atMidnight, `due-${finance.id}`, 'next-year']);
});

test('is for learners, and each gets their own address of the feed', async () => {
  const pending = await addPerson(db, { status: 'PENDING' });
  for (const call of [calls.getCalendar, calls.renewCalendarFeed]) {
    expect([(await api.call(call)).status, (await api.call(call, pending)).status]).toEqual([401, 403]);
  }
  const pathOf = async (person: Person) => (await read(person)).body.data.feedPath;
  const [mine, theirs] = [await pathOf(asha), await pathOf(meera)];
  expect(mine).toMatch(/^\/api\/calendar\/[\w-]+\.ics$/);
  expect(await pathOf(asha)).toBe(mine);
  const renewed = (await api.call(calls.renewCalendarFeed, asha)).body;
  expect(renewed).toMatchObject({ success: true, message: 'Your calendar has a new address' });
  expect([await pathOf(asha), await pathOf(meera)]).toEqual([renewed.data.feedPath, theirs]);
  expect(renewed.data.feedPath).not.toBe(mine);
});

test('reads a community of thousands by index, with the session, in one statement', async () => {
  await setDue(inDays(3));
  await db.execute(sql`
    insert into users (id, email, name, password_hash)
    select 'reader-' || n, 'reader-' || n || '@example.test', 'Reader', 'x' from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into enrollments (id, user_id, cohort_id, league_id)
    select 'e-' || id, id, ${finance.cohortId}, ${finance.id} from users where id like 'reader-%'`);
  await db.execute(sql`
    insert into submissions (id, assignment_id, user_id, content) select 's-' || id, ${`due-${finance.id}`}, id, 'Mine'
    from users where id like 'reader-%'`);
  await addEvent('crowd', inDays(1));
  await db.execute(sql`
    insert into event_registrations (id, event_id, user_id, state, arrival, door_code)
    select id, 'crowd', id, 'CONFIRMED', 10 + row_number() over (), lpad(row_number() over () ::text, 6, '0')
    from users where id like 'reader-%'`);
  await db.execute(sql`
    insert into mentor_slots (id, mentor_id, starts_at, ends_at, topics, place, notice_hours)
    select id, id, now() + interval '1 day', now() + interval '2 days', 'CVs', 'Here', 1
    from users where id like 'reader-%'`);
  await db.execute(sql`
    insert into mentor_sessions (id, slot_id, learner_id) select 'm-' || id, id, id from users where id like 'reader-%'`);
  await addSession('session', inDays(1));
  await api.owner.execute(sql`analyze`);
  const sent = await readStatements(db, () => read(asha));
  expect(sent).toHaveLength(1);
  const steps = await explainStatement(db, sent[0] as (typeof sent)[0]);
  const LARGE = [users, submissions, eventRegistrations, mentorSlots, mentorSessions].map(getTableName);
  const visited = steps
    .filter((step) => [...LARGE, 'enrollments'].includes(step['Relation Name'] ?? ''))
    .map((step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']);
  expect(visited.length).toBeGreaterThan(LARGE.length);
  expect(Math.max(...visited)).toBeLessThan(10);
  await db.delete(users).where(sql`${users.id} like 'reader-%'`);
});
