import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as calls from '#contract/mentoring.ts';
import { listNews } from '#contract/news.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import {
  mentorNotes,
  mentorSessions,
  mentorSlots,
  mentors,
  notifications,
} from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages, type StoredMessage } from '../../platform/mail/outbox.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, type PersonInput, TEST_PASSWORD } from '../../test/people.ts';
import { cancelOfGone, mailReminders, sweepSlots } from './jobs.ts';

const api = await openTestApp();
const { db } = api;
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

let meera: Person;
let asha: Person;
let added = 0;
async function addSlot(
  startsAt: Date,
  { id: mentorId }: Person = meera,
  columns: Partial<typeof mentorSlots.$inferInsert> = {},
) {
  const id = `slot-${added++}`;
  const endsAt = new Date(startsAt.getTime() + HOUR);
  const offer = { topics: 'Code; review', place: 'Library', noticeHours: 1 };
  await db.insert(mentorSlots).values({ id, mentorId, startsAt, endsAt, ...offer, ...columns });
  return id;
}
const book = async (slotId: string, { token } = asha, question?: string): Promise<string> =>
  (await api.call(calls.bookSession, { token, body: { slotId, question } })).body.data.id;
const move = (id: string, slotId: string) =>
  api.call(calls.moveSession, { token: asha.token, params: { id }, body: { slotId } });
const cancel = (id: string) => api.call(calls.cancelSession, { token: asha.token, params: { id } });
const takeBack = (id: string) => api.call(calls.removeSlot, { token: meera.token, params: { id } });
const setPerson = ({ id }: Person, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, id));
const erase = ({ id }: Person) => db.delete(users).where(eq(users.id, id));

/** Mails since the last call, by address. */
async function mailed(): Promise<StoredMessage[]> {
  const mails = await listStoredMessages(api);
  await db.delete(outboxMessages);
  return mails.sort((a, b) => (a.to < b.to ? -1 : 1));
}
const subjects = (mails: StoredMessage[]) => mails.map(({ to, subject }) => [to.split('-')[0], subject]);
const calendarOf = ({ calendar }: StoredMessage) => ({
  method: calendar?.method,
  ...Object.fromEntries((calendar?.content ?? '').split('\r\n').map((line) => line.split(/:(.*)/, 2))),
});
/** News since the last call, newest first. */
async function newsOf({ id, token }: Person): Promise<{ text: string; path: string }[]> {
  const { items } = (await api.call(listNews, { token })).body.data;
  await db.delete(notifications).where(eq(notifications.userId, id));
  return items.map(({ text, path }: { text: string; path: string }) => ({ text, path }));
}

beforeEach(async () => {
  await db.delete(mentorSlots);
  await db.delete(outboxMessages);
  const person = (name: string, input: PersonInput) =>
    addPerson(db, { name, email: `${name.toLowerCase()}-${added++}@example.test`, ...input });
  meera = await person('Meera', { role: 'PATHFINDER' });
  asha = await person('Asha', {});
});

test('both get a calendar entry that keeps its UID, counts its moves and is cancelled', async () => {
  const from = await addSlot(new Date('2036-12-05T18:00:00+05:30'));
  const to = await addSlot(new Date('2036-12-06T18:00:00+05:30'));
  const id = await book(from, asha, 'How do I begin?');
  const [toLearner, toMentor, ...more] = (await mailed()) as [StoredMessage, StoredMessage];
  expect([subjects([toLearner, toMentor]), more]).toEqual([
    [
      ['asha', 'Session booked: Meera'],
      ['meera', 'Session booked: Asha'],
    ],
    [],
  ]);
  expect(toLearner.text).toContain('Friday, 5 December 2036');
  expect(toLearner.text).toContain('18:00–19:00 (Asia/Kolkata), Library.');
  expect([toLearner, toMentor].map(({ text }) => text.includes('How do I begin?'))).toEqual([false, true]);
  expect([toLearner, toMentor].map(({ text }) => /\/(admin|dashboard)\/mentoring/.exec(text)?.[1])).toEqual([
    'dashboard',
    'admin',
  ]);
  const entry = calendarOf(toLearner);
  expect(entry).toMatchObject({
    ...{ method: 'PUBLISH', METHOD: 'PUBLISH', UID: expect.stringMatching(new RegExp(`^${id}@`)) },
    ...{ SEQUENCE: '0', DTSTART: '20361205T123000Z', DTEND: '20361205T133000Z', LOCATION: 'Library' },
    SUMMARY: 'Session with Meera',
  });
  expect(calendarOf(toMentor)).toMatchObject({ UID: entry.UID, SUMMARY: 'Session with Asha' });

  await move(id, to);
  const moved = await mailed();
  expect(subjects(moved)).toEqual([
    ['asha', 'Session moved: Meera'],
    ['meera', 'Session moved: Asha'],
  ]);
  for (const mail of moved) {
    expect(calendarOf(mail)).toMatchObject({
      ...{ METHOD: 'PUBLISH', UID: entry.UID, SEQUENCE: '1', DTSTART: '20361206T123000Z' },
    });
  }
  await cancel(id);
  const ended = await mailed();
  expect(ended.map(({ subject }) => subject.split(':')[0])).toEqual([
    'Session cancelled',
    'Session cancelled',
  ]);
  for (const mail of ended) {
    expect(calendarOf(mail)).toMatchObject({
      ...{ method: 'CANCEL', METHOD: 'CANCEL', UID: entry.UID, SEQUENCE: '2', STATUS: 'CANCELLED' },
    });
  }
});

