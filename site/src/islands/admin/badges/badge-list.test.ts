import { beforeEach, expect, test } from 'bun:test';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createCandidateSearch } from './badge-list.ts';

const CANDIDATES = 'GET /admin/badges/b1/candidates';
const person = (name: string) => ({ id: name, name, email: `${name}@test.test` });

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

function openSearch() {
  const { $search, type } = createCandidateSearch('b1');
  const rest = async () => {
    while ($search.get().isSearching) await Bun.sleep(5);
  };
  const names = () => $search.get().found?.map(({ name }) => name);
  return { $search, type, rest, names };
}

test('nobody is found by a text whose answer is not here yet', async () => {
  browser.answer(CANDIDATES, ok({ people: [person('Shreya'), person('Shyam')] }));
  const { $search, type, rest, names } = openSearch();
  type('sh');
  await rest();
  expect(names()).toEqual(['Shreya', 'Shyam']);

  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  browser.answer(CANDIDATES, async () => {
    await held;
    return ok({ people: [person('Ravi')] });
  });
  type('');
  expect($search.get()).toMatchObject({ found: null, isSearching: false });
  type(' ravi ');
  expect($search.get()).toMatchObject({ found: null, isSearching: true });
  while (browser.sent(CANDIDATES).length < 2) await Bun.sleep(5);
  expect($search.get()).toMatchObject({ found: null, isSearching: true });
  answerNow();
  await rest();
  expect(names()).toEqual(['Ravi']);
  // Another letter, and it is another text.
  type('ravin');
  expect($search.get().isSearching).toBe(true);
});

test('a search that failed says so until something else is typed', async () => {
  browser.answer(CANDIDATES, refusal(400));
  const { $search, type, rest } = openSearch();
  type('sh');
  await rest();
  expect($search.get().failure).not.toBeNull();
  type('shr');
  expect($search.get()).toMatchObject({ failure: null, isSearching: true });
});
