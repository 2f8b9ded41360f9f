import { beforeEach, expect, test } from 'bun:test';
import { removeStoredAccount, storeAccount } from '#site/islands/shared/offline/offline-cache.ts';
import { setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { openNoteDraft } from './note-draft.ts';

setUpFakeBrowser();
beforeEach(() => storeAccount({ id: 'u1' } as Parameters<typeof storeAccount>[0]));

test('P45 a note that is being typed waits for its account, with the note it was typed over', () => {
  openNoteDraft('r1').store({ note: 'My words', over: 'Before' });
  expect(openNoteDraft('r1').stored).toEqual({ note: 'My words', over: 'Before' });
  expect(openNoteDraft('r2').stored).toBeNull();
  storeAccount({ id: 'u2' } as Parameters<typeof storeAccount>[0]);
  expect(openNoteDraft('r1').stored).toBeNull();
});

test('P45 it goes when it is dropped or says what stands there', () => {
  const draft = openNoteDraft('r1');
  draft.store({ note: 'My words', over: '' });
  draft.drop();
  expect(openNoteDraft('r1').stored).toBeNull();
  draft.store({ note: 'My words', over: '' });
  draft.store({ note: '', over: '' });
  expect(sessionStorage.length).toBe(0);
});

test('P45 a note whose session ends while it is saved leaves no draft beside what waits to be sent', () => {
  const draft = openNoteDraft('r1');
  draft.store({ note: 'My words', over: '' });
  removeStoredAccount();
  draft.drop();
  expect(sessionStorage.length).toBe(0);
});
