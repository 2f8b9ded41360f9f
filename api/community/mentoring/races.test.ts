import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as calls from '#contract/mentoring.ts';
import { mentorSessions, mentorSlots, notifications } from '../../platform/db/schema/community.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';

const api = await openTestApp();
const { db } = api;
const meera = await addPerson(db, { role: 'PATHFINDER' });
const learners = await Promise.all(Array.from({ length: 100 }, () => addPerson(db)));

async function addSlot(id: string, days: number) {
  const startsAt = new Date(Date.now() + days * 86_400_000);
  const endsAt = new Date(startsAt.getTime() + 1_800_000);
  const offer = { topics: 'Code review', place: 'Library', noticeHours: 12 };
  await db.insert(mentorSlots).values({ id, mentorId: meera.id, startsAt, endsAt, ...offer });
}
const book = (slotId: string, { token } = learners[0] as (typeof learners)[0]) =>
  api.call(calls.bookSession, { token, body: { slotId } });
const codes = (replies: { status: number; body: { code?: string } }[]) =>
  replies.map(({ status, body }) => body.code ?? String(status)).sort();

test('100 bookings of one time at once: one gets it, the others hear that it is taken', async () => {
  await addSlot('wanted', 2);
  const replies = codes(await Promise.all(learners.map((learner) => book('wanted', learner))));
  expect(replies).toEqual(['201', ...Array(99).fill('SLOT_TAKEN')]);
  expect(await db.$count(mentorSessions)).toBe(1);
});

test('moves of two learners to one time at once: one gets it', async () => {
  await db.delete(mentorSlots);
  const [asha, dev] = learners;
  for (const [n, id] of ['a', 'b', 'wanted'].entries()) await addSlot(id, n + 2);
  const ids = (await Promise.all([book('a', asha), book('b', dev)])).map(({ body }) => body.data.id);
  const move = (id: string, { token = '' } = {}) =>
    api.call(calls.moveSession, { token, params: { id }, body: { slotId: 'wanted' } });
  expect(codes(await Promise.all([move(ids[0], asha), move(ids[1], dev)]))).toEqual(['200', 'SLOT_TAKEN']);
});

test('a time that is booked while its mentor takes it back: the learner gets nothing, or is told', async () => {
  for (let round = 0; round < 20; round++) {
    await db.delete(mentorSlots);
    await db.delete(notifications);
    await addSlot('torn', 2);
    const { token } = meera;
    const [booked, taken] = await Promise.all([
      book('torn'),
      api.call(calls.removeSlot, { token, params: { id: 'torn' } }),
    ]);
    expect(taken.status).toBe(200);
    const told = await db.$count(notifications, eq(notifications.userId, learners[0]?.id ?? ''));
    expect([booked.status, told]).toEqual(booked.status === 201 ? [201, 1] : [404, 0]);
    expect(await db.$count(mentorSessions)).toBe(0);
  }
});

test('five bookings of one learner at once give two', async () => {
  for (let round = 0; round < 10; round++) {
    await db.delete(mentorSlots);
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const [n, id] of ids.entries()) await addSlot(id, n + 2);
    const replies = codes(await Promise.all(ids.map((id) => book(id))));
    expect(replies).toEqual(['201', '201', ...Array(3).fill('SESSIONS_FULL')]);
  }
});