test('news goes to the one who did not do it, in the area of that person', async () => {
  const from = await addSlot(new Date('2036-12-05T18:00:00+05:30'));
  const to = await addSlot(new Date('2036-12-06T18:00:00+05:30'));
  const id = await book(from);
  await move(id, to);
  await cancel(id);
  expect(await newsOf(meera)).toEqual([
    { text: 'The session on 6 December 2036 at 18:00 was cancelled', path: '/admin/mentoring' },
    { text: 'A learner moved to your session on 6 December 2036 at 18:00', path: '/admin/mentoring' },
    { text: 'A learner booked your session on 5 December 2036 at 18:00', path: '/admin/mentoring' },
  ]);
  expect(await newsOf(asha)).toEqual([]);
  await book(from);
  await newsOf(meera);
  await takeBack(from);
  expect([await newsOf(asha), await newsOf(meera)]).toEqual([
    [{ text: 'The session on 5 December 2036 at 18:00 was cancelled', path: '/dashboard/mentoring' }],
    [],
  ]);
});

test('a name that looks like a link is left out', async () => {
  await setPerson(asha, { name: 'Win at evil.example.com' });
  await book(await addSlot(inHours(48)), asha, 'Hello?');
  const [, toMentor] = await mailed();
  expect(toMentor?.subject).toBe('Session booked');
  expect(toMentor?.text).toContain('The learner:\n> Hello?');
  expect(JSON.stringify(toMentor)).not.toContain('evil.example');
});

test('an address that was never proven gets no mail', async () => {
  await setPerson(meera, { emailVerifiedAt: null });
  await book(await addSlot(inHours(48)));
  expect(subjects(await mailed())).toEqual([['asha', 'Session booked: Meera']]);
});

describe('a reminder', () => {
  test('goes to both once, a day before, and again after a move', async () => {
    const [soon, later] = [await addSlot(inHours(25)), await addSlot(inHours(50))];
    const id = await book(soon);
    await mailed();
    await mailReminders(api);
    expect(await mailed()).toEqual([]);
    const comes = (slotId: string) =>
      db
        .update(mentorSlots)
        .set({ startsAt: inHours(23) })
        .where(eq(mentorSlots.id, slotId));
    const remind = async () => {
      await Promise.all([mailReminders(api), mailReminders(api)]);
      return subjects(await mailed());
    };
    const both = [
      ['asha', 'Session soon: Meera'],
      ['meera', 'Session soon: Asha'],
    ];
    await comes(soon);
    expect([await remind(), await remind()]).toEqual([both, []]);
    await move(id, later);
    await mailed();
    expect(await remind()).toEqual([]);
    await comes(later);
    expect(await remind()).toEqual(both);
  });

  test('does not follow a booking within the last day', async () => {
    await book(await addSlot(inHours(23)));
    expect(await mailed()).toHaveLength(2);
    await mailReminders(api);
    expect(await mailed()).toEqual([]);
  });
});

