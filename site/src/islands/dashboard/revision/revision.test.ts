import { expect, test } from 'bun:test';
import type { RevisionEntry } from '#contract/revision.ts';
import { ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '../../shared/toast/toast.ts';
import { $undoableAction, review, revision, setPaused, withEntry } from './revision.ts';

const entry = (id: string, isDue: boolean) =>
  ({
    resource: { id },
    isDue,
    dueAt: `2026-03-${isDue ? '01' : '02'}T12:00:00.000Z`,
  }) as unknown as RevisionEntry;
const list = {
  revision: [entry('a', true), entry('b', true), entry('c', false)],
  sums: { marked: 3, due: 2, pausedAt: null },
  pagination: {} as never,
};

test('an answered entry leaves what is due, a taken-off mark leaves the list', () => {
  const answered = withEntry(list, 'a', entry('a', false));
  expect(answered.sums).toEqual({ marked: 3, due: 1, pausedAt: null });
  expect(answered.revision.map(({ isDue }) => isDue)).toEqual([true, false, false]);
  const removed = withEntry(list, 'b', null);
  expect([removed.sums, removed.revision.length]).toEqual([{ marked: 2, due: 1, pausedAt: null }, 2]);
  expect(withEntry(removed, 'b', null)).toBe(removed);
});

test('an answered entry goes behind those that come back sooner', () => {
  const on = (id: string, day: number) =>
    ({ ...entry(id, false), dueAt: `2026-03-0${day}T12:00:00.000Z` }) as RevisionEntry;
  const marks = { ...list, revision: [on('a', 1), on('b', 2), on('c', 4), on('d', 5)] };
  const order = (id: string, day: number) =>
    withEntry(marks, id, on(id, day)).revision.map(({ resource }) => resource.id);
  expect(order('a', 3)).toEqual(['b', 'a', 'c', 'd']);
  expect(order('a', 9)).toEqual(['b', 'c', 'd', 'a']);
  expect(order('d', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(order('c', 3)).toEqual(['a', 'b', 'c', 'd']);
});

test('a pause is shown although the list was on its way before it', async () => {
  const browser = openFakeBrowser();
  let pausedAt: string | null = null;
  let answerFirst = () => {};
  browser.answer('GET /progress/revision', () => {
    const reply = ok({ ...list, sums: { ...list.sums, pausedAt } });
    return pausedAt ? reply : new Promise((resolve) => (answerFirst = () => resolve(reply)));
  });
  const leave = revision.watch();
  browser.answer('PUT /progress/revision/pause', () => {
    pausedAt = 'now';
    return ok({});
  });
  const pausing = setPaused(true);
  await Bun.sleep(1);
  answerFirst();
  expect(await pausing).toBe(true);
  expect(revision.$state.get().data?.sums.pausedAt).toBe('now');
  leave();
  browser.close();
});

test('an answer that another tab gave already brings the next card, without an error', async () => {
  const browser = openFakeBrowser();
  const seen = list.revision.map((one, index) => ({
    ...one,
    resource: { ...one.resource, title: `Resource ${index}` },
    lastReviewedAt: null,
  })) as RevisionEntry[];
  const answered = {
    ...seen[0],
    isDue: false,
    dueAt: '2026-03-05T12:00:00.000Z',
    lastReviewedAt: '2026-03-01T09:00:00.000Z',
  };
  browser.answer('GET /progress/revision', ok({ ...list, revision: seen }));
  browser.answer('POST /progress/revision/a/review', ok({ reviewId: null, entry: answered }));
  const leave = revision.watch();
  await revision.refresh();
  expect(await review(seen[0] as RevisionEntry, 'KEEP')).toBe(true);
  expect(browser.sent('POST /progress/revision/a/review')[0]?.body).toEqual({
    rating: 'KEEP',
    expectedLastReviewedAt: null,
  });
  const shown = revision.$state.get().data;
  expect(shown?.revision.map(({ resource, isDue }) => [resource.id, isDue])).toEqual([
    ['b', true],
    ['c', false],
    ['a', false],
  ]);
  expect(shown?.sums.due).toBe(1);
  // What another tab did is not this one's to take back.
  expect($undoableAction.get()).toBeNull();
  const toast = $toasts.get().at(-1);
  expect([toast?.tone, toast?.text]).toEqual([
    'info',
    expect.stringContaining('“Resource 0” was reviewed already.'),
  ]);
  leave();
  browser.close();
});
