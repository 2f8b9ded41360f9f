import { beforeEach, expect, test } from 'bun:test';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $route } from '../routing/router.ts';
import { followChanges } from './follow.ts';
import { $board, clearBoard, followBoard, loadBoard } from './leaderboard.ts';
import { WHOLE } from './view.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function row(id: string, resourcesCompleted: number, rank = 1) {
  return {
    rank,
    user: { id, name: id, role: 'PIONEER' },
    stats: {
      resourcesCompleted,
      totalResources: 100,
      completionPercentage: resourcesCompleted,
      badgesEarned: 0,
    },
    recentActivity: { lastCompletedResource: null },
  };
}

function watching(isVisible: boolean) {
  const listeners = new Set<() => void>();
  const turn = (value: boolean) => {
    isVisible = value;
    for (const listener of listeners) listener();
  };
  return {
    isVisible: () => isVisible,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: () => turn(true),
    hide: () => turn(false),
  };
}

const change = (version: string, spreadMs = 0) =>
  `:\n\nevent: change\ndata: ${JSON.stringify({ version, spreadMs })}\n\n`;
const events = (...versions: string[]) => ({
  status: 200,
  text: versions.map((version) => change(version)).join(''),
});

const browser = setUpFakeBrowser();
beforeEach(() => {
  clearBoard();
  $route.open('/dashboard/leaderboard');
  browser.answer('GET /leaderboard', ok({ leaderboard: [row('bo', 50), row('ada', 10, 2)] }));
});

test('LEADER-12 LEADER-13 rows keep the order of the server, and moves are told', async () => {
  await loadBoard(WHOLE);
  expect($board.get().rows?.map(({ user, rank }) => [user.id, rank])).toEqual([
    ['bo', 1],
    ['ada', 2],
  ]);
  browser.answer(
    'GET /leaderboard',
    ok({ leaderboard: [row('ada', 60), row('bo', 50, 2), row('cy', 1, 3)] }),
  );
  await loadBoard(WHOLE, '7-7');
  expect($board.get().rows?.[0]?.user.id).toBe('ada');
  expect([...$board.get().moves]).toEqual([
    ['ada', 1],
    ['bo', -1],
  ]);
  const { url } = browser.sent('GET /leaderboard')[1] ?? { url: '' };
  expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual({
    own: 'true',
    limit: '50',
    version: '7-7',
  });
});

test('LEADER-13 rows have the places of the server: a later page, a search, and a gap where somebody hides', async () => {
  const rows = [row('ada', 60, 812), row('bo', 50, 4711)];
  browser.answer('GET /leaderboard', ok({ leaderboard: rows, pagination: { totalPages: 4, total: 200 } }));
  await loadBoard({ ...WHOLE, page: 3 });
  expect($board.get().rows?.map(({ rank }) => rank)).toEqual([812, 4711]);
  await loadBoard({ ...WHOLE, search: 'a', league: 'ml' });
  expect($board.get().rows?.map(({ rank }) => rank)).toEqual([812, 4711]);
  expect($board.get()).toMatchObject({ pages: 4, found: 200, view: { search: 'a', league: 'ml' } });
});

test('LEADER-11 rows that did not change come as 304 and stay', async () => {
  browser.answer('GET /leaderboard', ({ headers }) =>
    headers.get('if-none-match') === 'W/"one"'
      ? { status: 304, text: '' }
      : { headers: { etag: 'W/"one"' }, json: { success: true, data: { leaderboard: [row('ada', 10)] } } },
  );
  await loadBoard(WHOLE);
  await loadBoard(WHOLE, '2-2');
  expect(browser.sent('GET /leaderboard')).toHaveLength(2);
  expect($board.get()).toMatchObject({ failure: null, rows: [{ user: { id: 'ada' } }] });
  await loadBoard({ ...WHOLE, page: 2 });
  expect(browser.sent('GET /leaderboard')[2]?.headers.get('if-none-match')).toBeNull();
});

test('LEADER-11 rows of a league never stand for everybody, and leaving the screen asks for nothing', async () => {
  let isHeld = false;
  browser.answer('GET /leaderboard', ({ url }) => {
    if (isHeld) return new Promise(() => undefined);
    return ok({
      leaderboard: url.includes('league=ml') ? [row('bo', 2), row('ada', 1, 2)] : [row('ada', 60)],
    });
  });
  $route.open('/dashboard/leaderboard?league=ml');
  const stop = followBoard({ watching: watching(false) });
  await pause(1);
  isHeld = true;
  $route.open('/dashboard');
  stop();
  expect(browser.sent('GET /leaderboard')).toHaveLength(1);
  $route.open('/dashboard/leaderboard');
  const stopAgain = followBoard({ watching: watching(false) });
  expect($board.get().isLoading).toBe(true);
  stopAgain();
  isHeld = false;
  const stopLast = followBoard({ watching: watching(false) });
  await pause(1);
  expect($board.get()).toMatchObject({ isLoading: false, view: WHOLE, rows: [{ user: { id: 'ada' } }] });
  expect($board.get().moves.size).toBe(0);
  stopLast();
});

