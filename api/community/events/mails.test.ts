import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import * as calls from '#contract/events.ts';
import { listNews } from '#contract/news.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages, type StoredMessage } from '../../platform/mail/outbox.ts';
import { setUp, stopAll } from '../../test/mail-bench.ts';
import { addPerson, type Person } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';
import { sweepGuests, tendEvents } from './registrations.ts';

const { api, mailServer, start } = await setUp();
const { db } = api;
afterAll(stopAll);
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER' });
const asha = await addPerson(db, { name: 'Asha Verma' });
const dev = await addPerson(db);
const kiran = await addPerson(db);

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const params = { eventId: 'build-night-1' };
const OPEN = {
  title: 'Build; Night, “ਰਾਤ”',
  place: 'Library',
  opensAt: inDays(-1),
  closesAt: inDays(1),
  startsAt: '2036-12-05T18:00:00+05:30',
  endsAt: '2036-12-05T21:00:00+05:30',
  places: 1,
  audience: 'EVERYONE',
};
const save = (body: object = {}) =>
  api.call(calls.saveEvent, { token: grand.token, params, body: { ...OPEN, ...body } });
const register = ({ token }: Person) => api.call(calls.registerForEvent, { token, params });
const cancel = ({ token }: Person) => api.call(calls.cancelOwnRegistration, { token, params });
const stateOf = async ({ token }: Person) =>
  (await api.call(calls.getOwnRegistration, { token, params })).body.data.registration.state;
/** Mails since the last call, oldest first. */
async function mailed(): Promise<StoredMessage[]> {
  const mails = (await listStoredMessages(api)).reverse();
  await db.delete(outboxMessages);
  return mails;
}
const subjects = (mails: StoredMessage[]) => mails.map(({ to, subject }) => [to, subject.split(':')[0]]);
const calendarOf = ({ calendar }: StoredMessage) => ({
  method: calendar?.method,
  ...Object.fromEntries((calendar?.content ?? '').split('\r\n').map((line) => line.split(/:(.*)/, 2))),
});
const tend = () => tendEvents(api, () => false);

beforeEach(async () => {
  await db.delete(events);
  await save();
});

test('the calendar entry keeps its UID, counts its changes and is cancelled with the place', async () => {
  const { id } = (await register(asha)).body.data.registration;
  const [place] = await mailed();
  const entry = calendarOf(place as StoredMessage);
  expect(entry).toMatchObject({
    method: 'PUBLISH',
    METHOD: 'PUBLISH',
    UID: expect.stringMatching(new RegExp(`^${id}@`)),
    SEQUENCE: '0',
    DTSTART: '20361205T123000Z',
    DTEND: '20361205T153000Z',
    SUMMARY: 'Build\\; Night\\, “ਰਾਤ”',
    LOCATION: 'Library',
  });
  expect(place?.text).toContain('Friday, 5 December 2036');
  expect(place?.text).toContain('(Asia/Kolkata)');
  await save({ startsAt: '2036-12-05T19:00:00+05:30' });
  await tend();
  const [changed, ...others] = await mailed();
  expect(calendarOf(changed as StoredMessage)).toMatchObject({
    ...{ METHOD: 'PUBLISH', UID: entry.UID, SEQUENCE: '1', DTSTART: '20361205T133000Z' },
  });
  expect(others).toEqual([]);
  await cancel(asha);
  const [gone] = await mailed();
  expect(calendarOf(gone as StoredMessage)).toMatchObject({
    ...{ method: 'CANCEL', METHOD: 'CANCEL', UID: entry.UID, SEQUENCE: '1', STATUS: 'CANCELLED' },
  });
});

test('mail programs get the entry beside the text', async () => {
  await register(asha);
  await start().drain();
  const source = mailServer.received.find(({ to }) => to[0] === asha.email)?.source ?? '';
  expect(source).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/m);
  expect(source).toMatch(/filename=event\.ics/);
});

