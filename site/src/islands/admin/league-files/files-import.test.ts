import { beforeEach, expect, test } from 'bun:test';
import type { LeagueFilesPreview } from '#contract/league-files.ts';
import { type FakeReply, ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createFilesImport } from './files-import.ts';

const PREVIEW_CALL = 'POST /admin/leagues/l/files/preview';
const APPLY_CALL = 'POST /admin/leagues/l/files/apply';
const PREVIEW = { fingerprint: 'one', needsConfirmation: true } as LeagueFilesPreview;
const FILES = { name: 'finance', files: [{ path: 'league.json', text: '{}' }] };

const browser = setUpFakeBrowser();
beforeEach(() => {
  localStorage.setItem('accessToken', 'a');
  browser.answer(PREVIEW_CALL, ok(PREVIEW));
});
const keys = () => browser.sent(APPLY_CALL).map(({ headers }) => headers.get('Idempotency-Key'));

test('choose, look, confirm, done; a changed league shows its new preview first', async () => {
  const sheet = { ...PREVIEW, fingerprint: 'two' };
  const replies = [refusal(409, 'No', { code: 'CURRICULUM_CHANGED', sheet }), ok({ files: [] })];
  browser.answer(APPLY_CALL, () => replies.shift() as FakeReply);
  const files = createFilesImport('l');
  await files.take('finance', async () => FILES);
  expect(files.$state.get()).toMatchObject({ step: 'checked', preview: PREVIEW, isOutdated: false });
  files.setOptions({ accepted: true });
  await files.apply();
  expect(files.$state.get()).toMatchObject({ step: 'checked', isOutdated: true, accepted: false });
  files.setOptions({ accepted: true });
  await files.apply();
  expect(files.$state.get().step).toBe('done');
  expect(browser.sent(APPLY_CALL).map(({ body }) => body)).toMatchObject([
    { fingerprint: 'one', acceptLoss: true },
    { fingerprint: 'two', acceptLoss: true },
  ]);
  expect(new Set(keys()).size).toBe(2);
});

test('problems are shown whole, a lost answer keeps the preview and its key', async () => {
  browser.answer(
    PREVIEW_CALL,
    refusal(409, 'No', {
      code: 'CURRICULUM_FILES_INVALID',
      problems: [{ file: 'a', field: null, expected: 'b' }],
      problemsCount: 7,
    }),
  );
  browser.answer(APPLY_CALL, 'network');
  const files = createFilesImport('l');
  await files.take('finance', async () => FILES);
  expect(files.$state.get().failure).toMatchObject({ problems: [{ file: 'a' }], count: 7 });
  browser.answer(PREVIEW_CALL, ok(PREVIEW));
  await files.take('finance', async () => FILES);
  await files.apply();
  await files.apply();
  expect(files.$state.get()).toMatchObject({ step: 'checked', preview: PREVIEW });
  expect(files.$state.get().failure).toMatchObject({
    message: expect.stringContaining('nothing is imported twice'),
  });
  expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  files.dismiss();
  expect(files.$state.get()).toMatchObject({ step: 'checked', source: FILES, failure: null });
});

test('an answer that another choice overtook is not shown', async () => {
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  browser.answer(PREVIEW_CALL, async () => {
    await held;
    return ok(PREVIEW);
  });
  const files = createFilesImport('l');
  const first = files.take('finance', async () => FILES);
  while (browser.sent(PREVIEW_CALL).length === 0) await Bun.sleep(1);
  files.reset();
  answerNow();
  await first;
  expect(files.$state.get().step).toBe('choose');
});
