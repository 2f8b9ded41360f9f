import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { COMPLETION_PULSE_MS } from '#contract/constants.ts';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { stopSession } from '#site/islands/shared/session/session.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { isMissing, leagueOf } from '../data/league.ts';
import { findPlace } from '../data/league-view.ts';
import { onSettled } from '../data/outbox-actions.ts';
import { NO_PROGRESS, type ResourceProgress } from '../data/progress.ts';
import {
  $busyResources,
  $celebrated,
  followOutbox,
  KEPT_ON_DEVICE,
  markForRevision,
  saveNote,
  tick,
  toResetText,
  toUntickQuestion,
  unmarkForRevision,
  untick,
} from './resource-actions.ts';
import { toProgressFailure } from './resource-progress.ts';

const TITLE = 'Essence of linear algebra';
const DONE: ResourceProgress = {
  isCompleted: true,
  markedForRevision: true,
  personalNote: 'Chapter 3 twice',
  timeSpent: 120,
};
const SECTION = 'GET /resource-progress/section/s1/resources';

let browser: FakeBrowser;
let logged: ReturnType<typeof spyOn<Console, 'error'>>;

async function openLeague(progress: ResourceProgress): Promise<void> {
  const resource = { id: 'r1', title: TITLE, url: 'https://learn.example/', type: 'VIDEO', progress };
  const other = { ...resource, id: 'r2', title: 'Other', progress: NO_PROGRESS };
  const weeks = [{ id: 'w1', name: 'W', sections: [{ id: 's1', name: 'S', resources: [resource, other] }] }];
  browser.answer('GET /progress/leagues/ml', ok({ league: { name: 'ML' }, progress: { weeks } }));
  await leagueOf('ml').ensure();
}

function progressOf(resourceId: string): ResourceProgress | undefined {
  const league = leagueOf('ml').$state.get().data;
  if (!league || isMissing(league)) return undefined;
  return findPlace(league, ({ id }) => id === resourceId)?.resource.progress;
}

const toastTexts = () => $toasts.get().map(({ text }) => text);

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
    await openLeague(NO_PROGRESS);
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
    await openLeague(NO_PROGRESS);
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
    await openLeague(before);
    browser.answer('POST /resource-progress/r1/complete', refusal(500, 'Internal server error'));
    expect(await tick('ml', 'r1')).toBe(false);
    expect(progressOf('r1')).toEqual(before);
    expect(progressOf('r2')).toEqual(NO_PROGRESS);
    expect(toastTexts()).toEqual([`Failed to mark "${TITLE}" as complete. Please try again.`]);
    expect($celebrated.get()).not.toBe('r2');
  });
});

test('LPROG-26 LPROG-39 what the server took is not replaced by a page asked for before', async () => {
  await openLeague(NO_PROGRESS);
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
      'The tick and the revision mark go; your note stays.',
    );
    expect(toResetText({ markedForRevision: false, personalNote: null })).toBe('The tick goes.');
  });

  test('LPROG-29 OPEN-22 unticking resets completion, mark and time; the note stays', async () => {
    await openLeague(DONE);
    browser.answer('DELETE /resource-progress/r1/reset', ok({}));
    expect(await untick('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toEqual({ ...NO_PROGRESS, personalNote: 'Chapter 3 twice' });
  });

  test('LPROG-34 LPROG-37 a failed untick leaves the resource complete', async () => {
    await openLeague(DONE);
    browser.answer('DELETE /resource-progress/r1/reset', 'network');
    expect(await untick('ml', 'r1')).toBe(false);
    expect(progressOf('r1')).toEqual(DONE);
    expect(toastTexts()).toEqual([
      `Failed to mark "${TITLE}" as incomplete. The resource is still marked as complete. Please try again.`,
    ]);
  });
});

