import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/fake-browser.ts';
import { $leaderboard, followLeaderboard, leaderboard } from './leaderboard.ts';

const POLL_MS = 5;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function row(id: string, completionPercentage: number) {
  return {
    user: { id, name: id, role: 'PIONEER' },
    stats: { resourcesCompleted: 1, totalResources: 2, completionPercentage, badgesEarned: 0 },
    recentActivity: { lastCompletedResource: null },
  };
}

function watching(isVisible: boolean) {
  const listeners = new Set<() => void>();
  return {
    isVisible: () => isVisible,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show() {
      isVisible = true;
      for (const listener of listeners) listener();
    },
  };
}

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  browser.answer('GET /leaderboard', ok({ leaderboard: [row('ada', 10), row('bo', 50)] }));
});
afterEach(() => browser.close());

test('LEADER-11 LEADER-12 LEADER-13 an open leaderboard follows changes, ranked here', async () => {
  const stop = followLeaderboard('ada', { pollMs: POLL_MS, watching: watching(true) });
  await pause(2);
  expect($leaderboard.get().rows?.map(({ user, rank }) => [user.id, rank])).toEqual([
    ['bo', 1],
    ['ada', 2],
  ]);
  browser.answer('GET /leaderboard', ok({ leaderboard: [row('ada', 60), row('bo', 50)] }));
  await pause(POLL_MS * 3);
  stop();
  expect($leaderboard.get().rows?.[0]?.user.id).toBe('ada');
  const asked = browser.requests.length;
  await pause(POLL_MS * 3);
  expect(browser.requests).toHaveLength(asked);
});

test('LEADER-11 a hidden tab asks nothing and catches up when it is shown', async () => {
  const tab = watching(false);
  const stop = followLeaderboard('ada', { pollMs: POLL_MS, watching: tab });
  await pause(POLL_MS * 3);
  expect(browser.sent('GET /leaderboard')).toHaveLength(1);
  tab.show();
  expect(browser.sent('GET /leaderboard')).toHaveLength(2);
  await pause(1);
  stop();
});

test('LEADER-15 ERR-15 a failure says so and keeps the rows', async () => {
  await leaderboard.refresh();
  browser.answer('GET /leaderboard', refusal(500, 'Failed to fetch leaderboard'));
  await leaderboard.refresh();
  expect($leaderboard.get().failure).toBe('Failed to load leaderboard data');
  expect($leaderboard.get().rows).toHaveLength(2);
});

test('LEADER-13 the own place is asked for only when the rows do not carry it', async () => {
  browser.answer('GET /leaderboard/my-rank', ok({ ...row('zoe', 1), rank: 77 }));
  const stop = followLeaderboard('ada', { pollMs: 10_000, watching: watching(true) });
  await pause(2);
  stop();
  expect(browser.sent('GET /leaderboard/my-rank')).toHaveLength(0);
  const stopAgain = followLeaderboard('zoe', { pollMs: 10_000, watching: watching(true) });
  await pause(2);
  stopAgain();
  expect(browser.sent('GET /leaderboard/my-rank')).toHaveLength(1);
});
