import { afterEach, beforeEach, expect, test } from 'bun:test';
import { OFFLINE_CACHE_PREFIX } from '#site/islands/shared/offline/offline-cache.ts';
import { $offlineSince, refreshOfflineData } from '#site/islands/shared/query/offline-copies.ts';
import { startSession, stopSession } from '#site/islands/shared/session/session.ts';
import { signOut } from '#site/islands/shared/session/sign-out.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createCaches } from '#site/islands/shared/testing/fake-caches.ts';
import { $route } from '../routing/router.ts';
import { $board, clearBoard, followBoard, loadBoard } from './leaderboard.ts';
import { WHOLE } from './view.ts';

const LEAGUE = { ...WHOLE, league: 'ml' };
const WEEK = { ...WHOLE, isWeek: true };
const board = (...ids: string[]) =>
  ok({
    leaderboard: ids.map((id) => ({
      user: { id, name: id, role: 'PIONEER' },
      stats: { resourcesCompleted: 1, totalResources: 9, completionPercentage: 11, badgesEarned: 0 },
      recentActivity: { lastCompletedResource: null },
    })),
  });
const shown = () => $board.get().rows?.map(({ user }) => user.id);
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

afterEach(() => {
  stopSession();
  Reflect.deleteProperty(globalThis, 'caches');
});
const browser = setUpFakeBrowser();
let caches: ReturnType<typeof createCaches>;
beforeEach(async () => {
  caches = createCaches();
  Object.assign(globalThis, { caches });
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('refreshToken', 'r');
  browser.answer('GET /auth/profile', ok({ id: 'u1', name: 'Ada' }));
  await startSession();
  clearBoard();
  $route.open('/dashboard/leaderboard');
});

/** Sees the whole board and that of a league, then opens the screen anew without a connection. */
async function loseConnection(): Promise<number> {
  browser.answer('GET /leaderboard', board('ada', 'bo'));
  await loadBoard(WHOLE);
  browser.answer('GET /leaderboard', board('cy'));
  await loadBoard(LEAGUE);
  browser.answer('GET /leaderboard', board('dee'));
  await loadBoard(WEEK);
  await pause();
  browser.answer('GET /leaderboard', 'network');
  clearBoard();
  return Date.now();
}

test('LEADER-11 without a connection the last board of each view is shown, of then and not live', async () => {
  const before = Date.now();
  const since = await loseConnection();
  await loadBoard(WHOLE);
  const { asOf, failure } = $board.get();
  expect([shown(), failure]).toEqual([['ada', 'bo'], 'Failed to load leaderboard data']);
  expect(asOf).toBeGreaterThanOrEqual(before);
  expect(asOf).toBeLessThanOrEqual(since);
  expect($offlineSince.get()).toBe(asOf);
  await loadBoard(LEAGUE);
  expect(shown()).toEqual(['cy']);
  await loadBoard(WEEK);
  expect([shown(), $board.get().isWeek]).toEqual([['dee'], true]);
  await loadBoard(WHOLE);
  browser.answer('GET /leaderboard', board('dee'));
  expect(await refreshOfflineData()).toBe(true);
  expect([shown(), $board.get().failure, $offlineSince.get()]).toEqual([['dee'], null, null]);
});

test('LEADER-11 a view that was never seen shows no rows of another, and a refusal no kept ones', async () => {
  await loseConnection();
  await loadBoard(WHOLE);
  await loadBoard({ ...WHOLE, search: 'ada' });
  expect([shown(), $board.get().view.search, $offlineSince.get()]).toEqual([undefined, 'ada', null]);
  browser.answer('GET /leaderboard', refusal(404, 'gone'));
  await loadBoard(LEAGUE);
  expect([shown(), $offlineSince.get()]).toEqual([undefined, null]);
});

test('LEADER-11 searches and later pages are not kept; the banner goes with the screen', async () => {
  browser.answer('GET /leaderboard', ({ url }) => board(/page=|search=/.test(url) ? 'zed' : 'ada'));
  for (const view of [WHOLE, { ...WHOLE, page: 2 }, { ...WHOLE, search: 'a' }]) await loadBoard(view);
  await pause();
  expect(caches.stores.get(`${OFFLINE_CACHE_PREFIX}u1`)?.size).toBe(1);
  browser.answer('GET /leaderboard', 'network');
  clearBoard();
  const stop = followBoard({ watching: { isVisible: () => false, onChange: () => () => undefined } });
  await pause();
  expect([shown(), $offlineSince.get() === null]).toEqual([['ada'], false]);
  stop();
  expect($offlineSince.get()).toBeNull();
});

test('P13 P41 SESSION-06 after log-out no board is left on the device', async () => {
  await loseConnection();
  expect(caches.stores.size).toBe(1);
  browser.answer('POST /auth/logout', ok());
  await signOut();
  await pause();
  expect(caches.stores.size).toBe(0);
  await loadBoard(WHOLE);
  expect(shown()).toBeUndefined();
});
