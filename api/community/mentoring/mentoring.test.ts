import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as calls from '#contract/mentoring.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { mentorNotes, mentorSessions, mentorSlots, mentors } from '../../platform/db/schema/community.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, type PersonInput } from '../../test/people.ts';

const api = await openTestApp();
const { db } = api;
const chief = await addPerson(db, { role: 'CHIEF_PATHFINDER' });
const meera = await addPerson(db, { name: 'Meera Iyer', role: 'PATHFINDER' });
const noor = await addPerson(db, { name: 'Noor Chenab', role: 'LUMINARY' });
const asha = await addPerson(db, { name: 'Asha Verma' });
const dev = await addPerson(db, { name: 'Dev Rao' });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const dayIn = (days: number) =>
  inHours(24 * days)
    .toISOString()
    .slice(0, 10);
const OFFER = {
  ...{ time: '18:00', timeZone: 'Asia/Kolkata', minutes: 30, noticeHours: 12 },
  ...{ topics: 'Code review', place: 'https://meet.example.org/meera' },
};

const offer = (body: object, { token } = meera) =>
  api.call(calls.addSlots, { token, body: { ...OFFER, day: dayIn(7), ...body } });
const look = async ({ token }: Person) => (await api.call(calls.getMentoring, { token })).body.data;
const own = async (person: Person): Promise<calls.MentorSlot[]> => (await look(person)).slots;
const book = (slotId: string, { token } = asha, question?: string) =>
  api.call(calls.bookSession, { token, body: { slotId, question } });
const move = (id: string, slotId: string, { token } = asha) =>
  api.call(calls.moveSession, { token, params: { id }, body: { slotId } });
const cancel = (id: string, { token } = asha) => api.call(calls.cancelSession, { token, params: { id } });
const takeBack = (id: string, { token } = meera) => api.call(calls.removeSlot, { token, params: { id } });
const saveNote = (id: string, text: string, { token } = asha) =>
  api.call(calls.saveSessionNote, { token, params: { id }, body: { text } });
const codes = (replies: { status: number; body: { code?: string } }[]) =>
  replies.map(({ status, body }) => body.code ?? status);

let added = 0;
/** A time that begins in so many hours, straight in the table. */
async function addSlot(
  hours: number,
  mentor = meera,
  columns: Partial<typeof mentorSlots.$inferInsert> = {},
) {
  const id = `slot-${added++}`;
  const times = { startsAt: inHours(hours), endsAt: inHours(hours + 0.5) };
  const { topics, place, noticeHours } = OFFER;
  await db
    .insert(mentorSlots)
    .values({ id, mentorId: mentor.id, ...times, topics, place, noticeHours, ...columns });
  return id;
}
const addSlots = (...hours: number[]) => Promise.all(hours.map((hour) => addSlot(hour)));
const bookedId = async (hours: number, learner = asha, mentor = meera): Promise<string> =>
  (await book(await addSlot(hours, mentor), learner)).body.data.id;
const begin = (id: string) =>
  db
    .update(mentorSlots)
    .set({ startsAt: inHours(-2), endsAt: inHours(-1) })
    .where(eq(mentorSlots.id, id));

beforeEach(async () => {
  await db.delete(mentorSlots);
  await db.delete(mentors);
});

