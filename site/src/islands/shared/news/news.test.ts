import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { NewsItem } from '#contract/news.ts';
import { $session, beginSession, stopSession } from '../session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { $newIds, groupByDay, markShown, news, openNews } from './news.ts';

const LIST = 'GET /users/me/news';
const READ = 'PUT /users/me/news/read';
const browser = setUpFakeBrowser();
const item = (id: string, at: string, isUnread: boolean): NewsItem => ({
  id,
  kind: 'BADGE_EARNED',
  text: `Badge ${id}`,
  path: null,
  at,
  isUnread,
});
const NEWER = item('b', '2026-11-05T10:00:00.000Z', true);
const OLDER = item('a', '2026-11-04T10:00:00.000Z', false);
const count = () => $session.get().user?.unreadNews;
const setCount = (unreadNews: number) =>
  beginSession({ id: 'u1', unreadNews } as Parameters<typeof beginSession>[0]);
let leave: () => void;
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  setCount(4);
  leave = openNews();
});
afterEach(() => {
  leave();
  stopSession();
});

async function show() {
  await news.refresh();
  const { data } = news.$state.get();
  if (data) await markShown(data);
}

test('all news up to the newest are marked as read; the marks stay for this visit', async () => {
  browser.answer(LIST, ok({ items: [NEWER, OLDER], unread: 1 }));
  browser.answer(READ, ok({ unread: 0 }));
  await show();
  expect(browser.sent(READ).map(({ body }) => body)).toEqual([{ until: NEWER.at }]);
  expect(news.$state.get().data).toEqual({ items: [{ ...NEWER, isUnread: false }, OLDER], unread: 0 });
  expect([count(), [...$newIds.get()]]).toEqual([0, ['b']]);
  leave();
  expect($newIds.get().size).toBe(0);
});

test('after a failure the news stay unread, and the bell counts what the list counts', async () => {
  browser.answer(LIST, ok({ items: [NEWER], unread: 1 }));
  browser.answer(READ, refusal(503, 'Busy'));
  await show();
  expect([count(), news.$state.get().data?.items[0]?.isUnread]).toEqual([1, true]);
});

test('a list without unread news sends nothing; another device may have read them', async () => {
  browser.answer(LIST, ok({ items: [OLDER], unread: 0 }));
  await show();
  expect([browser.sent(READ).length, count()]).toEqual([0, 0]);
});

test('a higher count asks for the list again, a lower one does not', async () => {
  browser.answer(LIST, ok({ items: [OLDER], unread: 0 }));
  await show();
  setCount(2);
  await Bun.sleep(1);
  expect(browser.sent(LIST)).toHaveLength(2);
  setCount(0);
  await Bun.sleep(1);
  expect(browser.sent(LIST)).toHaveLength(2);
});

test('news are grouped by day, the newest first', () => {
  const now = new Date(2026, 10, 5, 12).getTime();
  const at = (day: number) => item(String(day), new Date(2026, 10, day, 9).toISOString(), false);
  const days = groupByDay([at(5), at(5), at(4), at(3)], now);
  expect([...days].map(([day, items]) => [day, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['November 3, 2026', 1],
  ]);
});