describe('another time or place, and the end of an event', () => {
  test('go to everybody once, as news too; other changes to nobody', async () => {
    await register(asha);
    await register(dev);
    await register(kiran);
    await cancel(kiran);
    await mailed();
    await save({ title: 'Night', closesAt: inDays(2) });
    await tend();
    expect(await mailed()).toEqual([]);
    await save({ place: 'Hall' });
    await tend();
    await tend();
    const heard = (words: string) => [asha, dev].map(({ email }) => [email, words]).sort();
    expect(subjects(await mailed()).sort()).toEqual(heard('The event has changed'));
    await api.call(calls.cancelEvent, { token: grand.token, params });
    await api.call(calls.cancelEvent, { token: grand.token, params });
    await tend();
    const ended = await mailed();
    expect(subjects(ended).sort()).toEqual(heard('The event was cancelled'));
    expect(ended.map((mail) => calendarOf(mail).method).sort()).toEqual(['CANCEL', undefined]);
    const { items } = (await api.call(listNews, { token: dev.token })).body.data;
    expect(items.map(({ text }: { text: string }) => text)).toEqual([
      '“Build; Night, “ਰਾਤ”” was cancelled',
      '“Build; Night, “ਰਾਤ”” has another time or place',
    ]);
    expect((await register(kiran)).body.code).toBe('EVENT_CANCELLED');
  });

  test('take as many statements for 90 people as for 10', async () => {
    const tellAll = async (guests: number) => {
      await db.delete(eventRegistrations);
      await db.execute(sql`
        insert into event_registrations (id, event_id, guest_name, guest_email, state, arrival, door_code)
        select 'g' || n, ${params.eventId}, 'Guest', 'g' || n || '@example.test', 'CONFIRMED', n, lpad(n::text, 6, '0')
        from generate_series(1, ${guests}::int) n`);
      await save({ place: `Room ${guests}` });
      const sent = await readStatements(db, tend);
      expect(await mailed()).toHaveLength(guests);
      return sent.length;
    };
    expect(await tellAll(90)).toBe(await tellAll(10));
  });
});

describe('a place that becomes free goes to the first who waits, by mail and news', () => {
  test('after more places and after an erased account, and not once the event began or was cancelled', async () => {
    await register(asha);
    await register(dev);
    await register(kiran);
    expect(subjects(await mailed())).toEqual([
      [asha.email, 'You have a place'],
      [dev.email, 'You are on the waiting list'],
      [kiran.email, 'You are on the waiting list'],
    ]);
    await save({ places: 2 });
    expect(subjects(await mailed())).toEqual([[dev.email, 'You have a place now']]);
    const { items } = (await api.call(listNews, { token: dev.token })).body.data;
    expect(items[0]).toMatchObject({ kind: 'EVENT', path: '/events/build-night-1' });
    // Fewer places take none away.
    await save({ places: 1 });
    expect([await stateOf(dev), await stateOf(kiran)]).toEqual(['CONFIRMED', 'WAITING']);
    await save({ places: 2 });
    const leaver = await addPerson(db);
    await db
      .update(eventRegistrations)
      .set({ userId: leaver.id })
      .where(eq(eventRegistrations.userId, asha.id));
    await db.delete(users).where(eq(users.id, leaver.id));
    // The free place is for the first who waits, not for the next who comes.
    const late = await addPerson(db);
    expect((await register(late)).body.data.registration).toMatchObject({ state: 'WAITING', position: 2 });
    await mailed();
    const set = (columns: Partial<typeof events.$inferInsert>) => db.update(events).set(columns);
    const [before] = await db.select().from(events);
    for (const stopped of [{ startsAt: new Date(Date.now() - 1000) }, { cancelledAt: new Date() }]) {
      await set(stopped);
      await tend();
      expect(await stateOf(kiran)).toBe('WAITING');
      await set({ startsAt: before?.startsAt, cancelledAt: null });
    }
    await tend();
    expect([await stateOf(kiran), await stateOf(late)]).toEqual(['CONFIRMED', 'WAITING']);
    expect(subjects(await mailed())).toEqual([[kiran.email, 'You have a place now']]);
  });

  test('an address that was never proven gets no mail', async () => {
    await register(await addPerson(db, { verified: false }));
    expect(await mailed()).toEqual([]);
  });
});

test('guests are deleted 30 days after the event, accounts stay', async () => {
  await register(asha);
  await db.insert(eventRegistrations).values({
    ...{ id: 'guest', eventId: params.eventId, guestName: 'G', guestEmail: 'g@example.test' },
    ...{ state: 'CANCELLED', arrival: 9, doorCode: 'ABC123' },
  });
  const left = async (days: number) => {
    const ago = (more: number) => sql`now() - ${days + more} * interval '1 day'`;
    await db.update(events).set({ opensAt: ago(3), closesAt: ago(1), startsAt: ago(2), endsAt: ago(0) });
    await sweepGuests(db);
    return (await db.select().from(eventRegistrations)).map(({ userId }) => userId).sort();
  };
  expect(await left(29)).toEqual([asha.id, null]);
  expect(await left(31)).toEqual([asha.id]);
});
