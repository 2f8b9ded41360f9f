import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, openFakeBrowser } from '../testing/fake-browser.ts';
import { forgetDrafts, keepDraft, readDraft } from './draft.ts';
import { discardLeftWords, LEFT_WORDS_MS, sweepLeftWords } from './left-words.ts';
import { openOutbox } from './outbox.ts';

const NOTE = {
  lane: 'resource:r1',
  call: 'saveNote',
  params: { resourceId: 'r1' },
  body: { personalNote: 'Canary' },
  leagueId: 'l1',
  title: 'Resource',
};

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
});
afterEach(() => browser.close());

test('P45 words of an account that is signed out wait seven days and no longer', () => {
  expect(sweepLeftWords(null, 1000)).toBeNull();
  openOutbox('u1', localStorage, () => 0).add(NOTE);
  keepDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  keepDraft({ name: 'sign-up', owner: '' }, { name: 'Visitor' });
  // A change made long ago waits as long as any other from the moment it is left.
  const left = { count: 2, until: 1000 + LEFT_WORDS_MS };
  expect(sweepLeftWords(null, 1000)).toEqual(left);
  expect(sweepLeftWords(null, 999 + LEFT_WORDS_MS)).toEqual(left);
  expect(openOutbox('u1', localStorage).$actions.get()[0]?.body).toEqual(NOTE.body);
  expect(readDraft({ name: 'social', owner: 'u1' })).toEqual({ kaggleUsername: 'Canary' });
  expect(sweepLeftWords(null, 1000 + LEFT_WORDS_MS)).toBeNull();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 1]);
});

test('P45 whoever comes back finds their words, and the days begin anew; those of others go on counting', () => {
  const mine = openOutbox('u1', localStorage);
  mine.add(NOTE);
  openOutbox('u2', localStorage).add(NOTE);
  keepDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  expect(sweepLeftWords(null, 0)?.count).toBe(3);
  forgetDrafts('u1');
  expect(sweepLeftWords('u1', LEFT_WORDS_MS - 1)?.count).toBe(1);
  expect(sweepLeftWords('u1', LEFT_WORDS_MS)).toBeNull();
  expect(openOutbox('u2', localStorage).$actions.get()).toEqual([]);
  expect(sweepLeftWords(null, LEFT_WORDS_MS)).toEqual({ count: 2, until: 2 * LEFT_WORDS_MS });
  expect(openOutbox('u1', localStorage).$actions.get()).toHaveLength(1);
});

test('P45 words are discarded with one press, whoever left them', () => {
  openOutbox('u1', localStorage).add(NOTE);
  openOutbox('u2', localStorage).add(NOTE);
  localStorage.setItem('unsent:u3:broken', 'no JSON');
  keepDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  expect(sweepLeftWords(null, 0)?.count).toBe(4);
  discardLeftWords();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
