import { afterEach, expect, test } from 'bun:test';
import { startSession, stopSession } from '#site/islands/shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $matches, followSearch, retrySearch } from './matches.ts';
import { clearSearch, setSearch } from './search.ts';

const ROUTE = 'GET /progress/search';
const found = (name: string) =>
  ok({ leagues: [{ id: name, name, isEnrolled: true }], weeks: [], sections: [], resources: [] });
const namesNow = () => $matches.get().groups.flatMap(({ matches }) => matches.map(({ name }) => name));

afterEach(() => {
  stop?.();
  stop = undefined;
  clearSearch();
  stopSession();
});
const browser = setUpFakeBrowser();
let stop: (() => void) | undefined;

async function signIn(status = 'ACTIVE') {
  localStorage.setItem('accessToken', 'a');
  browser.answer('GET /auth/profile', ok({ id: 'u1', name: 'Asha', status, enrollments: [] }));
  await startSession();
  stop = followSearch(1);
}
const settle = () => Bun.sleep(15);

test('LAYOUT-08 the server is asked once typing pauses, and its last answer counts', async () => {
  await signIn();
  browser.answer(ROUTE, ({ url }) => found(new URL(url, 'http://x').searchParams.get('q') ?? ''));
  for (const text of ['g', 'gr', 'gra', 'grad ']) setSearch(text);
  expect($matches.get().isSearching).toBe(true);
  await settle();
  expect(browser.sent(ROUTE)).toHaveLength(1);
  expect($matches.get()).toMatchObject({
    searchTerm: 'grad',
    isSearching: false,
    failure: null,
    isOffline: false,
  });
  expect(namesNow()).toEqual(['grad']);
  // Back to what is answered already: nothing is asked, and nothing waits.
  setSearch('gradi');
  setSearch('grad');
  await settle();
  expect([browser.sent(ROUTE).length, $matches.get().isSearching]).toEqual([1, false]);
  setSearch('');
  expect(namesNow()).toEqual([]);
});

test('an answer that comes after the next question does not count', async () => {
  await signIn();
  browser.answer(ROUTE, async ({ url }) => {
    if (!url.includes('first')) return found('second');
    await Bun.sleep(30);
    return found('first');
  });
  setSearch('first');
  await settle();
  setSearch('second');
  await Bun.sleep(50);
  expect(namesNow()).toEqual(['second']);
});

test('a failure is told and can be tried again', async () => {
  await signIn();
  browser.answer(ROUTE, refusal(500, 'Internal server error'));
  setSearch('grad');
  await settle();
  expect($matches.get()).toMatchObject({ isSearching: false, failure: 'Internal server error', groups: [] });
  browser.answer(ROUTE, found('Gradients'));
  await retrySearch();
  expect([namesNow(), $matches.get().failure]).toEqual([['Gradients'], null]);
});

test('one letter asks nothing, and neither does an account that waits for approval', async () => {
  await signIn('PENDING');
  setSearch('grad');
  await settle();
  expect(browser.sent(ROUTE)).toEqual([]);
  stop?.();
  stopSession();
  await signIn();
  setSearch(' g ');
  await settle();
  expect(browser.sent(ROUTE)).toEqual([]);
});

test('without a connection what this device keeps is searched', async () => {
  await signIn();
  browser.answer(ROUTE, 'network');
  setSearch('quan');
  await settle();
  expect($matches.get()).toMatchObject({ isOffline: false, failure: expect.any(String) });
  const kept = { at: 1, data: [{ id: 'q', name: 'Quantum', description: null }] };
  const cache = {
    match: async (key: string) => (key.endsWith('/leagues') ? Response.json(kept) : undefined),
  };
  Object.assign(globalThis, { caches: { has: async () => true, open: async () => cache } });
  await retrySearch();
  Reflect.deleteProperty(globalThis, 'caches');
  expect([namesNow(), $matches.get().isOffline, $matches.get().failure]).toEqual([['Quantum'], true, null]);
});