describe('offering times', () => {
  test('once or each week, all of them or none', async () => {
    expect(await offer({})).toMatchObject({ status: 201, body: { data: { added: 1 } } });
    expect((await offer({ until: dayIn(28) })).body.code).toBe('SLOT_OVERLAPS');
    expect((await offer({ day: dayIn(14), until: dayIn(35) })).body.data).toEqual({ added: 4 });
    expect(await own(meera)).toHaveLength(5);
    const [first] = (await look(asha)).mentors;
    expect(first).toMatchObject({ id: meera.id, name: 'Meera Iyer' });
    expect(first.slots[0]).toEqual({
      ...{ id: expect.any(String), mentorId: meera.id, place: null, session: null },
      startsAt: `${dayIn(7)}T12:30:00.000Z`,
      endsAt: `${dayIn(7)}T13:00:00.000Z`,
      topics: 'Code review',
      isOnline: true,
      changeableUntil: `${dayIn(7)}T00:30:00.000Z`,
    });
  });

  test.each([
    [{ day: dayIn(-2) }, 'SLOT_PAST'],
    [{ day: dayIn(400) }, 'SLOT_PAST'],
    [{ until: dayIn(6) }, 'SLOT_REPEAT'],
    [{ until: dayIn(400) }, 'SLOT_REPEAT'],
    [{ day: '0000-01-01' }, 'INVALID_INPUT'],
    [{ day: '1001-01-01', until: dayIn(7) }, 'INVALID_INPUT'],
    [{ timeZone: 'Asia/Nowhere' }, 'INVALID_INPUT'],
  ])('is refused for %p', async (body, code) => {
    const reply = await offer(body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await own(meera)).toEqual([]);
  });

  // Each change of the clock in spring or autumn is within the weeks; India has none.
  const year = new Date().getUTCFullYear();
  const season = [`${year}-03-01`, `${year}-10-01`, `${year + 1}-03-01`].find((day) => day > dayIn(1)) ?? '';
  test.each([
    ['Europe/Berlin', ['16:00', '17:00']],
    ['America/New_York', ['22:00', '23:00']],
    ['Asia/Kolkata', ['12:30']],
  ])('weekly times stay the same on the clock in %s when it changes', async (timeZone, utc) => {
    const until = new Date(Date.parse(season) + 60 * DAY).toISOString().slice(0, 10);
    expect((await offer({ day: season, until, timeZone })).body.data).toEqual({ added: 9 });
    const starts = (await own(meera)).map(({ startsAt }) => startsAt);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
    expect(new Set(starts.map((at) => clock.format(new Date(at))))).toEqual(new Set(['18:00']));
    expect([...new Set(starts.map((at) => at.slice(11, 16)))].sort()).toEqual(utc);
    expect(new Set(starts.map((at) => new Date(at).getUTCDay())).size).toBe(1);
  });

  test('is seen once it is no further ahead than the days that are listed', async () => {
    const near = await addSlot(24 * calls.BOOKABLE_DAYS - 1);
    await addSlot(24 * calls.BOOKABLE_DAYS + 1);
    const seen = (await look(asha)).mentors.flatMap(({ slots }: calls.Mentor) => slots.map(({ id }) => id));
    expect(seen).toEqual([near]);
  });

  test('is for staff and named Luminaries', async () => {
    expect(codes([await offer({}, noor), await offer({}, asha)])).toEqual([
      'MENTOR_REFUSED',
      'MENTOR_REFUSED',
    ]);
    expect((await look(noor)).isMentor).toBe(false);
    await db.insert(mentors).values({ userId: noor.id });
    expect((await offer({}, noor)).status).toBe(201);
    expect((await look(noor)).isMentor).toBe(true);
    expect((await look(asha)).mentors).toMatchObject([{ name: 'Noor Chenab' }]);
    await db.update(users).set({ role: 'PIONEER' }).where(eq(users.id, noor.id));
    expect((await look(asha)).mentors).toEqual([]);
    expect((await book((await own(noor))[0]?.id ?? '')).body.code).toBe('SLOT_NOT_FOUND');
    await db.update(users).set({ role: 'LUMINARY' }).where(eq(users.id, noor.id));
  });

  test('twice at once adds one', async () => {
    expect(codes(await Promise.all([offer({}), offer({}), offer({})])).sort()).toEqual([
      201,
      'SLOT_OVERLAPS',
      'SLOT_OVERLAPS',
    ]);
  });
});