test('LEADER-11 back on the page whose rows still stand, they are shown at once', async () => {
  await loadBoard(WHOLE);
  browser.answer('GET /leaderboard', () => new Promise(() => undefined));
  void loadBoard({ ...WHOLE, page: 2 });
  expect($board.get()).toMatchObject({ isLoading: true, view: { page: 2 } });
  void loadBoard(WHOLE);
  expect($board.get()).toMatchObject({ isLoading: false, view: { page: 1 } });
});

test('LEADER-11 an answer that was overtaken by another page is dropped', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  browser.answer('GET /leaderboard', async ({ url }) => {
    if (!url.includes('page=2')) await held;
    return ok({ leaderboard: [row(url.includes('page=2') ? 'second' : 'first', 1)] });
  });
  const slow = loadBoard(WHOLE);
  await loadBoard({ ...WHOLE, page: 2 });
  release();
  await slow;
  expect($board.get().rows?.[0]?.user.id).toBe('second');
});

test('LEADER-11 one change is one question; the version that is known asks nothing', async () => {
  browser.answer('GET /leaderboard', ok({ leaderboard: [row('ada', 1)], version: '1-1' }));
  browser.answer('GET /leaderboard/changes', events('1-1'));
  const stop = followBoard({ watching: watching(true) });
  await pause(20);
  expect(browser.sent('GET /leaderboard')).toHaveLength(1);
  stop();
  clearBoard();
  const streams = [events('1-1', '2-2', '3-3')];
  browser.answer('GET /leaderboard/changes', () => streams.pop() ?? 'network');
  const stopAgain = followBoard({ watching: watching(true) });
  while (browser.sent('GET /leaderboard').length < 3) await pause(1);
  await pause(20);
  stopAgain();
  // The first load, and one for the last of three changes that came together.
  expect(browser.sent('GET /leaderboard')).toHaveLength(3);
  expect(browser.sent('GET /leaderboard').at(-1)?.url).toContain('version=3-3');
});

test('LEADER-11 a hidden tab is silent and catches up when it is shown', async () => {
  const tab = watching(false);
  const told: (string | undefined)[] = [];
  browser.answer('GET /leaderboard/changes', events('1-1'));
  const stop = followChanges({
    onChange: (version) => told.push(version),
    watching: tab,
    retryMs: 1,
    pollMs: 1,
  });
  await pause(20);
  expect([browser.requests.length, told.length]).toEqual([0, 0]);
  tab.show();
  expect(told).toEqual([undefined]);
  while (!told.includes('1-1')) await pause(1);
  tab.hide();
  await pause(5);
  const before = browser.requests.length;
  await pause(20);
  expect(browser.requests.length).toBe(before);
  stop();
});

test('SESSION-06 a stream that the server ends is asked for again within its spread, and then ever less often', async () => {
  browser.answer('GET /leaderboard/changes', events('1-1'));
  const stop = followChanges({
    onChange: () => undefined,
    watching: watching(true),
    retryMs: 10_000,
    random: () => 0.5,
  });
  while (browser.sent('GET /leaderboard/changes').length < 2) await pause(1);
  await pause(30);
  stop();
  expect(browser.sent('GET /leaderboard/changes')).toHaveLength(2);
});

test('LEADER-11 without a stream it polls slowly and tries the stream ever less often', async () => {
  let polls = 0;
  const stop = followChanges({
    onChange: () => polls++,
    watching: watching(true),
    retryMs: 4,
    pollMs: 10,
    random: () => 0.5,
  });
  const countTries = () => browser.sent('GET /leaderboard/changes').length;
  // A busy machine takes longer; the pauses grow all the same.
  for (let waits = 0; waits < 100 && (polls <= 3 || countTries() <= 2); waits++) await pause(10);
  stop();
  const tries = countTries();
  expect(polls).toBeGreaterThan(3);
  expect(tries).toBeGreaterThan(2);
  // 4, 8, 16, 32, 64 ms: a fixed pause would have been tried 25 times.
  expect(tries).toBeLessThan(8);
  const before = polls;
  await pause(30);
  expect(polls).toBe(before);
});

test('LEADER-11 this week is a view of its own: its rows count the week once they are there, and are asked for by its name', async () => {
  const winners = [{ rank: 1, user: { id: 'ada', name: 'Ada', role: 'PIONEER' }, resourcesCompleted: 9 }];
  await loadBoard(WHOLE);
  expect($board.get()).toMatchObject({ isWeek: false, lastWeek: undefined });
  browser.answer('GET /leaderboard', ok({ leaderboard: [row('ada', 3)], lastWeek: winners }));
  const loading = loadBoard({ ...WHOLE, isWeek: true });
  expect($board.get()).toMatchObject({ isLoading: true, isWeek: false, view: { isWeek: true } });
  await loading;
  expect($board.get()).toMatchObject({ isWeek: true, lastWeek: winners, rows: [{ user: { id: 'ada' } }] });
  expect($board.get().moves.size).toBe(0);
  expect(browser.sent('GET /leaderboard').map(({ url }) => url.includes('period=week'))).toEqual([
    false,
    true,
  ]);
});
