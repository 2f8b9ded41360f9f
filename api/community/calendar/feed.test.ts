import { beforeEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import * as calls from '#contract/calendar.ts';
import { eraseAccount } from '../../accounts/own-account/erasure.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import {
  eventRegistrations,
  events,
  mentorSessions,
  mentorSlots,
} from '../../platform/db/schema/community.ts';
import { assignments } from '../../platform/db/schema/curriculum.ts';
import { registry } from '../../platform/process/metrics.ts';
import { product } from '../../platform/process/product.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person } from '../../test/people.ts';

const api = await openTestApp({ TIME_ZONE: 'Europe/Berlin', PUBLIC_SITE_URL: 'https://league.example.org' });
const { db } = api;
const finance = await addLeague(db, { name: 'Finance', weeks: 0 });
const asha = await addLearner(db, finance);

const pathOf = async ({ token }: Person, at = api): Promise<string> =>
  (await at.call(calls.getCalendar, { token })).body.data.feedPath;
const get = async (person = asha, at = api) => {
  const response = await at.request(await pathOf(person, at));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function addSession(
  { db }: TestApp,
  id: string,
  startsAt: Date,
  place = 'Room 5',
  learnerId = asha.id,
) {
  const endsAt = new Date(startsAt.getTime() + HOUR);
  await db
    .insert(mentorSlots)
    .values({ id, mentorId: null, startsAt, endsAt, topics: 'CVs', place, noticeHours: 1 });
  await db.insert(mentorSessions).values({ id, slotId: id, learnerId, sequence: 2 });
}

async function addEvent(title: string, startsAt: Date) {
  const [opensAt, endsAt] = [new Date(Date.now() - HOUR), new Date(startsAt.getTime() + HOUR)];
  const times = { opensAt, closesAt: startsAt, startsAt, endsAt };
  await db
    .insert(events)
    .values({ id: 'night', title, place: 'Library', ...times, places: 9, audience: 'EVERYONE', sequence: 3 });
  await db.insert(eventRegistrations).values({
    ...{ id: 'registration', eventId: 'night', userId: asha.id, state: 'CONFIRMED', arrival: 1 },
    doorCode: 'ABCDEF',
  });
}

interface Read {
  uid: string;
  title: string;
  place: string | undefined;
  startsAt: string;
}
/** As two parsers that share no code read a feed. */
const PARSERS: Record<string, (text: string) => Read[]> = {
  'ical.js': (text) => {
    const calendar = new ICAL.Component(ICAL.parse(text));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const startsAt = event.startDate.toJSDate().toISOString();
      return { uid: event.uid, title: event.summary, place: event.location ?? undefined, startsAt };
    });
  },
  'ts-ics': (text) =>
    (convertIcsCalendar(undefined, text).events ?? []).map(({ uid, summary, location, start }) => ({
      ...{ uid, title: summary, place: location, startsAt: start.date.toISOString() },
    })),
};

beforeEach(async () => {
  for (const table of [assignments, events, mentorSlots]) await db.delete(table);
});