describe('booking', () => {
  test('takes the time, shows the place, and the question to the mentor', async () => {
    const [slotId = '', later = ''] = await addSlots(48, 72);
    const booked = await book(slotId, asha, 'How do I\nbegin?');
    expect(booked.status).toBe(201);
    const { id } = booked.body.data;
    const session = { id, question: 'How do I\nbegin?', note: null };
    const slot = { id: slotId, mentorId: meera.id, place: OFFER.place, topics: 'Code review' };
    const seen = await look(asha);
    expect(seen.sessions).toMatchObject([{ ...slot, session: { ...session, otherName: 'Meera Iyer' } }]);
    expect(seen.mentors[0].slots.map(({ id }: calls.MentorSlot) => id)).toEqual([later]);
    expect(JSON.stringify(await look(dev))).not.toContain(OFFER.place);
    expect(await own(meera)).toMatchObject([
      { ...slot, session: { ...session, otherName: 'Asha Verma' } },
      { id: later, place: OFFER.place, session: null },
    ]);
    expect(codes([await book(slotId, dev), await book(slotId)])).toEqual(['SLOT_TAKEN', 'SESSION_OVERLAPS']);
  });

  test('is refused too late, for the own time, and for one that is gone', async () => {
    const [late = '', passed = ''] = await addSlots(11.9, -1);
    expect(codes([await book(late), await book(passed), await book('gone')])).toEqual([
      'SLOT_TOO_LATE',
      'SLOT_TOO_LATE',
      'SLOT_NOT_FOUND',
    ]);
    expect((await look(asha)).mentors).toEqual([]);
    const [own = ''] = await addSlots(48);
    expect((await book(own, meera)).body.code).toBe('SLOT_NOT_FOUND');
    expect((await look(meera)).mentors).toEqual([]);
  });

  test('two sessions to come are the most, and none at the same time', async () => {
    const [first = '', second = '', third = ''] = await addSlots(48, 72, 96);
    const beside = await addSlot(48.25, chief);
    await book(first);
    expect((await book(beside)).body.code).toBe('SESSION_OVERLAPS');
    await book(second);
    expect((await book(third)).body.code).toBe('SESSIONS_FULL');
    await begin(first);
    expect((await book(third)).status).toBe(201);
  });

  test('a mentor books no session at the time of a booked one of their own', async () => {
    const [mine = ''] = await addSlots(48);
    const theirs = await addSlot(48, chief);
    expect((await book(theirs, meera)).status).toBe(201);
    await cancel((await look(meera)).sessions[0].session.id, meera);
    await book(mine);
    expect((await book(theirs, meera)).body.code).toBe('SESSION_OVERLAPS');
  });

  test('three at once of one learner give two', async () => {
    const slots = await addSlots(48, 72, 96);
    expect(codes(await Promise.all(slots.map((id) => book(id)))).sort()).toEqual([201, 201, 'SESSIONS_FULL']);
    expect((await look(asha)).sessions).toHaveLength(2);
  });
});

describe('moving', () => {
  test('keeps the session, frees the old time and counts as a change', async () => {
    const [from = '', to = ''] = await addSlots(48, 72);
    const { id } = (await book(from)).body.data;
    expect((await move(id, to)).status).toBe(200);
    expect((await move(id, to)).status).toBe(200);
    expect(await db.select().from(mentorSessions)).toMatchObject([
      { id, slotId: to, sequence: 1, remindedAt: null },
    ]);
    expect((await look(dev)).mentors[0].slots).toMatchObject([{ id: from }]);
  });

  test('is refused for other mentors, taken times, too late on either side, and sessions of others', async () => {
    const [from = '', taken = '', late = '', free = ''] = await addSlots(48, 72, 6, 96);
    const { id } = (await book(from)).body.data;
    await book(taken, dev);
    const other = await addSlot(120, chief);
    expect(
      codes([
        await move(id, other),
        await move(id, taken),
        await move(id, late),
        await move(id, 'gone'),
        await move(id, free, dev),
        await move(id, free, meera),
      ]),
    ).toEqual([
      'SLOT_NOT_FOUND',
      'SLOT_TAKEN',
      'SLOT_TOO_LATE',
      'SLOT_NOT_FOUND',
      'SESSION_NOT_FOUND',
      'SESSION_NOT_FOUND',
    ]);
    await db.update(mentorSlots).set({ noticeHours: 72 }).where(eq(mentorSlots.id, from));
    expect((await move(id, free)).body.code).toBe('SLOT_TOO_LATE');
  });
});