describe('revision', () => {
  test('LPROG-31 on marks for revision and leaves completion alone', async () => {
    await openLeague({ ...NO_PROGRESS, isCompleted: true });
    browser.answer('POST /resource-progress/r1/revision', ok({}));
    expect(await markForRevision('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toEqual({ ...NO_PROGRESS, isCompleted: true, markedForRevision: true });
  });

  test('LPROG-32 off resets the progress of the resource', async () => {
    await openLeague(DONE);
    browser.answer('DELETE /resource-progress/r1/reset', ok({}));
    expect(await unmarkForRevision('ml', 'r1')).toBe(true);
    expect(progressOf('r1')).toMatchObject({ isCompleted: false, markedForRevision: false });
  });

  test('LPROG-34 LPROG-38 either failure is reverted and told', async () => {
    await openLeague(DONE);
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
  await openLeague(DONE);
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
    await openLeague(NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', 'network');
    const arrived = { ...NO_PROGRESS, isCompleted: true };
    browser.answer(SECTION, ok({ resources: [{ id: 'r1', progress: { ...arrived, completedAt: 'now' } }] }));
    await tick('ml', 'r1');
    await pause();
    expect(progressOf('r1')).toEqual(arrived);
  });

  test('LPROG-40 a failure of that question is only logged', async () => {
    await openLeague(NO_PROGRESS);
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
  await openLeague(DONE);
  await leagueOf('ml').ensure();
  expect(browser.requests).toHaveLength(1);
});

describe('on a device with a queue', () => {
  let close = () => {};
  beforeEach(async () => {
    const { startOutbox } = await import('../data/outbox-actions.ts');
    localStorage.setItem('accessToken', 'a');
    localStorage.setItem('refreshToken', 'r');
    browser.answer('GET /auth/profile', ok({ id: 'u1' }));
    close = startOutbox('u1');
  });
  afterEach(() => {
    close();
    stopSession();
  });

  test('P41 what one account did is never sent in the name of another', async () => {
    const { $kept, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    browser.answer('GET /auth/profile', ok({ id: 'u2' }));
    expect(await tick('ml', 'r1')).toBe(true);
    expect(await sendOutbox()).toBe(false);
    expect([browser.sent('POST /resource-progress/r1/complete').length, $kept.get().length]).toEqual([0, 1]);
    // Back again with a sign-in of their own.
    localStorage.setItem('refreshToken', 'r2');
    browser.answer('GET /auth/profile', ok({ id: 'u1' }));
    expect(await sendOutbox()).toBe(true);
    expect([browser.sent('POST /resource-progress/r1/complete').length, $kept.get().length]).toEqual([1, 0]);
  });

  test('LPROG-26 P41 without a connection a tick stays, marked, and goes out under the same key', async () => {
    const { $kept, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', 'network');
    expect(await tick('ml', 'r1')).toBe(true);
    expect(progressOf('r1')?.isCompleted).toBe(true);
    expect(toastTexts()).toEqual([KEPT_ON_DEVICE]);
    expect($kept.get().map(({ lane }) => lane)).toEqual(['resource:r1']);
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    expect(await sendOutbox()).toBe(true);
    const keys = browser
      .sent('POST /resource-progress/r1/complete')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 36]);
    expect($kept.get()).toEqual([]);
  });

  test('LPROG-39 a note changed elsewhere is told with the other words, and both are there until one is chosen', async () => {
    const { findRefusedNote } = await import('../offline/refused-note.ts');
    await openLeague(DONE);
    const conflict = { code: 'NOTE_CHANGED', currentNote: 'Theirs' };
    browser.answer(
      'PUT /resource-progress/r1/note',
      refusal(409, 'The note was changed elsewhere.', conflict),
    );
    expect(await saveNote('ml', 'r1', 'Mine')).toEqual({ kind: 'changed', currentNote: 'Theirs' });
    expect([progressOf('r1')?.personalNote, findRefusedNote('r1')]).toEqual(['Theirs', 'Mine']);
    browser.answer('PUT /resource-progress/r1/note', ok({}));
    expect(await saveNote('ml', 'r1', 'Theirs\n\nMine', 'Theirs')).toEqual({ kind: 'saved' });
    const [first, second] = browser.sent('PUT /resource-progress/r1/note').map(({ body }) => body);
    expect(first).toEqual({ personalNote: 'Mine', expectedNote: 'Chapter 3 twice' });
    expect(second).toEqual({ personalNote: 'Theirs\n\nMine', expectedNote: 'Theirs' });
    expect(findRefusedNote('r1')).toBeNull();
  });

  const NOTE = 'PUT /resource-progress/r1/note';
  const keptNotes = async () => (await import('../data/outbox-actions.ts')).$kept.get();

  test('NOTE-08 a note that is refused later is kept with its reason, whatever is saved, until it is taken back', async () => {
    const { sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(DONE);
    browser.answer(NOTE, 'network');
    expect(await saveNote('ml', 'r1', 'Mine')).toEqual({ kind: 'saved' });
    browser.answer(NOTE, refusal(403, 'You must be enrolled'));
    await sendOutbox();
    const [refused] = await keptNotes();
    expect([refused?.body?.personalNote, refused?.refusal?.message]).toEqual([
      'Mine',
      'You must be enrolled',
    ]);
    expect(await saveNote('ml', 'r1', 'Mine', undefined, new Set([refused?.id ?? '']))).toEqual({
      kind: 'failed',
    });
    browser.answer(NOTE, ok({}));
    expect(await saveNote('ml', 'r1', 'Another')).toEqual({ kind: 'saved' });
    expect(await keptNotes()).toEqual([refused as never]);
    expect(await saveNote('ml', 'r1', 'Mine, at last', undefined, new Set([refused?.id ?? '']))).toEqual({
      kind: 'saved',
    });
    expect(await keptNotes()).toEqual([]);
  });

  test('NOTE-08 a note that took the place of one that never went out gives it back when it is dropped', async () => {
    const { dropFromOutbox, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(DONE);
    // What was done before it holds the first note up: it never goes out.
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    await saveNote('ml', 'r1', 'First');
    await saveNote('ml', 'r1', 'Second');
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    browser.answer(NOTE, ({ body }) =>
      (body as { personalNote: string }).personalNote === 'Second' ? refusal(400, 'Not this one') : ok({}),
    );
    await sendOutbox();
    const [refused] = await keptNotes();
    expect(refused?.body?.personalNote).toBe('Second');
    if (refused) dropFromOutbox(refused);
    await Bun.sleep(5);
    expect(browser.sent(NOTE).map(({ body }) => body)).toEqual([
      { personalNote: 'Second', expectedNote: 'Chapter 3 twice' },
      { personalNote: 'First', expectedNote: 'Chapter 3 twice' },
    ]);
    expect(await keptNotes()).toEqual([]);
  });

  test('NOTE-08 a note that is refused at once leaves the one before it waiting', async () => {
    await openLeague(DONE);
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    await saveNote('ml', 'r1', 'First');
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    browser.answer(NOTE, ({ body }) =>
      (body as { personalNote: string }).personalNote === 'Second' ? refusal(400, 'Not this one') : ok({}),
    );
    expect(await saveNote('ml', 'r1', 'Second')).toEqual({ kind: 'failed' });
    await Bun.sleep(5);
    expect(browser.sent(NOTE).map(({ body }) => (body as { personalNote: string }).personalNote)).toEqual([
      'Second',
      'First',
    ]);
    expect([progressOf('r1')?.personalNote, await keptNotes()]).toEqual(['First', []]);
  });

  test('LPROG-26 what is sent later is not replaced by a page asked for before', async () => {
    const { sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(NO_PROGRESS);
    const stop = followOutbox();
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    let answer = () => {};
    const old = ok({ league: { name: 'ML' }, progress: { weeks: [] } });
    browser.answer('GET /progress/leagues/ml', () => new Promise((resolve) => (answer = () => resolve(old))));
    const refreshing = leagueOf('ml').refresh();
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    await sendOutbox();
    answer();
    await refreshing;
    expect(progressOf('r1')?.isCompleted).toBe(true);
    stop();
  });

  test('LEAGUES-15 an enrollment that was kept opens the league once it is sent', async () => {
    const { perform, sendOutbox } = await import('../data/outbox-actions.ts');
    const stop = followOutbox();
    browser.answer(
      'GET /progress/leagues/ml',
      refusal(403, 'You are not enrolled', { code: 'LEAGUE_NOT_ENROLLED' }),
    );
    const leave = leagueOf('ml').watch();
    browser.answer('POST /progress/enroll', 'network');
    const body = { cohortId: 'default', leagueId: 'ml' };
    const outcome = await perform({
      lane: 'league:ml',
      call: 'enrollInLeague',
      params: {},
      body,
      leagueId: 'ml',
      title: 'ML',
    });
    expect([outcome.kind, leagueOf('ml').$state.get().error?.message]).toEqual([
      'kept',
      'You are not enrolled',
    ]);
    browser.answer('POST /progress/enroll', ok({}));
    browser.answer('GET /progress/leagues/ml', ok({ league: { name: 'ML' }, progress: { weeks: [] } }));
    expect(await sendOutbox()).toBe(true);
    await Bun.sleep(5);
    expect(leagueOf('ml').$state.get()).toMatchObject({ error: null, data: { name: 'ML' } });
    leave();
    stop();
  });

  test('LEAGUES-15 an enrollment that was kept and done elsewhere meanwhile is no failure either', async () => {
    const { $kept, sendOutbox } = await import('../data/outbox-actions.ts');
    const { cohortList, enroll } = await import('../data/enroll.ts');
    browser.answer('GET /cohorts', ok({ cohorts: [{ id: 'fall' }] }));
    browser.answer('POST /progress/enroll', 'network');
    cohortList.invalidate();
    expect((await enroll({ id: 'ml', isExpired: false }))?.kind).toBe('kept');
    const text = 'User is already enrolled in this cohort/league combination';
    browser.answer('POST /progress/enroll', refusal(409, text, { code: 'ALREADY_ENROLLED' }));
    const settled: string[] = [];
    const stop = onSettled(({ call }, { kind }) => settled.push(`${call} ${kind}`));
    expect(await sendOutbox()).toBe(true);
    expect([settled, $kept.get()]).toEqual([['enrollInLeague sent'], []]);
    stop();
  });

  test('LPROG-34 what is refused later is put back and shown with its reason', async () => {
    const { $kept, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(NO_PROGRESS);
    const stop = followOutbox();
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    browser.answer('POST /resource-progress/r1/complete', refusal(403, 'You must be enrolled'));
    browser.answer(SECTION, ok({ resources: [{ id: 'r1', progress: NO_PROGRESS }] }));
    await sendOutbox();
    await Bun.sleep(5);
    expect(progressOf('r1')?.isCompleted).toBe(false);
    expect($kept.get()[0]?.refusal?.message).toBe('You must be enrolled');
    stop();
  });
});