describe('sessions of people who are gone', () => {
  const left = async () => [await db.$count(mentorSlots), await db.$count(mentorSessions)];
  const cancelled = (name: string, other: string) => [
    name,
    other ? `Session cancelled: ${other}` : 'Session cancelled',
  ];

  test.each([
    ['suspended', () => setPerson(meera, { status: 'SUSPENDED' }), [cancelled('asha', 'Meera')]],
    [
      'demoted',
      () => setPerson(meera, { role: 'PIONEER' }),
      [cancelled('asha', 'Meera'), cancelled('meera', 'Asha')],
    ],
    ['erased', () => erase(meera), [cancelled('asha', '')]],
  ])('of a mentor who was %s end with the free times', async (_, leave, told) => {
    await addSlot(inHours(72));
    await book(await addSlot(inHours(48)));
    await mailed();
    await cancelOfGone(api);
    expect([await left(), await mailed()]).toEqual([[2, 1], []]);
    await leave();
    await cancelOfGone(api);
    await cancelOfGone(api);
    expect([await left(), subjects(await mailed())]).toEqual([[0, 0], told]);
    expect((await newsOf(asha)).map(({ text }) => text)).toEqual([expect.stringContaining('was cancelled')]);
  });

  test.each([
    ['suspended', () => setPerson(asha, { status: 'SUSPENDED' }), 'Asha'],
    ['erased', () => erase(asha), ''],
  ])('of a learner who was %s free the time', async (_, leave, name) => {
    await book(await addSlot(inHours(48)));
    await mailed();
    await newsOf(meera);
    await leave();
    await cancelOfGone(api);
    expect([await left(), subjects(await mailed())]).toEqual([[1, 0], [cancelled('meera', name)]]);
    expect(await newsOf(meera)).toMatchObject([{ path: '/admin/mentoring' }]);
  });

  test('past ones stay with their notes until both are gone, past free times do not', async () => {
    const noor = await addPerson(db, { role: 'LUMINARY' });
    await db.insert(mentors).values({ userId: noor.id });
    const past = await addSlot(inHours(-48), noor);
    const sessionId = 'past';
    await db.insert(mentorSessions).values({ id: sessionId, slotId: past, learnerId: asha.id });
    await addSlot(inHours(-24));
    await addSlot(inHours(24));
    for (const { id: authorId } of [asha, noor]) {
      await db.insert(mentorNotes).values({ sessionId, authorId, text: 'Mine' });
    }
    const sweep = async () => {
      await cancelOfGone(api);
      await sweepSlots(db);
      return [...(await left()), await db.$count(mentorNotes)];
    };
    expect(await sweep()).toEqual([2, 1, 2]);
    await erase(noor);
    expect(await sweep()).toEqual([2, 1, 1]);
    const own = (await api.call(calls.getMentoring, { token: asha.token })).body.data.sessions;
    expect(own).toMatchObject([{ mentorId: null, session: { otherName: null, note: 'Mine' } }]);
    await erase(asha);
    expect(await sweep()).toEqual([1, 0, 0]);
  });
});

test('an account that deletes itself takes its notes and its question along, and the other person is told', async () => {
  const [past, coming] = [await addSlot(inHours(48)), await addSlot(inHours(72))];
  const sessionId = await book(past, asha, 'Whispered');
  await book(coming);
  await db
    .update(mentorSlots)
    .set({ startsAt: inHours(-2), endsAt: inHours(-1) })
    .where(eq(mentorSlots.id, past));
  const saveNote = ({ token }: Person, text: string) =>
    api.call(calls.saveSessionNote, { token, params: { id: sessionId }, body: { text } });
  await saveNote(asha, 'Mine');
  await saveNote(meera, 'Theirs');
  await mailed();
  const body = { password: TEST_PASSWORD, confirmation: 'DELETE' };
  expect((await api.call(deleteOwnAccount, { token: asha.token, body })).status).toBe(200);
  await db.delete(outboxMessages);
  await cancelOfGone(api);
  await sweepSlots(db);
  expect(subjects(await mailed())).toEqual([['meera', 'Session cancelled']]);
  expect((await db.select().from(mentorNotes)).map(({ text }) => text)).toEqual(['Theirs']);
  const { slots } = (await api.call(calls.getMentoring, { token: meera.token })).body.data;
  expect(slots).toMatchObject([
    { id: coming, session: null },
    { id: past, session: { id: sessionId, otherName: null, question: null, note: 'Theirs' } },
  ]);
});
