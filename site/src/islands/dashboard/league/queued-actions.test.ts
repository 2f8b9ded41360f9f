import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { stopSession } from '#site/islands/shared/session/session.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { leagueOf } from '../data/league.ts';
import { onSettled } from '../data/outbox-actions.ts';
import { NO_PROGRESS } from '../data/progress.ts';
import { followOutbox, STORED_ON_DEVICE, saveNote, tick, untick } from './resource-actions.ts';
import { DONE, openLeague, pressUndo, progressOf, SECTION, toastTexts } from './testing/open-league.ts';

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
    const { $unsentActions, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(browser, NO_PROGRESS);
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    browser.answer('GET /auth/profile', ok({ id: 'u2' }));
    expect(await tick('ml', 'r1')).toBe(true);
    expect(await sendOutbox()).toBe(false);
    expect([browser.sent('POST /resource-progress/r1/complete').length, $unsentActions.get().length]).toEqual(
      [0, 1],
    );
    // Back again with a sign-in of their own.
    localStorage.setItem('refreshToken', 'r2');
    browser.answer('GET /auth/profile', ok({ id: 'u1' }));
    expect(await sendOutbox()).toBe(true);
    expect([browser.sent('POST /resource-progress/r1/complete').length, $unsentActions.get().length]).toEqual(
      [1, 0],
    );
  });

  test('LPROG-29 a reset that has not gone out is undone by doing it all again', async () => {
    const { $unsentActions } = await import('../data/outbox-actions.ts');
    await openLeague(browser, DONE);
    browser.answer('DELETE /resource-progress/r1/reset', 'network');
    await untick('ml', 'r1');
    expect([toastTexts(), progressOf('r1')?.isCompleted]).toEqual([[STORED_ON_DEVICE], false]);
    await pressUndo(() => $unsentActions.get().length === 3);
    expect($unsentActions.get().map(({ call }) => call)).toEqual([
      'resetResource',
      'completeResource',
      'markForRevision',
    ]);
    expect(progressOf('r1')).toMatchObject({ isCompleted: true, markedForRevision: true });
  });

  const NOTE = 'PUT /resource-progress/r1/note';
  const unsentNotes = async () => (await import('../data/outbox-actions.ts')).$unsentActions.get();

  test('NOTE-08 a note that took the place of one that never went out gives it back when it is dropped', async () => {
    const { dropFromOutbox, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(browser, DONE);
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
    const [refused] = await unsentNotes();
    expect(refused?.body?.personalNote).toBe('Second');
    if (refused) dropFromOutbox(refused);
    while (browser.sent(NOTE).length < 2 || (await unsentNotes()).length > 0) await Bun.sleep(1);
    expect(browser.sent(NOTE).map(({ body }) => body)).toEqual([
      { personalNote: 'Second', expectedNote: 'Chapter 3 twice' },
      { personalNote: 'First', expectedNote: 'Chapter 3 twice' },
    ]);
    expect(await unsentNotes()).toEqual([]);
  });

  test('NOTE-08 a note that is refused at once leaves the one before it waiting', async () => {
    await openLeague(browser, DONE);
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    await saveNote('ml', 'r1', 'First');
    browser.answer('POST /resource-progress/r1/complete', ok({}));
    browser.answer(NOTE, ({ body }) =>
      (body as { personalNote: string }).personalNote === 'Second' ? refusal(400, 'Not this one') : ok({}),
    );
    expect(await saveNote('ml', 'r1', 'Second')).toEqual({ kind: 'failed' });
    while (browser.sent(NOTE).length < 2 || (await unsentNotes()).length > 0) await Bun.sleep(1);
    expect(browser.sent(NOTE).map(({ body }) => (body as { personalNote: string }).personalNote)).toEqual([
      'Second',
      'First',
    ]);
    expect([progressOf('r1')?.personalNote, await unsentNotes()]).toEqual(['First', []]);
  });

  test('LPROG-26 what is sent later is not replaced by a page asked for before', async () => {
    const { sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(browser, NO_PROGRESS);
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
      'queued',
      'You are not enrolled',
    ]);
    browser.answer('POST /progress/enroll', ok({}));
    browser.answer('GET /progress/leagues/ml', ok({ league: { name: 'ML' }, progress: { weeks: [] } }));
    expect(await sendOutbox()).toBe(true);
    while (!leagueOf('ml').$state.get().data) await Bun.sleep(1);
    expect(leagueOf('ml').$state.get()).toMatchObject({ error: null, data: { name: 'ML' } });
    leave();
    stop();
  });

  test('LEAGUES-15 an enrollment that was kept and done elsewhere meanwhile is no failure either', async () => {
    const { $unsentActions, sendOutbox } = await import('../data/outbox-actions.ts');
    const { cohortList, enroll } = await import('../data/enroll.ts');
    browser.answer('GET /cohorts', ok({ cohorts: [{ id: 'fall' }] }));
    browser.answer('POST /progress/enroll', 'network');
    cohortList.invalidate();
    expect((await enroll({ id: 'ml', isExpired: false }))?.kind).toBe('queued');
    const text = 'User is already enrolled in this cohort/league combination';
    browser.answer('POST /progress/enroll', refusal(409, text, { code: 'ALREADY_ENROLLED' }));
    const settled: string[] = [];
    const stop = onSettled(({ call }, { kind }) => settled.push(`${call} ${kind}`));
    expect(await sendOutbox()).toBe(true);
    expect([settled, $unsentActions.get()]).toEqual([['enrollInLeague sent'], []]);
    stop();
  });

  test('LPROG-34 what is refused later is put back and shown with its reason', async () => {
    const { $unsentActions, sendOutbox } = await import('../data/outbox-actions.ts');
    await openLeague(browser, NO_PROGRESS);
    const stop = followOutbox();
    browser.answer('POST /resource-progress/r1/complete', 'network');
    await tick('ml', 'r1');
    browser.answer('POST /resource-progress/r1/complete', refusal(403, 'You must be enrolled'));
    browser.answer(SECTION, ok({ resources: [{ id: 'r1', progress: NO_PROGRESS }] }));
    await sendOutbox();
    while (progressOf('r1')?.isCompleted) await Bun.sleep(1);
    expect(progressOf('r1')?.isCompleted).toBe(false);
    expect($unsentActions.get()[0]?.refusal?.message).toBe('You must be enrolled');
    stop();
  });
});
