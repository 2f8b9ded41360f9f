import { describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import { listHistory, undoChange } from '#contract/history.ts';
import { markForRevision, resetResource } from '#contract/resource-progress.ts';
import { pauseRevision, undoReview, unmarkForRevision } from '#contract/revision.ts';
import { revisionCards } from '../platform/db/schema/learning.ts';
import { addLeague } from '../test/leagues.ts';
import { openTestApp } from '../test/open-app.ts';
import type { Person } from '../test/people.ts';
import { addMarker, answer, letAllPass, letPass, readRevision, resourceAt } from '../test/revision.ts';

const DAY_MS = 86_400_000;
const resource = (index: number) => resourceAt(league, index);

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const league = await addLeague(api.db);

const daysUntil = (moment: string | undefined) =>
  Math.round((Date.parse(moment ?? '') - Date.now()) / DAY_MS);

describe('spaced revision', () => {
  test('a pause keeps everything from falling due and moves every date by its length', async () => {
    const person = await addMarker(api, league, 3);
    await answer(api, person, resource(0), 'REMEMBERED');
    await letPass(api.db, person, 8);
    const dueDates = async () =>
      new Map(
        (await readRevision(api, person)).revision.map((entry) => [
          entry.resource.id,
          Date.parse(entry.dueAt),
        ]),
      );
    const before = await dueDates();
    expect((await readRevision(api, person)).sums.due).toBe(3);
    const pause = (isPaused: unknown) =>
      api.call(pauseRevision, { token: person.token, body: { isPaused } as never });
    const paused = (await pause(true)).body.data;
    expect([paused.due, (await pause(true)).body.data]).toEqual([0, paused]);
    expect((await readRevision(api, person)).revision.some(({ isDue }) => isDue)).toBe(false);
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
    const person = await addMarker(api, league, 2);
    const undo = (reviewId: string) => api.call(undoReview, { token: person.token, params: { reviewId } });
    const pause = async (isPaused: boolean, days = 0) => {
      await api.call(pauseRevision, { token: person.token, body: { isPaused } });
      await api.db.execute(sql`update revision_pauses set paused_at = paused_at - make_interval(days => ${days}::int)
        where user_id = ${person.id}`);
    };
    const dueOf = async (index: number) =>
      Date.parse(
        (await readRevision(api, person)).revision.find((entry) => entry.resource.id === resource(index))
          ?.dueAt ?? '',
      );
    const daysSince = async (index: number, before: number) =>
      Math.round((10 * ((await dueOf(index)) - before)) / DAY_MS) / 10;

    const marked = await dueOf(0);
    const first = (await answer(api, person, resource(0), 'REMEMBERED')).body.data.reviewId;
    const answered = await dueOf(0);
    const second = (await answer(api, person, resource(0), 'REMEMBERED')).body.data.reviewId;
    await letAllPass(api, person, 9);
    await pause(true, 7);
    // Answered in the middle of the pause: taken back, it was paused all the time.
    const other = await dueOf(1);
    const between = (await answer(api, person, resource(1), 'REMEMBERED')).body.data.reviewId;
    await pause(false);
    await pause(true, 3);
    await pause(false);
    expect((await undo(second)).status).toBe(200);
    expect(await daysSince(0, answered)).toBe(-9 + 7 + 3);
    expect((await undo(first)).status).toBe(200);
    expect(await daysSince(0, marked)).toBe(-9 + 7 + 3);
    expect((await undo(between)).status).toBe(200);
    expect(await daysSince(1, other)).toBe(7 + 3);
    const [entry] = (await readRevision(api, person)).revision;
    expect([entry?.reviews, entry?.lastReviewedAt]).toEqual([0, null]);
    // What was never answered begins from nothing, pause or not.
    const fresh = await addMarker(api, league, 1);
    const next = async (who: Person) => {
      await answer(api, who, resource(0), 'REMEMBERED');
      const [card] = await api.db
        .select()
        .from(revisionCards)
        .where(and(eq(revisionCards.userId, who.id), eq(revisionCards.resourceId, resource(0))));
      return [card?.stability, card?.repetitions, card?.scheduledDays];
    };
    expect(await next(person)).toEqual(await next(fresh));
  });

  test.each([
    ['unmark', unmarkForRevision],
    ['reset', resetResource],
  ])(
    'a mark that was never answered, taken off by %s before a pause, comes back as if it had stayed',
    async (_, takeOff) => {
      const person = await addMarker(api, league, 2);
      const { token } = person;
      const dueOf = async (index: number) =>
        Date.parse(
          (await readRevision(api, person)).revision.find((one) => one.resource.id === resource(index))
            ?.dueAt ?? '',
        );
      // Marked twice, which is once, and taken off and marked again: the moment of the mark is that of the second one.
      const params = { resourceId: resource(0) };
      await api.call(unmarkForRevision, { token, params });
      await api.call(markForRevision, { token, params, body: {} });
      await letAllPass(api, person, 1);
      await api.call(markForRevision, { token, params, body: { personalNote: 'Once more' } });
      const before = [await dueOf(0), await dueOf(1)];
      await api.call(takeOff, { token, params });
      const [taken] = (await api.call(listHistory, { token })).body.data.entries;
      await api.call(pauseRevision, { token, body: { isPaused: true } });
      await api.db.execute(sql`update revision_pauses set paused_at = paused_at - interval '7 days'
      where user_id = ${person.id}`);
      await api.call(pauseRevision, { token, body: { isPaused: false } });
      expect((await readRevision(api, person)).sums.marked).toBe(1);
      expect((await api.call(undoChange, { token, params: { changeId: taken?.id ?? '' } })).status).toBe(200);
      const moved = [(await dueOf(0)) - (before[0] ?? 0), (await dueOf(1)) - (before[1] ?? 0)];
      expect(Math.abs((moved[0] ?? 0) - (moved[1] ?? 0))).toBeLessThan(1000);
    },
  );

  test('a mark that was taken off and comes back after a pause is due later by the pause', async () => {
    const person = await addMarker(api, league, 1);
    const { token } = person;
    const dueAt = async () => Date.parse((await readRevision(api, person)).revision[0]?.dueAt ?? '');
    const daysSince = async (before: number) => Math.round(((await dueAt()) - before) / DAY_MS);
    const marked = await dueAt();
    const { reviewId } = (await answer(api, person, resource(0), 'REMEMBERED')).body.data;
    const answered = await dueAt();
    await letAllPass(api, person, 9);
    const { eventId } = (await api.call(unmarkForRevision, { token, params: { resourceId: resource(0) } }))
      .body.data;
    await api.call(pauseRevision, { token, body: { isPaused: true } });
    await api.db.execute(sql`update revision_pauses set paused_at = paused_at - interval '7 days'
      where user_id = ${person.id}`);
    await api.call(pauseRevision, { token, body: { isPaused: false } });
    expect((await readRevision(api, person)).revision).toEqual([]);
    expect((await api.call(undoChange, { token, params: { changeId: eventId } })).status).toBe(200);
    expect(await daysSince(answered)).toBe(-9 + 7);
    expect((await api.call(undoReview, { token, params: { reviewId } })).status).toBe(200);
    expect(await daysSince(marked)).toBe(-9 + 7);
  });
});