test('folds lines at 75 octets and escapes what has a meaning; two parsers read the words as they were', async () => {
  const title = `${'कार्यशाला 🎓👩🏽‍💻 '.repeat(6)}1, 2; 3\\4:"5"`;
  const place = `Room 5; floor 2, \\n is no break\nbut this is, and ${'🧭'.repeat(60)}`;
  await addEvent(title, new Date(Date.now() + DAY));
  await addSession(api, 'session', new Date(Date.now() + 2 * DAY), place);
  const dueAt = new Date(Math.ceil((Date.now() + 3 * DAY) / 1000) * 1000);
  await db
    .insert(assignments)
    .values({ id: 'due', leagueId: finance.id, title: 'Pitch', description: 'Write', dueAt });
  const { status, headers, text } = await get();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(Buffer.from(text).toString()).toBe(text);
  expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
  expect([lines.at(0), lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  const domain = product.mailbox.split('@').at(-1);
  for (const [name, parse] of Object.entries(PARSERS)) {
    expect([name, parse(text)]).toMatchObject([
      name,
      [
        { uid: `registration@${domain}`, title, place: 'Library' },
        { uid: `session@${domain}`, title: 'Session', place },
        {
          uid: `due@${domain}`,
          title: 'Assignment due: Pitch',
          place: 'Finance',
          startsAt: dueAt.toISOString(),
        },
      ],
    ]);
  }
  expect(lines).toContain('URL;VALUE=URI:https://league.example.org/events/night');
  expect(lines.filter((line) => line.startsWith('SEQUENCE'))).toEqual([
    'SEQUENCE:3',
    'SEQUENCE:2',
    'SEQUENCE:0',
  ]);
  expect(lines.filter((line) => line.startsWith('DTSTAMP')).every((line) => line.endsWith('Z'))).toBe(true);
});

/** The next one, on the last Sunday of a month. */
function changeIn(month: number): number {
  const inYear = (year: number) => {
    const last = new Date(Date.UTC(year, month, 31));
    return last.getTime() - last.getUTCDay() * DAY;
  };
  const year = new Date().getUTCFullYear();
  return [inYear(year), inYear(year + 1)].find((at) => at > Date.now() + 2 * DAY) ?? 0;
}

test('names the zone with its daylight saving: 18:00 stays 18:00 on both sides of a change', async () => {
  const inReach = (at: number) => at < Date.now() + (calls.CALENDAR_DAYS - 3) * DAY;
  const changes = [
    { at: changeIn(2), hours: [17, 16] },
    { at: changeIn(9), hours: [16, 17] },
  ].filter(({ at }) => inReach(at));
  expect(changes.length).toBeGreaterThan(0);
  const moments = changes
    .flatMap(({ at, hours: [before = 0, then = 0] }) => [at - DAY + before * HOUR, at + DAY + then * HOUR])
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
  for (const [n, at] of moments.entries()) await addSession(api, `session-${n}`, at);
  const { text } = await get();
  const starts = [...text.matchAll(/^DTSTART;TZID=Europe\/Berlin:(\d{8})T(\d{6})\r$/gm)];
  expect(starts.map(([, day, time]) => [day, time])).toEqual(
    moments.map((at) => [at.toISOString().slice(0, 10).replaceAll('-', ''), '180000']),
  );
  expect(text).toMatch(
    /BEGIN:VTIMEZONE\r\nTZID:Europe\/Berlin\r\n[\s\S]*BEGIN:DAYLIGHT[\s\S]*END:VTIMEZONE\r\n/,
  );
  for (const [name, parse] of Object.entries(PARSERS)) {
    expect([name, parse(text).map(({ startsAt }) => startsAt)]).toEqual([
      name,
      moments.map((at) => at.toISOString()),
    ]);
  }
});

test('is valid in zones without daylight saving, of an older name, and without any', async () => {
  const startsAt = new Date(Math.ceil((Date.now() + DAY) / 1000) * 1000);
  for (const [zone, named] of [
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['UTC', 'Etc/UTC'],
  ] as const) {
    const there = await makeApp({ TIME_ZONE: zone });
    try {
      const learner = await addPerson(there.db);
      const empty = (await get(learner, there)).text;
      expect(empty).toContain(`BEGIN:VTIMEZONE\r\nTZID:${named}\r\n`);
      for (const parse of Object.values(PARSERS)) expect(parse(empty)).toEqual([]);
      await addSession(there, 'session', startsAt, 'Room 5', learner.id);
      const { text } = await get(learner, there);
      expect(text).toContain(`BEGIN:VTIMEZONE\r\nTZID:${named}\r\n`);
      expect(text).toContain(`DTSTART;TZID=${named}:`);
      for (const parse of Object.values(PARSERS))
        expect(parse(text)).toMatchObject([{ startsAt: startsAt.toISOString() }]);
    } finally {
      await there.close();
    }
  }
});

const NOT_FOUND = [404, 'CALENDAR_NOT_FOUND'];
const answer = async (path: string) => {
  const response = await api.request(path);
  return [response.status, response.ok ? null : ((await response.json()) as { code: string }).code];
};

test('an address that is renewed, changed or of an account that is gone or not active leads nowhere', async () => {
  const first = await pathOf(asha);
  expect(await answer(first)).toEqual([200, null]);
  const renewed: string = (await api.call(calls.renewCalendarFeed, { token: asha.token })).body.data.feedPath;
  expect([await answer(first), await answer(renewed)]).toEqual([NOT_FOUND, [200, null]]);
  const stranger = await addPerson(db);
  const other = await pathOf(stranger);
  const start = '/api/calendar/'.length;
  const swapped = renewed.slice(0, start + 22) + other.slice(start + 22);
  for (const wrong of [
    swapped,
    renewed.replace('.ics', ''),
    renewed.replace('.ics', 'x.ics'),
    '/api/calendar/x.ics',
  ]) {
    expect([wrong, await answer(wrong)]).toEqual([wrong, NOT_FOUND]);
  }
  for (const [change, back] of [
    [{ status: 'SUSPENDED' }, { status: 'ACTIVE' }],
    [{ status: 'PENDING' }, { status: 'ACTIVE' }],
    [{ emailVerifiedAt: null }, { emailVerifiedAt: new Date() }],
  ] as const) {
    await db.update(users).set(change).where(eq(users.id, stranger.id));
    expect(await answer(other)).toEqual(NOT_FOUND);
    await db.update(users).set(back).where(eq(users.id, stranger.id));
    expect(await answer(other)).toEqual([200, null]);
  }
  await inTransaction(db, (tx) => eraseAccount(tx, stranger));
  expect(await answer(other)).toEqual(NOT_FOUND);
});

test('P44 is answered to HEAD, never cached, and its address is neither logged nor counted', async () => {
  const path = await pathOf(asha);
  const secret = path.split('/').at(-1) as string;
  const head = await api.request(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    '',
  ]);
  const again = await api.request(path, {
    headers: { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() },
  });
  expect([again.status, again.headers.get('cache-control'), again.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ]);
  await api.request(path.replace('.ics', 'x.ics'));
  expect(api.logged()).toContain('"route":"/calendar/:secret"');
  const told = api.logged() + (await registry.metrics());
  expect(told).toContain('getCalendarFeed');
  expect(told).not.toContain(secret.slice(0, 22));
});
