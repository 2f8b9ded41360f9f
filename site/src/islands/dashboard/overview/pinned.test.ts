import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { dashboard } from '../data/dashboard.ts';
import { closePinned } from './pinned.ts';

const announcement = (id: string, publishAt: string) => ({
  id,
  title: id,
  body: '',
  author: null,
  publishAt,
});
const NEWER = announcement('b', '2026-11-05T10:00:00.000Z');
const OLDER = announcement('a', '2026-11-04T10:00:00.000Z');
// Enough for the overview of another test file, which may listen.
const EMPTY = { enrollments: [], statistics: {}, badges: [], specializations: [] };
const CLOSE = `PUT /users/me/news/dismissed/${NEWER.id}`;
const browser = setUpFakeBrowser();
const shown = () => dashboard.$state.get().data?.pinned?.map(({ id }) => id);
beforeEach(() => {
  $toasts.set([]);
  localStorage.setItem('accessToken', 'a');
  dashboard.put({ ...EMPTY, pinned: [NEWER, OLDER] } as unknown as Parameters<typeof dashboard.put>[0]);
});

test('a closed announcement is gone at once', async () => {
  browser.answer(CLOSE, ok());
  const closing = closePinned(NEWER);
  expect(shown()).toEqual(['a']);
  await closing;
  expect([shown(), $toasts.get()]).toEqual([['a'], []]);
});

test('a failure brings it back to its place with a message', async () => {
  browser.answer(CLOSE, refusal(503, 'Busy'));
  await closePinned(NEWER);
  expect(shown()).toEqual(['b', 'a']);
  expect($toasts.get().map(({ text, tone }) => [text, tone])).toEqual([['Busy', 'danger']]);
});

test('one that staff took back meanwhile stays gone, without a message', async () => {
  browser.answer(CLOSE, refusal(404, 'Announcement not found', { code: 'ANNOUNCEMENT_NOT_FOUND' }));
  await closePinned(NEWER);
  expect([shown(), $toasts.get()]).toEqual([['a'], []]);
});
