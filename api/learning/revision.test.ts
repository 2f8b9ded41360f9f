import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { listHistory, undoChange } from '#contract/history.ts';
import { getDashboard } from '#contract/learning.ts';
import {
  completeResource,
  listRevision,
  markForRevision,
  resetResource,
} from '#contract/resource-progress.ts';
import {
  getRevision,
  pauseRevision,
  RevisionEntry,
  reviewResource,
  undoReview,
  unmarkForRevision,
} from '#contract/revision.ts';
import { inTransaction } from '../db/client.ts';
import { resourceProgress, revisionCards, revisionReviews } from '../db/schema/learning.ts';
import { addLeague, enroll, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

const DAY_MS = 86_400_000;
let api: TestApp;
let league: TestLeague;
const ids = () => league.weeks.flatMap(({ sections }) => sections.flatMap(({ resources }) => resources));
const resource = (index: number) => ids()[index]?.id ?? '';

beforeAll(async () => {
  api = await makeApp({ TIME_ZONE: 'Asia/Kolkata' });
  league = await addLeague(api.db);
});
afterAll(() => api.close());

/** A learner with the first `marks` resources marked, the first one longest ago. */
async function addMarker(marks: number): Promise<Person> {
  const person = await addPerson(api.db);
  await enroll(api.db, person.id, league);
  for (let index = 0; index < marks; index++) {
    const params = { resourceId: resource(index) };
    await api.call(markForRevision, { token: person.token, params, body: {} });
  }
  return person;
}

/** Moves marks and due dates of a learner into the past. */
async function letPass(person: Person, days: number): Promise<void> {
  const ago = sql`make_interval(days => ${days}::int)`;
  await api.db.execute(sql`update resource_progress set marked_for_revision_at = marked_for_revision_at - ${ago}
    where user_id = ${person.id}`);
  await api.db.execute(sql`update revision_cards set marked_at = marked_at - ${ago}, due_at = due_at - ${ago},
    reviewed_at = reviewed_at - ${ago} where user_id = ${person.id}`);
}

/** The same with the answers, the cards from before them and the history. */
async function letAllPass(person: Person, days: number): Promise<void> {
  await letPass(person, days);
  const ago = sql`make_interval(days => ${days}::int)`;
  const moved = (name: string) =>
    sql`${name}::text, (card_before::json ->> ${name}::text)::timestamptz - ${ago}`;
  await api.db.execute(sql`update revision_reviews set reviewed_at = reviewed_at - ${ago},
    card_before = (card_before::jsonb || jsonb_build_object(${moved('markedAt')}, ${moved('dueAt')},
      ${moved('reviewedAt')}))::text
    where user_id = ${person.id}`);
  await inTransaction(api.owner, async (tx) => {
    await tx.execute(sql`alter table progress_events disable trigger user`);
    await tx.execute(
      sql`update progress_events set occurred_at = occurred_at - ${ago} where user_id = ${person.id}`,
    );
    await tx.execute(sql`alter table progress_events enable trigger user`);
  });
}

const read = async ({ token }: Person): Promise<DataOf<typeof getRevision>> =>
  (await api.call(getRevision, { token })).body.data;
const answer = (person: Person, index: number, rating: unknown, headers?: Record<string, string>) =>
  api.call(reviewResource, {
    token: person.token,
    params: { resourceId: resource(index) },
    body: { rating } as never,
    ...(headers ? { headers } : {}),
  });
const daysUntil = (moment: string | undefined) =>
  Math.round((Date.parse(moment ?? '') - Date.now()) / DAY_MS);

describe('spaced revision', () => {
  test('a mark is due the next day, and what comes back first stands first', async () => {
    const person = await addMarker(3);
    const fresh = await read(person);
    expect(fresh.sums).toEqual({ marked: 3, due: 0, pausedAt: null });
    expect(fresh.revision.map((entry) => entry.resource.id)).toEqual([0, 1, 2].map(resource));
    expect(RevisionEntry.safeParse(fresh.revision[0]).success).toBe(true);
    expect(daysUntil(fresh.revision[0]?.dueAt)).toBe(1);

    await api.db.execute(sql`update resource_progress set marked_for_revision_at = now() - interval '2 days'
      where user_id = ${person.id} and resource_id = ${resource(2)}`);
    const later = await read(person);
    expect(later.sums.due).toBe(1);
    expect(later.revision.map(({ isDue }) => isDue)).toEqual([true, false, false]);
    expect(later.revision[0]?.resource.id).toBe(resource(2));
    const { nextUp } = (await api.call(getDashboard, { token: person.token })).body.data;
    expect(nextUp?.revision).toEqual({ marked: 3, due: 1, pausedAt: null });
    // The agreed list knows nothing of due dates.
    const agreed: DataOf<typeof listRevision> = (await api.call(listRevision, { token: person.token })).body
      .data;
    expect(agreed.revisionResources.map((entry) => entry.resource.id)).toEqual([2, 1, 0].map(resource));
  });

  test('an answer moves a mark behind those that come back sooner, over all pages and in a pause as well', async () => {
    const person = await addMarker(4);
    await answer(person, 0, 'REMEMBERED');
    await answer(person, 1, 'KEEP');
    await api.call(pauseRevision, { token: person.token, body: { isPaused: true } });
    const page = async (number: number) => {
      const query = { page: number, limit: 2 };
      const { data } = (await api.call(getRevision, { token: person.token, query })).body;
      return (data as DataOf<typeof getRevision>).revision;
    };
    const entries = [...(await page(1)), ...(await page(2))];
    expect(entries.map((entry) => entry.resource.id)).toEqual([2, 3, 1, 0].map(resource));
    const moments = entries.map(({ dueAt }) => dueAt);
    expect(moments).toEqual(moments.toSorted());
  });

  test('what is due today is due from the first minute of the day in the product time zone', async () => {
    const person = await addMarker(2);
    const midnight = sql`(date_trunc('day', now() at time zone 'Asia/Kolkata') + interval '1 day') at time zone 'Asia/Kolkata'`;
    for (const [index, shift] of [
      [0, '-1 second'],
      [1, '0 seconds'],
    ] as const) {
      await api.db.execute(sql`update resource_progress
        set marked_for_revision_at = ${midnight} - interval '1 day' + ${shift}::interval
        where user_id = ${person.id} and resource_id = ${resource(index)}`);
    }
    const { revision } = await read(person);
    expect(revision.map((entry) => [entry.resource.id, entry.isDue])).toEqual([
      [resource(0), true],
      [resource(1), false],
    ]);
  });

  test('remembered moves the next time further away each time, keep brings it back within a day', async () => {
    const person = await addMarker(1);
    const gaps: number[] = [];
    for (let round = 0; round < 4; round++) {
      const { body } = await answer(person, 0, 'REMEMBERED');
      gaps.push(daysUntil(body.data.entry?.dueAt));
      expect(body.data.entry?.reviews).toBe(round + 1);
      await letPass(person, gaps.at(-1) ?? 0);
    }
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(gaps[0]).toBeGreaterThanOrEqual(2);
    expect(gaps[3]).toBeGreaterThan((gaps[0] ?? 0) * 4);
    const kept = (await answer(person, 0, 'KEEP')).body.data.entry;
    expect(daysUntil(kept?.dueAt)).toBe(1);
    const [card] = await api.db.select().from(revisionCards).where(eq(revisionCards.userId, person.id));
    expect([card?.repetitions, card?.lapses, card?.state]).toEqual([5, 1, 2]);
  });

  test('the last answer can be taken back, once and only the last one', async () => {
    const person = await addMarker(1);
    const cards = () => api.db.select().from(revisionCards).where(eq(revisionCards.userId, person.id));
    const first = (await answer(person, 0, 'REMEMBERED')).body.data.reviewId;
    const between = await cards();
    const second = (await answer(person, 0, 'KEEP')).body.data.reviewId;
    const undo = (reviewId: string, who = person) =>
      api.call(undoReview, { token: who.token, params: { reviewId } });
    expect((await undo(first)).body).toMatchObject({ code: 'REVIEW_NOT_LAST' });
    expect((await undo(first)).status).toBe(409);
    expect((await undo(second, await addPerson(api.db))).status).toBe(404);
    expect((await undo('nonsense')).status).toBe(404);
    expect((await undo(second)).body.data.entry?.reviews).toBe(1);
    expect(await cards()).toEqual(between);
    expect((await undo(second)).status).toBe(200);
    expect(await cards()).toEqual(between);
    expect((await undo(first)).body.data.entry).toMatchObject({ reviews: 0, lastReviewedAt: null });
    expect(await cards()).toEqual([]);
    const reviews = await api.db.select().from(revisionReviews).where(eq(revisionReviews.userId, person.id));
    expect(reviews.every(({ undoneAt }) => undoneAt !== null)).toBe(true);
  });

  test('a pause keeps everything from falling due and moves every date by its length', async () => {
    const person = await addMarker(3);
    await answer(person, 0, 'REMEMBERED');
    await letPass(person, 8);
    const dueDates = async () =>
      new Map((await read(person)).revision.map((entry) => [entry.resource.id, Date.parse(entry.dueAt)]));
    const before = await dueDates();
    expect((await read(person)).sums.due).toBe(3);
    const pause = (isPaused: unknown) =>
      api.call(pauseRevision, { token: person.token, body: { isPaused } as never });
    const paused = (await pause(true)).body.data;
    expect([paused.due, (await pause(true)).body.data]).toEqual([0, paused]);
    expect((await read(person)).revision.some(({ isDue }) => isDue)).toBe(false);
    await api.db.execute(sql`update revision_pauses set paused_at = paused_at - interval '7 days'
      where user_id = ${person.id}`);
    // Marked a day ago, in the middle of the pause: moved by that day alone.
    await api.db.execute(sql`update resource_progress set marked_for_revision_at = now() - interval '1 day'
      where user_id = ${person.id} and resource_id = ${resource(2)}`);
    expect((await pause(false)).body.data).toMatchObject({ marked: 3, pausedAt: null });
    const after = await dueDates();
    for (const [index, days] of [
      [0, 7],
      [1, 7],
    ] as const) {
      const moved = (after.get(resource(index)) ?? 0) - (before.get(resource(index)) ?? 0);
      expect(Math.round(moved / DAY_MS)).toBe(days);
    }
    expect(daysUntil(new Date(after.get(resource(2)) ?? 0).toISOString())).toBe(1);
    expect((await pause(false)).body.data.pausedAt).toBeNull();
    expect(await dueDates()).toEqual(after);
    expect((await pause('yes')).body.error).toBe('isPaused must be true or false');
  });

  test('an answer taken back after a pause is due as before it, and later by the whole pause', async () => {
    const person = await addMarker(2);
    const undo = (reviewId: string) => api.call(undoReview, { token: person.token, params: { reviewId } });
    const pause = async (isPaused: boolean, days = 0) => {
      await api.call(pauseRevision, { token: person.token, body: { isPaused } });
      await api.db.execute(sql`update revision_pauses set paused_at = paused_at - make_interval(days => ${days}::int)
        where user_id = ${person.id}`);
    };
    const dueOf = async (index: number) =>
      Date.parse(
        (await read(person)).revision.find((entry) => entry.resource.id === resource(index))?.dueAt ?? '',
      );
    const daysSince = async (index: number, before: number) =>
      Math.round((10 * ((await dueOf(index)) - before)) / DAY_MS) / 10;

    const marked = await dueOf(0);
    const first = (await answer(person, 0, 'REMEMBERED')).body.data.reviewId;
    const answered = await dueOf(0);
    const second = (await answer(person, 0, 'REMEMBERED')).body.data.reviewId;
    await letAllPass(person, 9);
    await pause(true, 7);
    // Answered in the middle of the pause: taken back, it was paused all the time.
    const other = await dueOf(1);
    const between = (await answer(person, 1, 'REMEMBERED')).body.data.reviewId;
    await pause(false);
    await pause(true, 3);
    await pause(false);
    expect((await undo(second)).status).toBe(200);
    expect(await daysSince(0, answered)).toBe(-9 + 7 + 3);
    expect((await undo(first)).status).toBe(200);
    expect(await daysSince(0, marked)).toBe(-9 + 7 + 3);
    expect((await undo(between)).status).toBe(200);
    expect(await daysSince(1, other)).toBe(7 + 3);
    const [entry] = (await read(person)).revision;
    expect([entry?.reviews, entry?.lastReviewedAt]).toEqual([0, null]);
    // What was never answered begins from nothing, pause or not.
    const fresh = await addMarker(1);
    const next = async (who: Person) => {
      await answer(who, 0, 'REMEMBERED');
      const [card] = await api.db
        .select()
        .from(revisionCards)
        .where(and(eq(revisionCards.userId, who.id), eq(revisionCards.resourceId, resource(0))));
      return [card?.stability, card?.repetitions, card?.scheduledDays];
    };
    expect(await next(person)).toEqual(await next(fresh));
  });

  test('answers of several tabs about one state count once, and the others change nothing', async () => {
    const person = await addMarker(1);
    const { token } = person;
    const params = { resourceId: resource(0) };
    const answerTo = (seen: string | null | undefined, rating: 'REMEMBERED' | 'KEEP' = 'REMEMBERED') =>
      api.call(reviewResource, { token, params, body: { rating, expectedLastReviewedAt: seen } });
    const entry = async () => (await read(person)).revision[0];

    const first = (await entry())?.lastReviewedAt;
    expect(first).toBeNull();
    const replies = await Promise.all([answerTo(first), answerTo(first, 'KEEP'), answerTo(first)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const counted = replies.filter(({ body }) => body.data.reviewId !== null);
    expect(counted).toHaveLength(1);
    const answered = await entry();
    expect(answered?.reviews).toBe(1);
    for (const { body } of replies) expect(body.data.entry).toEqual(answered);

    // Asked with what stands it counts; so it does where the first answer was taken back meanwhile.
    const second = (await answerTo(answered?.lastReviewedAt)).body.data.reviewId ?? '';
    expect((await answerTo(answered?.lastReviewedAt)).body.data.reviewId).toBeNull();
    await api.call(undoReview, { token, params: { reviewId: second } });
    expect((await answerTo(answered?.lastReviewedAt)).body.data.reviewId).not.toBeNull();
    // A client that does not say what it saw is counted as ever.
    expect((await answerTo(undefined)).body.data.reviewId).not.toBeNull();
    expect((await entry())?.reviews).toBe(3);
    expect((await answerTo(1 as never)).body.error).toBe('expectedLastReviewedAt must be a string');
  });

  test.each([
    ['unmark', unmarkForRevision],
    ['reset', resetResource],
  ])(
    'a mark that was never answered, taken off by %s before a pause, comes back as if it had stayed',
    async (_, takeOff) => {
      const person = await addMarker(2);
      const { token } = person;
      const dueOf = async (index: number) =>
        Date.parse(
          (await read(person)).revision.find((one) => one.resource.id === resource(index))?.dueAt ?? '',
        );
      // Marked twice, which is once, and taken off and marked again: the moment of the mark is that of the second one.
      const params = { resourceId: resource(0) };
      await api.call(unmarkForRevision, { token, params });
      await api.call(markForRevision, { token, params, body: {} });
      await letAllPass(person, 1);
      await api.call(markForRevision, { token, params, body: { personalNote: 'Once more' } });
      const before = [await dueOf(0), await dueOf(1)];
      await api.call(takeOff, { token, params });
      const [taken] = (await api.call(listHistory, { token })).body.data.entries;
      await api.call(pauseRevision, { token, body: { isPaused: true } });
      await api.db.execute(sql`update revision_pauses set paused_at = paused_at - interval '7 days'
      where user_id = ${person.id}`);
      await api.call(pauseRevision, { token, body: { isPaused: false } });
      expect((await read(person)).sums.marked).toBe(1);
      expect((await api.call(undoChange, { token, params: { changeId: taken?.id ?? '' } })).status).toBe(200);
      const moved = [(await dueOf(0)) - (before[0] ?? 0), (await dueOf(1)) - (before[1] ?? 0)];
      expect(Math.abs((moved[0] ?? 0) - (moved[1] ?? 0))).toBeLessThan(1000);
    },
  );

  test('a mark that was taken off and comes back after a pause is due later by the pause', async () => {
    const person = await addMarker(1);
    const { token } = person;
    const dueAt = async () => Date.parse((await read(person)).revision[0]?.dueAt ?? '');
    const daysSince = async (before: number) => Math.round(((await dueAt()) - before) / DAY_MS);
    const marked = await dueAt();
    const { reviewId } = (await answer(person, 0, 'REMEMBERED')).body.data;
    const answered = await dueAt();
    await letAllPass(person, 9);
    const { eventId } = (await api.call(unmarkForRevision, { token, params: { resourceId: resource(0) } }))
      .body.data;
    await api.call(pauseRevision, { token, body: { isPaused: true } });
    await api.db.execute(sql`update revision_pauses set paused_at = paused_at - interval '7 days'
      where user_id = ${person.id}`);
    await api.call(pauseRevision, { token, body: { isPaused: false } });
    expect((await read(person)).revision).toEqual([]);
    expect((await api.call(undoChange, { token, params: { changeId: eventId } })).status).toBe(200);
    expect(await daysSince(answered)).toBe(-9 + 7);
    expect((await api.call(undoReview, { token, params: { reviewId } })).status).toBe(200);
    expect(await daysSince(marked)).toBe(-9 + 7);
  });

  test('taking a mark off leaves the tick and the note; marking again starts over with what was learned', async () => {
    const person = await addMarker(1);
    const params = { resourceId: resource(0) };
    const { token } = person;
    await api.call(completeResource, { token, params, body: { personalNote: 'mine', timeSpent: 60 } });
    await answer(person, 0, 'REMEMBERED');
    const off = (await api.call(unmarkForRevision, { token, params })).body.data;
    expect(off.progress).toMatchObject({
      isCompleted: true,
      markedForRevision: false,
      personalNote: 'mine',
      timeSpent: 60,
    });
    expect((await read(person)).sums.marked).toBe(0);
    expect((await api.call(unmarkForRevision, { token, params })).body.data.progress.isCompleted).toBe(true);
    const refused = await answer(person, 0, 'KEEP');
    expect([refused.status, refused.body.error]).toEqual([409, 'This resource is not marked for revision']);
    await api.call(markForRevision, { token, params, body: {} });
    const [again] = (await read(person)).revision;
    expect([daysUntil(again?.dueAt), again?.reviews]).toEqual([1, 1]);
    // The memory of the card stays: remembered again, it goes further than the first time.
    await letPass(person, 4);
    expect(daysUntil((await answer(person, 0, 'REMEMBERED')).body.data.entry?.dueAt)).toBeGreaterThan(4);
  });

  test('OPEN-22 a reset takes the resource off the list and keeps its note', async () => {
    const person = await addMarker(1);
    await api.call(resetResource, { token: person.token, params: { resourceId: resource(0) } });
    expect((await read(person)).revision).toEqual([]);
  });

  test('an answer sent twice counts once, a key used for another is refused, and a bad rating changes nothing', async () => {
    const person = await addMarker(2);
    const headers = { 'idempotency-key': `answer-${person.id}` };
    const [one, two] = await Promise.all([
      answer(person, 0, 'REMEMBERED', headers),
      answer(person, 0, 'REMEMBERED', headers),
    ]);
    expect(one.body.data).toEqual(two.body.data);
    expect((await answer(person, 1, 'REMEMBERED', headers)).status).toBe(409);
    for (const rating of ['GOOD', '', null, 3, undefined]) {
      const bad = await answer(person, 1, rating);
      expect([bad.status, bad.body.error]).toEqual([400, 'rating must be REMEMBERED or KEEP']);
    }
    const reviews = await api.db.select().from(revisionReviews).where(eq(revisionReviews.userId, person.id));
    expect(reviews).toHaveLength(1);
  });

  test('only enrolled, ACTIVE and verified learners write; a list is one’s own', async () => {
    const marker = await addMarker(1);
    const stranger = await addPerson(api.db);
    const pending = await addPerson(api.db, { status: 'PENDING' });
    await enroll(api.db, pending.id, league);
    const params = { resourceId: resource(0) };
    for (const [person, status] of [
      [stranger, 403],
      [pending, 403],
    ] as const) {
      expect((await answer(person, 0, 'KEEP')).status).toBe(status);
      expect((await api.call(unmarkForRevision, { token: person.token, params })).status).toBe(status);
    }
    expect((await read(stranger)).revision).toEqual([]);
    expect((await api.call(getRevision, { token: pending.token })).status).toBe(403);
    expect((await api.call(pauseRevision, { token: pending.token, body: { isPaused: true } })).status).toBe(
      403,
    );
    expect((await api.call(getRevision)).status).toBe(401);
    const { id } = (await answer(marker, 0, 'KEEP')).body.data.entry?.resource ?? {};
    expect(id).toBe(resource(0));
    const gone = await api.call(reviewResource, {
      token: marker.token,
      params: { resourceId: 'no-such-resource' },
      body: { rating: 'KEEP' },
    });
    expect(gone.status).toBe(404);
    const rows = await api.db.select().from(resourceProgress).where(eq(resourceProgress.userId, stranger.id));
    expect(rows).toEqual([]);
  });
});
