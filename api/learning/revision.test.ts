import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
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
import { revisionCards, revisionReviews } from '../platform/db/schema/learning.ts';
import { addLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';
import { addMarker, answer, letPass, readRevision, resourceAt } from '../test/revision.ts';

const DAY_MS = 86_400_000;
const resource = (index: number) => resourceAt(league, index);

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const league = await addLeague(api.db);

const daysUntil = (moment: string | undefined) =>
  Math.round((Date.parse(moment ?? '') - Date.now()) / DAY_MS);

describe('spaced revision', () => {
  test('a mark is due the next day, and what comes back first stands first', async () => {
    const person = await addMarker(api, league, 3);
    const fresh = await readRevision(api, person);
    expect(fresh.sums).toEqual({ marked: 3, due: 0, dueTomorrow: 3, pausedAt: null });
    expect(fresh.revision.map((entry) => entry.resource.id)).toEqual([0, 1, 2].map(resource));
    expect(RevisionEntry.safeParse(fresh.revision[0]).success).toBe(true);
    expect(daysUntil(fresh.revision[0]?.dueAt)).toBe(1);

    await api.db.execute(sql`update resource_progress set marked_for_revision_at = now() - interval '2 days'
      where user_id = ${person.id} and resource_id = ${resource(2)}`);
    const later = await readRevision(api, person);
    expect(later.sums.due).toBe(1);
    expect(later.revision.map(({ isDue }) => isDue)).toEqual([true, false, false]);
    expect(later.revision[0]?.resource.id).toBe(resource(2));
    const { nextUp } = (await api.call(getDashboard, { token: person.token })).body.data;
    expect(nextUp?.revision).toEqual({ marked: 3, due: 1, dueTomorrow: 2, pausedAt: null });
    // The agreed list knows nothing of due dates.
    const agreed: DataOf<typeof listRevision> = (await api.call(listRevision, { token: person.token })).body
      .data;
    expect(agreed.revisionResources.map((entry) => entry.resource.id)).toEqual([2, 1, 0].map(resource));
  });

  test('an answer moves a mark behind those that come back sooner, over all pages and in a pause as well', async () => {
    const person = await addMarker(api, league, 4);
    await answer(api, person, resource(0), 'REMEMBERED');
    await answer(api, person, resource(1), 'KEEP');
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
    const person = await addMarker(api, league, 2);
    const midnight = sql`(date_trunc('day', now() at time zone 'Asia/Kolkata') + interval '1 day') at time zone 'Asia/Kolkata'`;
    for (const [index, shift] of [
      [0, '-1 second'],
      [1, '0 seconds'],
    ] as const) {
      await api.db.execute(sql`update resource_progress
        set marked_for_revision_at = ${midnight} - interval '1 day' + ${shift}::interval
        where user_id = ${person.id} and resource_id = ${resource(index)}`);
    }
    const { revision, sums } = await readRevision(api, person);
    expect([sums.due, sums.dueTomorrow]).toEqual([1, 1]);
    expect(revision.map((entry) => [entry.resource.id, entry.isDue])).toEqual([
      [resource(0), true],
      [resource(1), false],
    ]);
  });

  test('remembered moves the next time further away each time, keep brings it back within a day', async () => {
    const person = await addMarker(api, league, 1);
    const gaps: number[] = [];
    for (let round = 0; round < 4; round++) {
      const { body } = await answer(api, person, resource(0), 'REMEMBERED');
      gaps.push(daysUntil(body.data.entry?.dueAt));
      expect(body.data.entry?.reviews).toBe(round + 1);
      await letPass(api.db, person, gaps.at(-1) ?? 0);
    }
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(gaps[0]).toBeGreaterThanOrEqual(2);
    expect(gaps[3]).toBeGreaterThan((gaps[0] ?? 0) * 4);
    const kept = (await answer(api, person, resource(0), 'KEEP')).body.data.entry;
    expect(daysUntil(kept?.dueAt)).toBe(1);
    const [card] = await api.db.select().from(revisionCards).where(eq(revisionCards.userId, person.id));
    expect([card?.repetitions, card?.lapses, card?.state]).toEqual([5, 1, 2]);
  });

  test('the last answer can be taken back, once and only the last one', async () => {
    const person = await addMarker(api, league, 1);
    const cards = () => api.db.select().from(revisionCards).where(eq(revisionCards.userId, person.id));
    const first = (await answer(api, person, resource(0), 'REMEMBERED')).body.data.reviewId;
    const between = await cards();
    const second = (await answer(api, person, resource(0), 'KEEP')).body.data.reviewId;
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

  test('answers of several tabs about one state count once, and the others change nothing', async () => {
    const person = await addMarker(api, league, 1);
    const { token } = person;
    const params = { resourceId: resource(0) };
    const answerTo = (seen: string | null | undefined, rating: 'REMEMBERED' | 'KEEP' = 'REMEMBERED') =>
      api.call(reviewResource, { token, params, body: { rating, expectedLastReviewedAt: seen } });
    const entry = async () => (await readRevision(api, person)).revision[0];

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

  test('taking a mark off leaves the tick and the note; marking again starts over with what was learned', async () => {
    const person = await addMarker(api, league, 1);
    const params = { resourceId: resource(0) };
    const { token } = person;
    await api.call(completeResource, { token, params, body: { personalNote: 'mine', timeSpent: 60 } });
    await answer(api, person, resource(0), 'REMEMBERED');
    const off = (await api.call(unmarkForRevision, { token, params })).body.data;
    expect(off.progress).toMatchObject({
      isCompleted: true,
      markedForRevision: false,
      personalNote: 'mine',
      timeSpent: 60,
    });
    expect((await readRevision(api, person)).sums.marked).toBe(0);
    expect((await api.call(unmarkForRevision, { token, params })).body.data.progress.isCompleted).toBe(true);
    const refused = await answer(api, person, resource(0), 'KEEP');
    expect([refused.status, refused.body.error]).toEqual([409, 'This resource is not marked for revision']);
    await api.call(markForRevision, { token, params, body: {} });
    const [again] = (await readRevision(api, person)).revision;
    expect([daysUntil(again?.dueAt), again?.reviews]).toEqual([1, 1]);
    // The memory of the card stays: remembered again, it goes further than the first time.
    await letPass(api.db, person, 4);
    expect(
      daysUntil((await answer(api, person, resource(0), 'REMEMBERED')).body.data.entry?.dueAt),
    ).toBeGreaterThan(4);
  });

  test('OPEN-22 a reset takes the resource off the list and keeps its note', async () => {
    const person = await addMarker(api, league, 1);
    await api.call(resetResource, { token: person.token, params: { resourceId: resource(0) } });
    expect((await readRevision(api, person)).revision).toEqual([]);
  });

  test('an answer sent twice counts once, a key used for another is refused, and a bad rating changes nothing', async () => {
    const person = await addMarker(api, league, 2);
    const headers = { 'idempotency-key': `answer-${person.id}` };
    const [one, two] = await Promise.all([
      answer(api, person, resource(0), 'REMEMBERED', headers),
      answer(api, person, resource(0), 'REMEMBERED', headers),
    ]);
    expect(one.body.data).toEqual(two.body.data);
    expect((await answer(api, person, resource(1), 'REMEMBERED', headers)).status).toBe(409);
    for (const rating of ['GOOD', '', null, 3, undefined]) {
      const bad = await answer(api, person, resource(1), rating);
      expect([bad.status, bad.body.error]).toEqual([400, 'rating must be REMEMBERED or KEEP']);
    }
    const reviews = await api.db.select().from(revisionReviews).where(eq(revisionReviews.userId, person.id));
    expect(reviews).toHaveLength(1);
  });
});
