import { afterEach, beforeEach, expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import {
  cacheReply,
  clearOfflineCache,
  readCachedReply,
} from '#site/islands/shared/offline/offline-cache.ts';
import {
  $session,
  findOwner,
  startSession,
  stopSession,
  storeAccountForOffline,
} from '#site/islands/shared/session/session.ts';
import { signOut } from '#site/islands/shared/session/sign-out.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createCaches } from '#site/islands/shared/testing/fake-caches.ts';
import { $offlineSince, NO_OFFLINE_COPY, refreshOfflineData } from './offline-copies.ts';
import { createQuery, forgetQueries } from './query.ts';

afterEach(() => {
  stopSession();
  Reflect.deleteProperty(globalThis, 'caches');
});
const browser = setUpFakeBrowser();
let caches: ReturnType<typeof createCaches>;
beforeEach(() => {
  forgetQueries();
  caches = createCaches();
  Object.assign(globalThis, { caches });
});

const offline = () => new ApiFailure({ kind: 'network', message: 'Network error' });
async function signIn(id: string) {
  localStorage.setItem('accessToken', 'a');
  localStorage.setItem('refreshToken', `r-${id}`);
  browser.answer('GET /auth/profile', ok({ id, name: id }));
  storeAccountForOffline();
  await startSession();
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test('without a connection the last answer is shown, with its age, until there is a fresh one', async () => {
  await signIn('u1');
  let answer: string | Error = 'first';
  const load = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const options = { offline: true, present: (text: string) => `${text}!` };
  await createQuery('page', load, options).ensure();
  await pause();
  answer = offline();
  forgetQueries();
  const later = createQuery('page', load, options);
  expect(await later.ensure()).toBe(false);
  const { data, error, asOf = 0 } = later.$state.get();
  expect([data, error, Date.now() - asOf < 5000]).toEqual(['first!', null, true]);
  expect($offlineSince.get()).toBe(asOf);
  expect(await refreshOfflineData()).toBe(false);
  // Tried in vain again, it is no failure beside what is shown, and what was done meanwhile stays.
  later.change((text) => `${text}!`);
  expect(await later.refresh()).toBe(false);
  expect(later.$state.get()).toEqual({ isLoading: false, data: 'first!!', error: null, asOf });
  answer = 'second';
  expect(await refreshOfflineData()).toBe(true);
  expect([later.$state.get().data, later.$state.get().asOf, $offlineSince.get()]).toEqual([
    'second!',
    undefined,
    null,
  ]);
});

test('what the user changed is in the copy as well, and a later failure leaves it on the screen', async () => {
  await signIn('u1');
  let isOnline = true;
  const load = async () => {
    if (!isOnline) throw offline();
    return ['loaded'];
  };
  const page = createQuery('page', load, { offline: true });
  await page.ensure();
  page.change((list) => [...list, 'ticked']);
  await pause();
  isOnline = false;
  expect(await page.refresh()).toBe(false);
  expect([page.$state.get().data, page.$state.get().error]).toEqual([['loaded', 'ticked'], null]);
  forgetQueries();
  const later = createQuery('page', load, { offline: true });
  await later.ensure();
  expect(later.$state.get().data).toEqual(['loaded', 'ticked']);
});

test('that there is no connection is known too where nothing was kept, until the server answers or refuses', async () => {
  await signIn('u1');
  let answer: Error | string = offline();
  const page = createQuery('never seen', async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await page.ensure();
  expect([$offlineSince.get(), page.$state.get().error?.message]).toEqual([NO_OFFLINE_COPY, 'Network error']);
  answer = new ApiFailure({ kind: 'refused', status: 404, message: 'gone' });
  expect(await refreshOfflineData()).toBe(true);
  expect([$offlineSince.get(), page.$state.get().error?.message]).toEqual([null, 'gone']);
});

test('a refusal of the server is told, and an answer without a name is not kept', async () => {
  await signIn('u1');
  await cacheReply('u1', 'page', 'old');
  const refused = createQuery(
    'page',
    async () => {
      throw new ApiFailure({ kind: 'refused', status: 404, message: 'gone' });
    },
    { offline: true },
  );
  await refused.ensure();
  expect([refused.$state.get().data, refused.$state.get().error?.message]).toEqual([null, 'gone']);
  await createQuery('nameless', async () => 'x').ensure();
  await pause();
  expect([...(caches.stores.get('kept-replies:u1')?.keys() ?? [])]).toEqual(['/kept-replies/page']);
});

test('answers are kept for one account and never shown to another; the oldest go first', async () => {
  await cacheReply('u1', 'page', 'of u1');
  expect([await readCachedReply('u2', 'page'), await readCachedReply(null, 'page')]).toEqual([null, null]);
  // Names hold what a list was asked for: signs that would end an address, or lead out of its folder.
  await cacheReply('u1', '../list:{"search":"a?b#c"}', 'found');
  expect([...(caches.stores.get('kept-replies:u1')?.keys() ?? [])]).toContain(
    `/kept-replies/${encodeURIComponent('../list:{"search":"a?b#c"}')}`,
  );
  for (let index = 0; index < 30; index++) await cacheReply('u1', `league-${index}`, index);
  expect(await readCachedReply('u1', 'page')).toBeNull();
  expect((await readCachedReply<number>('u1', 'league-29'))?.data).toBe(29);
  await cacheReply('u2', 'page', 'of u2');
  await clearOfflineCache('u2');
  expect([...caches.stores.keys()]).toEqual(['kept-replies:u2']);
});

test('SESSION-06 the area opens without a connection for who was signed in, and for nobody after log-out', async () => {
  await signIn('u1');
  stopSession();
  browser.answer('GET /auth/profile', 'network');
  await startSession();
  expect($session.get().state).toBe('loading');
  stopSession();
  storeAccountForOffline();
  await startSession();
  expect($session.get()).toMatchObject({
    state: 'signedIn',
    user: { id: 'u1' },
    failure: { kind: 'network' },
  });
  await cacheReply('u1', 'page', 'x');
  localStorage.setItem('unsent:u1:lane|id', '{}');
  browser.answer('POST /auth/logout', ok());
  await signOut();
  await pause();
  expect([findOwner(), localStorage.getItem('unsent:u1:lane|id'), [...caches.stores.keys()]]).toEqual([
    null,
    null,
    [],
  ]);
});
