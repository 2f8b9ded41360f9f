import { afterEach, beforeEach, expect, test } from 'bun:test';
import { keepAccount } from '#site/islands/shared/offline/kept-account.ts';
import { type FakeBrowser, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { dropNoteDraft, findNoteDraft, keepNoteDraft } from './note-draft.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
  keepAccount({ id: 'u1' } as Parameters<typeof keepAccount>[0]);
});
afterEach(() => browser.close());

test('P45 a note that is being typed waits for its account, with the note it was typed over', () => {
  keepNoteDraft('r1', { note: 'My words', over: 'Before' });
  expect(findNoteDraft('r1')).toEqual({ note: 'My words', over: 'Before' });
  expect(findNoteDraft('r2')).toBeNull();
  keepAccount({ id: 'u2' } as Parameters<typeof keepAccount>[0]);
  expect(findNoteDraft('r1')).toBeNull();
});

test('P45 it goes when it is dropped or says what stands there', () => {
  keepNoteDraft('r1', { note: 'My words', over: '' });
  dropNoteDraft('r1');
  expect(findNoteDraft('r1')).toBeNull();
  keepNoteDraft('r1', { note: 'My words', over: '' });
  keepNoteDraft('r1', { note: '', over: '' });
  expect(sessionStorage.length).toBe(0);
});
