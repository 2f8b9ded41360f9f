import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { COMPLETION_PULSE_MS } from '#contract/constants.ts';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { leagueOf } from '../data/league.ts';
import { NO_PROGRESS } from '../data/progress.ts';
import {
  $busyResources,
  $celebrated,
  markForRevision,
  saveNote,
  tick,
  toResetText,
  toUntickQuestion,
  unmarkForRevision,
  untick,
} from './resource-actions.ts';
import { toProgressFailure } from './resource-progress.ts';
import {
  DONE,
  openLeague,
  pressUndo,
  progressOf,
  SECTION,
  TITLE,
  toastTexts,
} from './testing/open-league.ts';

let browser: FakeBrowser;
let logged: ReturnType<typeof spyOn<Console, 'error'>>;

beforeEach(() => {
  browser = openFakeBrowser();
  logged = spyOn(console, 'error').mockImplementation(() => undefined);
  $toasts.set([]);
});
afterEach(() => {
  forgetQueries();
  logged.mockRestore();
  browser.close();
});

describe('ticking', () => {
  test('LPROG-26 LPROG-27 marks completed at once, sends {}, and celebrates for two seconds', async () => {
    await openLeague(browser, NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    const ticking = tick('ml', 'r1');
    expect(progressOf('r1')?.isCompleted).toBe(true);
    expect(await ticking).toBe(true);
    expect(browser.sent('POST /resource-progress/r1/complete')[0]?.body).toEqual({});
    expect($celebrated.get()).toBe('r1');
    expect(COMPLETION_PULSE_MS).toBe(2000);
    expect(toastTexts()).toEqual([`Well done! "${TITLE}" is completed.`]);
  });

  test('LPROG-33 while it runs the row is busy, and a second action does nothing', async () => {
    await openLeague(browser, NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    const ticking = tick('ml', 'r1');
    expect([...$busyResources.get()]).toEqual(['r1']);
    expect(await markForRevision('ml', 'r1')).toBe(false);
    await ticking;
    expect($busyResources.get().size).toBe(0);
    expect(browser.requests.map(({ route }) => route)).toEqual([
      'GET /progress/leagues/ml',
      'POST /resource-progress/r1/complete',
    ]);
  });

  test('LPROG-34 LPROG-36 a failure puts back exactly what was there and says so', async () => {
    const before = { ...NO_PROGRESS, personalNote: 'Kept' };
    await openLeague(browser, before);
    browser.answer('POST /resource-progress/r1/complete', refusal(500, 'Internal server error'));
    expect(await tick('ml', 'r1')).toBe(false);
    expect(progressOf('r1')).toEqual(before);
    expect(progressOf('r2')).toEqual(NO_PROGRESS);
    expect(toastTexts()).toEqual([`Failed to mark "${TITLE}" as complete. Please try again.`]);
    expect($celebrated.get()).not.toBe('r2');
  });
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

describe('taking back', () => {
  test('LPROG-28 the question names the resource', () => {
    expect(toUntickQuestion(TITLE)).toBe(
      `Are you sure you want to mark "${TITLE}" as not done? This will reset your progress for this resource.`,
    );
  });

  test('LPROG-28 OPEN-22 the question says what goes and what stays', () => {
    expect(toResetText({ markedForRevision: true, personalNote: 'mine' })).toBe(
      'Your tick and revision mark will be removed; your note stays.',
    );
    expect(toResetText({ markedForRevision: false, personalNote: null })).toBe('Your tick will be removed.');
  });

  test('LPROG-29 OPEN-22 unticking resets completion, mark and time; the note stays', async () => {
    await openLeague(browser, DONE);
    browser.answer('DELETE /resource-progress/r1/reset', ok({}));
    expect(await untick('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toEqual({ ...NO_PROGRESS, personalNote: 'Chapter 3 twice' });
  });

  test('LPROG-34 LPROG-37 a failed untick leaves the resource complete', async () => {
    await openLeague(browser, DONE);
    browser.answer('DELETE /resource-progress/r1/reset', 'network');
    expect(await untick('ml', 'r1')).toBe(false);
    expect(progressOf('r1')).toEqual(DONE);
    expect(toastTexts()).toEqual([
      `Failed to mark "${TITLE}" as incomplete. The resource is still marked as complete. Please try again.`,
    ]);
  });
});

describe('undoing a reset', () => {
  const CHANGE = { id: '77', kind: 'RESET', resource: { id: 'r1', title: TITLE } };
  const isTold = () => toastTexts().length === 2;

  test('LPROG-29 LPROG-32 untick and revision off offer Undo, which takes the change back as the history does', async () => {
    for (const change of [untick, unmarkForRevision]) {
      forgetQueries();
      await openLeague(browser, DONE);
      browser.answer('DELETE /resource-progress/r1/reset', ok({}));
      const others = [
        { ...CHANGE, id: '78', resource: { id: 'r2', title: 'Other' } },
        { ...CHANGE, kind: 'COMPLETED', id: '79' },
      ];
      browser.answer('GET /progress/history', ok({ entries: [...others, CHANGE], nextCursor: null }));
      browser.answer('POST /progress/history/77/undo', ok({ entry: {} }));
      await change('ml', 'r1');
      expect(progressOf('r1')?.isCompleted).toBe(false);
      await pressUndo(isTold);
      expect(toastTexts().at(-1)).toBe('Undone.');
      expect(progressOf('r1')).toEqual(DONE);
      $toasts.set([]);
    }
    expect(browser.sent('POST /progress/history/77/undo')).toHaveLength(2);
  });

  test('LPROG-29 an undoing that fails says so and leaves the reset', async () => {
    await openLeague(browser, DONE);
    browser.answer('DELETE /resource-progress/r1/reset', ok({}));
    browser.answer('GET /progress/history', ok({ entries: [CHANGE], nextCursor: null }));
    browser.answer('POST /progress/history/77/undo', refusal(409, 'This was changed again since then.'));
    await untick('ml', 'r1');
    await pressUndo(isTold);
    expect(toastTexts().at(-1)).toBe('This was changed again since then.');
    expect(progressOf('r1')?.isCompleted).toBe(false);
  });
});

describe('revision', () => {
  test('LPROG-31 on marks for revision and leaves completion alone', async () => {
    await openLeague(browser, { ...NO_PROGRESS, isCompleted: true });
    browser.answer('POST /resource-progress/r1/revision', ok({}));
    expect(await markForRevision('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toEqual({ ...NO_PROGRESS, isCompleted: true, markedForRevision: true });
  });

  test('LPROG-32 off resets the progress of the resource', async () => {
    await openLeague(browser, DONE);
    browser.answer('DELETE /resource-progress/r1/reset', ok({}));
    expect(await unmarkForRevision('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toMatchObject({ isCompleted: false, markedForRevision: false });
  });

  test('LPROG-34 LPROG-38 either failure is reverted and told', async () => {
    await openLeague(browser, DONE);
    browser.answer('POST /resource-progress/r1/revision', refusal(404, 'Resource not found'));
    browser.answer('DELETE /resource-progress/r1/reset', refusal(404, 'Resource not found'));
    await markForRevision('ml', 'r1');
    await unmarkForRevision('ml', 'r1');
    expect(progressOf('r1')).toEqual(DONE);
    expect(toastTexts()).toEqual([
      `Failed to mark "${TITLE}" for revision. Please try again.`,
      `Failed to unmark "${TITLE}" for revision. Please try again.`,
    ]);
  });
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

describe('after a failure', () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

  test('LPROG-34 the section is asked again, because the write may have arrived', async () => {
    await openLeague(browser, NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', 'network');
    const arrived = { ...NO_PROGRESS, isCompleted: true };
    browser.answer(SECTION, ok({ resources: [{ id: 'r1', progress: { ...arrived, completedAt: 'now' } }] }));
    await tick('ml', 'r1');
    await pause();
    expect(progressOf('r1')).toEqual(arrived);
  });

  test('LPROG-40 a failure of that question is only logged', async () => {
    await openLeague(browser, NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', refusal(500, 'Internal server error'));
    browser.answer(SECTION, refusal(404, 'Section not found'));
    await tick('ml', 'r1');
    await pause();
    expect(logged.mock.calls.flat()).toEqual([
      'HTTP 500: Internal server error',
      'HTTP 404: Section not found',
    ]);
    expect(toastTexts()).toHaveLength(1);
    expect(progressOf('r1')).toEqual(NO_PROGRESS);
  });
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

test('CONST-23 a league takes one call, whatever its size, and is remembered', async () => {
  await openLeague(browser, DONE);
  await leagueOf('ml').ensure();
  expect(browser.requests).toHaveLength(1);
});
