import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { leagueOf } from '../data/league.ts';
import { NO_PROGRESS } from '../data/progress.ts';
import { markForRevision, saveNote, tick, toResetText, untick } from './resource-actions.ts';
import { toProgressFailure } from './resource-progress.ts';
import { DONE, openLeague, pressUndo, progressOf, TITLE, toastTexts } from './testing/open-league.ts';

afterEach(() => {
  forgetQueries();
  logged.mockRestore();
});
const browser = setUpFakeBrowser();
let logged: ReturnType<typeof spyOn<Console, 'error'>>;

beforeEach(() => {
  logged = spyOn(console, 'error').mockImplementation(() => undefined);
  $toasts.set([]);
});

test('LPROG-26 the tick of the last open resource tells of its module', async () => {
  await openLeague(browser, NO_PROGRESS);
  for (const id of ['r1', 'r2']) {
    browser.answer(`POST /resource-progress/${id}/complete`, ok({}));
    expect(await tick('ml', id)).toBe(true);
  }
  expect(toastTexts()).toEqual([
    `Well done! "${TITLE}" is completed.`,
    'Well done! You completed the module "W".',
  ]);
});

test('LPROG-26 LPROG-39 what the server took is not replaced by a page asked for before', async () => {
  await openLeague(browser, NO_PROGRESS);
  const pages: (() => void)[] = [];
  const old = ok({ league: { name: 'ML' }, progress: { weeks: [] } });
  browser.answer('GET /progress/leagues/ml', () => new Promise((resolve) => pages.push(() => resolve(old))));
  browser.answer('POST /resource-progress/r1/revision', async () => {
    // Asked for after the click, answered before the server wrote it down.
    void leagueOf('ml').refresh();
    return ok({});
  });
  expect(await markForRevision('ml', 'r1')).toBe(true);
  pages[0]?.();
  await Bun.sleep(1);
  expect(progressOf('r1')?.markedForRevision).toBe(true);
});

test('LPROG-28 OPEN-22 the question says what goes and what stays', () => {
  expect(toResetText({ markedForRevision: true, personalNote: 'mine' })).toBe(
    'Your tick and revision mark will be removed; your note stays.',
  );
  expect(toResetText({ markedForRevision: false, personalNote: null })).toBe('Your tick will be removed.');
});

test('LPROG-29 an undoing that fails says so and leaves the reset', async () => {
  await openLeague(browser, DONE);
  const change = { id: '77', kind: 'RESET', resource: { id: 'r1', title: TITLE } };
  browser.answer('DELETE /resource-progress/r1/reset', ok({}));
  browser.answer('GET /progress/history', ok({ entries: [change], nextCursor: null }));
  browser.answer('POST /progress/history/77/undo', refusal(409, 'This was changed again since then.'));
  await untick('ml', 'r1');
  await pressUndo(() => toastTexts().length === 2);
  expect(toastTexts().at(-1)).toBe('This was changed again since then.');
  expect(progressOf('r1')?.isCompleted).toBe(false);
});

test('LPROG-39 NOTE-06 a note is saved trimmed; a failure is left to the form and the old note stays', async () => {
  await openLeague(browser, DONE);
  browser.answer('PUT /resource-progress/r1/note', ok({}));
  expect(await saveNote('ml', 'r1', ' New words ')).toEqual({ kind: 'saved' });
  expect(progressOf('r1')?.personalNote).toBe('New words');
  browser.answer('PUT /resource-progress/r1/note', refusal(400, 'Note cannot be empty'));
  $toasts.set([]);
  expect(await saveNote('ml', 'r1', 'Lost?')).toEqual({ kind: 'failed' });
  expect(progressOf('r1')?.personalNote).toBe('New words');
  expect(toastTexts()).toEqual([]);
});

test('ERR-13 a refusal is told with its status, anything else in its own words', async () => {
  const { ApiFailure } = await import('#site/islands/shared/http/api.ts');
  const failure = (kind: 'refused' | 'invalid' | 'network', message: string, status = 0) =>
    toProgressFailure(new ApiFailure({ kind, message, status }));
  expect(failure('refused', 'Resource not found', 404)).toBe('HTTP 404: Resource not found');
  expect(failure('invalid', 'Invalid JSON response from server (HTTP 502)', 502)).toBe(
    'Invalid JSON response from server (HTTP 502)',
  );
  expect(failure('network', 'Network error. Please try again.')).toBe('Network error. Please try again.');
  expect(toProgressFailure('broken')).toBe('API request failed');
});
