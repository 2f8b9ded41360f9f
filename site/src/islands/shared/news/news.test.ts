import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { NewsItem } from '#contract/news.ts';
import { $session, beginSession, stopSession } from '../session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { markShown, news, openNews } from './news.ts';

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

test('all news up to the newest are marked as read', async () => {
  browser.answer(LIST, ok({ items: [NEWER, OLDER], unread: 1 }));
  browser.answer(READ, ok());
  await show();
  expect(browser.sent(READ).map(({ body }) => body)).toEqual([{ until: NEWER.at }]);
  expect(news.$state.get().data).toEqual({ items: [{ ...NEWER, isUnread: false }, OLDER], unread: 0 });
  expect(count()).toBe(0);
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