describe('cancelling', () => {
  test('by the learner frees the time until the notice of the mentor', async () => {
    const slotId = await addSlot(48);
    const { id } = (await book(slotId)).body.data;
    expect(codes([await cancel(id, dev), await cancel(id, meera)])).toEqual([
      'SESSION_NOT_FOUND',
      'SESSION_NOT_FOUND',
    ]);
    expect(codes([await cancel(id), await cancel(id)])).toEqual([200, 'SESSION_NOT_FOUND']);
    expect((await book(slotId, dev)).status).toBe(201);
    await db.update(mentorSlots).set({ noticeHours: 72 });
    const late = (await look(dev)).sessions[0].session.id;
    expect((await cancel(late, dev)).body.code).toBe('SLOT_TOO_LATE');
  });

  test('by the mentor takes the time back until it begins', async () => {
    const [soon = '', begun = ''] = await addSlots(1, 48);
    const id = await bookedId(72);
    const { slotId } = (await db.select().from(mentorSessions).where(eq(mentorSessions.id, id)))[0] ?? {};
    await begin(begun);
    expect(codes([await takeBack(soon, chief), await takeBack(begun)])).toEqual([
      'SLOT_NOT_FOUND',
      'SLOT_NOT_FOUND',
    ]);
    expect(codes([await takeBack(soon), await takeBack(slotId ?? '')])).toEqual([200, 200]);
    expect((await look(asha)).sessions).toEqual([]);
  });

  test('an absence takes back the days of a zone, begun times and those of others aside', async () => {
    const at = (id: string, startsAt: string, mentor = meera) =>
      addSlot(0, mentor, {
        id,
        startsAt: new Date(startsAt),
        endsAt: new Date(Date.parse(startsAt) + HOUR / 2),
      });
    const [before, day, after] = [dayIn(6), dayIn(7), dayIn(8)];
    await at('before', `${before}T18:00:00Z`);
    await at('first', `${before}T18:30:00Z`);
    await at('last', `${day}T18:00:00Z`);
    await at('after', `${day}T18:30:00Z`);
    await at('other', `${day}T10:00:00Z`, chief);
    await book('last');
    const report = (from: string, to: string) =>
      api.call(calls.reportAbsence, { token: meera.token, body: { from, to, timeZone: 'Asia/Kolkata' } });
    expect((await report(after, day)).body.code).toBe('ABSENCE_DAYS');
    expect((await report(day, day)).status).toBe(200);
    expect((await look(asha)).sessions).toEqual([]);
    const left = (await db.select({ id: mentorSlots.id }).from(mentorSlots)).map(({ id }) => id);
    expect(left.sort()).toEqual(['after', 'before', 'other']);
  });
});

describe('notes', () => {
  test('are private to their writer, begin with the session and go when emptied', async () => {
    const slotId = await addSlot(48);
    const { id } = (await book(slotId)).body.data;
    expect((await saveNote(id, 'Early')).body.code).toBe('SESSION_NOT_BEGUN');
    await begin(slotId);
    expect(codes([await saveNote(id, 'Mine'), await saveNote(id, 'Theirs', meera)])).toEqual([200, 200]);
    expect((await saveNote(id, 'Nosy', dev)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await look(asha)).sessions).toMatchObject([{ session: { note: 'Mine' } }]);
    expect(await own(meera)).toMatchObject([{ session: { note: 'Theirs' } }]);
    expect((await saveNote(id, ' ')).status).toBe(200);
    expect(await db.select().from(mentorNotes)).toMatchObject([{ authorId: meera.id, text: 'Theirs' }]);
  });
});

describe('naming', () => {
  const name = (userId: string) => api.call(calls.nameMentor, { token: chief.token, params: { userId } });
  const remove = (userId: string) => api.call(calls.removeMentor, { token: chief.token, params: { userId } });
  const list = async () => (await api.call(calls.listMentors, { token: chief.token })).body.data.mentors;

  test('is for active Luminaries, and its end is that of what is to come', async () => {
    const person = async (input: PersonInput) => (await addPerson(db, input)).id;
    expect(
      codes([
        await name('gone'),
        await name(asha.id),
        await name(meera.id),
        await name(await person({ role: 'LUMINARY', status: 'SUSPENDED' })),
        await name(noor.id),
        await name(noor.id),
      ]),
    ).toEqual([
      'MENTOR_NOT_FOUND',
      'MENTOR_NOT_LUMINARY',
      'MENTOR_NOT_LUMINARY',
      'MENTOR_NOT_LUMINARY',
      200,
      200,
    ]);
    await addSlot(72, noor);
    const id = await bookedId(48, asha, noor);
    const kept = await bookedId(96);
    expect(await list()).toEqual([
      { id: noor.id, name: 'Noor Chenab', email: noor.email, namedAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await remove(noor.id)).status).toBe(200);
    expect((await remove(noor.id)).body.code).toBe('MENTOR_NOT_FOUND');
    expect(await list()).toEqual([]);
    const { sessions } = await look(asha);
    expect([sessions.map(({ session }: calls.BookedSlot) => session.id), id]).toEqual([[kept], id]);
    expect(await own(noor)).toEqual([]);
  });
});
