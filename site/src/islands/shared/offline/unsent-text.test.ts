import { expect, test } from 'bun:test';
import { setUpFakeBrowser } from '../testing/fake-browser.ts';
import { clearDrafts, readDraft, storeDraft } from './draft.ts';
import { openOutbox } from './outbox.ts';
import { discardUnsentText, sweepUnsentText, UNSENT_TEXT_MS } from './unsent-text.ts';

const NOTE = {
  lane: 'resource:r1',
  call: 'saveNote',
  params: { resourceId: 'r1' },
  body: { personalNote: 'Canary' },
  leagueId: 'l1',
  title: 'Resource',
};

setUpFakeBrowser();

test('P45 words of an account that is signed out wait seven days and no longer', () => {
  expect(sweepUnsentText(null, 1000)).toBeNull();
  openOutbox('u1', localStorage, () => 0).add(NOTE);
  storeDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  storeDraft({ name: 'sign-up', owner: '' }, { name: 'Visitor' });
  // A change made long ago waits as long as any other from the moment it is left.
  const left = { count: 2, until: 1000 + UNSENT_TEXT_MS };
  expect(sweepUnsentText(null, 1000)).toEqual(left);
  expect(sweepUnsentText(null, 999 + UNSENT_TEXT_MS)).toEqual(left);
  expect(openOutbox('u1', localStorage).$actions.get()[0]?.body).toEqual(NOTE.body);
  expect(readDraft({ name: 'social', owner: 'u1' })).toEqual({ kaggleUsername: 'Canary' });
  expect(sweepUnsentText(null, 1000 + UNSENT_TEXT_MS)).toBeNull();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 1]);
});

test('P45 whoever comes back finds their words, and the days begin anew; those of others go on counting', () => {
  const mine = openOutbox('u1', localStorage);
  mine.add(NOTE);
  openOutbox('u2', localStorage).add(NOTE);
  storeDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  expect(sweepUnsentText(null, 0)?.count).toBe(3);
  clearDrafts('u1');
  expect(sweepUnsentText('u1', UNSENT_TEXT_MS - 1)?.count).toBe(1);
  expect(sweepUnsentText('u1', UNSENT_TEXT_MS)).toBeNull();
  expect(openOutbox('u2', localStorage).$actions.get()).toEqual([]);
  expect(sweepUnsentText(null, UNSENT_TEXT_MS)).toEqual({ count: 2, until: 2 * UNSENT_TEXT_MS });
  expect(openOutbox('u1', localStorage).$actions.get()).toHaveLength(1);
});

test('P45 words are discarded with one press, whoever left them', () => {
  openOutbox('u1', localStorage).add(NOTE);
  openOutbox('u2', localStorage).add(NOTE);
  localStorage.setItem('unsent:u3:broken', 'no JSON');
  storeDraft({ name: 'social', owner: 'u1' }, { kaggleUsername: 'Canary' });
  expect(sweepUnsentText(null, 0)?.count).toBe(4);
  discardUnsentText();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
