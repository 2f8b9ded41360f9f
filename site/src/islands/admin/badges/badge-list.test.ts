import { afterEach, beforeEach, expect, test } from 'bun:test';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import { createCandidateSearch } from './badge-list.ts';

const CANDIDATES = 'GET /admin/badges/b1/candidates';
const person = (name: string) => ({ id: name, name, email: `${name}@test.test` });

let browser: FakeBrowser;
const stops: (() => void)[] = [];
beforeEach(() => {
  browser = openFakeBrowser();
  localStorage.setItem('accessToken', 'a');
  forgetQueries();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  browser.close();
});

function openSearch() {
  const search = createCandidateSearch('b1');
  stops.push(
    search.$candidates.listen(() => undefined),
    search.watch(),
  );
  const reach = (state: string) =>
    new Promise<void>((resolve) => {
      const stop = search.$candidates.subscribe((now) => {
        if (now.state !== state) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  const names = () => search.$candidates.get().people.map(({ name }) => name);
  return { ...search, reach, names };
}

test('nobody is found by a text whose answer is not here yet', async () => {
  browser.answer(CANDIDATES, ok({ people: [person('Shreya'), person('Shyam')] }));
  const { $text, $candidates, reach, names } = openSearch();
  $text.set('sh');
  await reach('found');
  expect(names()).toEqual(['Shreya', 'Shyam']);

  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  browser.answer(CANDIDATES, async () => {
    await held;
    return ok({ people: [person('Ravi')] });
  });
  $text.set('');
  expect($candidates.get()).toEqual({ state: 'not-searched', people: [] });
  $text.set(' ravi ');
  expect($candidates.get()).toEqual({ state: 'searching', people: [] });
  while (browser.sent(CANDIDATES).length < 2) await Bun.sleep(5);
  expect($candidates.get()).toEqual({ state: 'searching', people: [] });
  answerNow();
  await reach('found');
  expect(names()).toEqual(['Ravi']);
  // Another letter, and it is another text.
  $text.set('ravin');
  expect($candidates.get()).toEqual({ state: 'searching', people: [] });
});

test('a search that failed says so until something else is typed', async () => {
  browser.answer(CANDIDATES, refusal(400));
  const { $text, $candidates, reach } = openSearch();
  $text.set('sh');
  await reach('failed');
  $text.set('shr');
  expect($candidates.get().state).toBe('searching');
});
