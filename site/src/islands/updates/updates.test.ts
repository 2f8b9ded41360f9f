import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { UPDATES_FIRST, UPDATES_STEP_DELAY_MS } from '#contract/constants.ts';
import type { CommitUpdate } from './commits.ts';
import { countWholeDays, groupByDay, toDayId } from './days.ts';
import { $updates, loadUpdates, showMoreUpdates } from './updates.ts';

const realFetch = globalThis.fetch;
const source = {
  baseUrl: 'https://code.test',
  repositories: {
    client: { owner: 'club', repo: 'front' },
    server: { owner: 'club', repo: 'back' },
    monitoring: { owner: 'club', repo: 'watch' },
  },
};

function makeUpdate(number: number, date = 'Jun 13, 2025'): CommitUpdate {
  return {
    id: `client-${number}`,
    date,
    time: '4:05 PM',
    summary: `Step ${number}`,
    category: 'General',
    commitHash: 'abcdef0',
    author: 'noor',
    repo: 'client',
    timestamp: number,
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('UPD-04 UPD-05 CONST-12 fifteen, then fifteen more after 500 ms, once for two presses', () => {
  const updates = Array.from({ length: 40 }, (_, index) => makeUpdate(index));
  $updates.set({ kind: 'ready', updates, shown: UPDATES_FIRST, isGrowing: false, isComplete: true });
  showMoreUpdates();
  showMoreUpdates();
  jest.advanceTimersByTime(UPDATES_STEP_DELAY_MS - 1);
  expect($updates.get()).toMatchObject({ shown: 15, isGrowing: true });
  jest.advanceTimersByTime(1);
  expect($updates.get()).toMatchObject({ shown: 30, isGrowing: false });
});

test('UPD-06 UPD-07 ERR-12 loading first, then the message of the failure', async () => {
  globalThis.fetch = Object.assign(async () => new Response('{}', { status: 403 }), { preconnect: () => {} });
  const loading = loadUpdates(source);
  expect($updates.get()).toEqual({ kind: 'loading' });
  await loading;
  expect($updates.get()).toEqual({ kind: 'failed', message: 'GitHub API error: 403' });
});

test('UPD-07 no answer at all is told in our own words', async () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));
  globalThis.fetch = Object.assign(unreachable, { preconnect: () => {} });
  await loadUpdates(source);
  expect($updates.get()).toEqual({ kind: 'failed', message: 'Network error. Please try again.' });
});

test('UPD-07 a host that never answers is a failure too', async () => {
  const timedOut = () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'));
  globalThis.fetch = Object.assign(timedOut, { preconnect: () => {} });
  await loadUpdates(source);
  expect($updates.get()).toEqual({ kind: 'failed', message: 'Network error. Please try again.' });
});

test('UPD-13 the newest stand there while older pages are read, and stay when those fail', async () => {
  jest.useRealTimers();
  const page = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      sha: `${at}`.padStart(40, 'a'),
      commit: {
        message: `Step ${at}`,
        author: { name: 'noor', date: new Date(Date.UTC(2025, 5, 13) - at * 1000).toISOString() },
      },
    }));
  const asked: string[] = [];
  let answerOlder = (_: Response) => {};
  globalThis.fetch = Object.assign(
    (url: string) => {
      asked.push(url);
      if (url.endsWith('page=2')) return new Promise<Response>((resolve) => (answerOlder = resolve));
      return Promise.resolve(Response.json(page(url.includes('/front/') ? 100 : 0)));
    },
    { preconnect: () => {} },
  ) as typeof fetch;
  const loading = loadUpdates(source);
  while ($updates.get().kind === 'loading') await Bun.sleep(5);
  expect($updates.get()).toMatchObject({ kind: 'ready', shown: 15, isComplete: false });
  showMoreUpdates();
  expect($updates.get()).toMatchObject({ isGrowing: false });
  answerOlder(new Response('{}', { status: 403 }));
  await loading;
  const failed = $updates.get();
  expect(failed).toMatchObject({ kind: 'failed', message: 'GitHub API error: 403' });
  expect(failed.kind === 'failed' && failed.newest).toHaveLength(15);
  expect(asked, 'each page once').toHaveLength(new Set(asked).size);

  const again = loadUpdates(source);
  while ($updates.get().kind === 'loading') await Bun.sleep(5);
  answerOlder(Response.json(page(3)));
  await again;
  expect($updates.get()).toMatchObject({ kind: 'ready', isComplete: true });
});

test('a day is never cut in two', () => {
  const updates = ['Jun 13', 'Jun 13', 'Jun 12', 'Jun 12', 'Jun 11'].map((day, at) => makeUpdate(at, day));
  expect(countWholeDays(updates, 1)).toBe(2);
  expect(countWholeDays(updates, 3)).toBe(4);
  expect(countWholeDays(updates, 9)).toBe(5);
});

test('updates stand under their day', () => {
  const groups = groupByDay([
    makeUpdate(3, 'Jun 13, 2025'),
    makeUpdate(2, 'Jun 13, 2025'),
    makeUpdate(1, 'Jun 12, 2025'),
  ]);
  expect(groups.map(({ day, updates }) => [day, updates.length])).toEqual([
    ['Jun 13, 2025', 2],
    ['Jun 12, 2025', 1],
  ]);
  expect(toDayId('Jun 13, 2025')).toBe('day-jun-13-2025');
});
