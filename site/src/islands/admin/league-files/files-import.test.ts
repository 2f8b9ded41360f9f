import { expect, test } from 'bun:test';
import type { AppliedLeagueFiles, LeagueFilesPreview } from '#contract/league-files.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { createFilesImport } from './files-import.ts';

const PREVIEW = { fingerprint: 'one', needsConfirmation: true } as LeagueFilesPreview;
const FILES = { name: 'finance', files: [{ path: 'league.json', text: '{}' }] };
const refused = (reply: Record<string, unknown>) =>
  new ApiFailure({ kind: 'refused', message: 'No', status: 409, reply });

test('choose, look, confirm, done; a changed league shows its new preview first', async () => {
  const sent: unknown[] = [];
  const replies = [refused({ code: 'CURRICULUM_CHANGED', sheet: { ...PREVIEW, fingerprint: 'two' } }), null];
  const files = createFilesImport('l', {
    preview: async () => PREVIEW,
    apply: async (body, key) => {
      sent.push([body.fingerprint, body.acceptLoss, key]);
      const failure = replies.shift();
      if (failure) throw failure;
      return { files: [] } as unknown as AppliedLeagueFiles;
    },
  });
  await files.take('finance', async () => FILES);
  expect(files.$state.get()).toMatchObject({ step: 'checked', preview: PREVIEW, isOutdated: false });
  files.setOptions({ accepted: true });
  await files.apply();
  expect(files.$state.get()).toMatchObject({ step: 'checked', isOutdated: true, accepted: false });
  files.setOptions({ accepted: true });
  await files.apply();
  expect(files.$state.get().step).toBe('done');
  const [one, two] = sent as [string, boolean, string][];
  expect([one?.[0], two?.[0], two?.[1]]).toEqual(['one', 'two', true]);
  expect(one?.[2]).not.toBe(two?.[2]);
});

test('problems are shown whole, a lost answer keeps the preview and its key', async () => {
  const keys: string[] = [];
  let preview: () => Promise<LeagueFilesPreview> = async () => {
    throw refused({
      code: 'CURRICULUM_FILES_INVALID',
      problems: [{ file: 'a', field: null, expected: 'b' }],
      problemsCount: 7,
    });
  };
  const files = createFilesImport('l', {
    preview: () => preview(),
    apply: async (_, key) => {
      keys.push(key);
      throw new ApiFailure({ kind: 'network', message: 'Network error. Please try again.' });
    },
  });
  await files.take('finance', async () => FILES);
  expect(files.$state.get().failure).toMatchObject({ problems: [{ file: 'a' }], count: 7 });
  preview = async () => PREVIEW;
  await files.take('finance', async () => FILES);
  await files.apply();
  await files.apply();
  expect(files.$state.get()).toMatchObject({ step: 'checked', preview: PREVIEW });
  expect(files.$state.get().failure).toMatchObject({
    message: expect.stringContaining('nothing is imported twice'),
  });
  expect(keys[0]).toBe(keys[1] ?? '');
  files.dismiss();
  expect(files.$state.get()).toMatchObject({ step: 'checked', source: FILES, failure: null });
});

test('an answer that another choice overtook is not shown', async () => {
  const waiting: ((preview: LeagueFilesPreview) => void)[] = [];
  const files = createFilesImport('l', {
    preview: () => new Promise((resolve) => waiting.push(resolve)),
    apply: async () => ({ files: [] }) as unknown as AppliedLeagueFiles,
  });
  const first = files.take('finance', async () => FILES);
  await Promise.resolve();
  await Promise.resolve();
  files.reset();
  waiting[0]?.(PREVIEW);
  await first;
  expect(files.$state.get().step).toBe('choose');
});
