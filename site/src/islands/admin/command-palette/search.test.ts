import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '../../shared/testing/fake-browser.ts';
import { createCommandPaletteSearch } from './search.ts';

const NOTHING = { people: [], leagues: [], weeks: [], sections: [], resources: [] };
const ROUTE = 'GET /admin/search';

const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  browser.answer(ROUTE, ok(NOTHING));
});

test('the server is asked once typing pauses', async () => {
  const { $search, type } = createCommandPaletteSearch(true, 10);
  for (const words of ['a', 'as', 'ash', 'asha ']) type(words);
  expect($search.get()).toMatchObject({ words: 'asha ', isSearching: true });
  await Bun.sleep(40);
  expect(browser.sent(ROUTE).map(({ url }) => new URL(url, 'http://x').searchParams.get('q'))).toEqual([
    'asha',
  ]);
  expect($search.get()).toEqual({ words: 'asha ', found: NOTHING, isSearching: false, failure: null });
});

test('an answer that comes too late does not count', async () => {
  const late = { ...NOTHING, leagues: [{ id: 'l', name: 'Late', cohort: { id: 'c', name: 'C' } }] };
  browser.answer(ROUTE, async ({ url }) => {
    if (!url.includes('first')) return ok(NOTHING);
    await Bun.sleep(40);
    return ok(late);
  });
  const { $search, type } = createCommandPaletteSearch(true, 1);
  type('first');
  await Bun.sleep(10);
  type('second');
  await Bun.sleep(60);
  expect($search.get()).toMatchObject({ words: 'second', found: NOTHING });
});

test('one letter, and those whom the API refuses, ask nothing; a failure is told', async () => {
  createCommandPaletteSearch(true, 1).type(' a ');
  createCommandPaletteSearch(false, 1).type('asha');
  await Bun.sleep(15);
  expect(browser.sent(ROUTE)).toEqual([]);
  browser.answer(ROUTE, refusal(500, 'Internal server error'));
  const { $search, type } = createCommandPaletteSearch(true, 1);
  type('asha');
  await Bun.sleep(15);
  expect($search.get()).toMatchObject({ failure: 'Internal server error', found: null, isSearching: false });
});
