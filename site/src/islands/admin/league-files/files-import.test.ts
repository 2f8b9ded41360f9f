import { expect, test } from 'bun:test';
import type { AppliedCurriculum, CurriculumSheet } from '#contract/curriculum-files.ts';
import { ApiFailure } from '#site/islands/shared/api.ts';
import { createFilesImport } from './files-import.ts';

const SHEET = { fingerprint: 'one', needsConfirmation: true } as CurriculumSheet;
const FILES = { name: 'finance', files: [{ path: 'league.json', text: '{}' }] };
const refused = (reply: Record<string, unknown>) =>
  new ApiFailure({ kind: 'refused', message: 'No', status: 409, reply });

test('choose, look, confirm, done; a changed league shows its new sheet first', async () => {
  const sent: unknown[] = [];
  const replies = [refused({ code: 'CURRICULUM_CHANGED', sheet: { ...SHEET, fingerprint: 'two' } }), null];
  const files = createFilesImport('l', {
    preview: async () => SHEET,
    apply: async (body, key) => {
      sent.push([body.fingerprint, body.acceptLoss, key]);
      const failure = replies.shift();
      if (failure) throw failure;
      return { files: [] } as unknown as AppliedCurriculum;
    },
  });
  await files.choose(async () => FILES);
  expect(files.$import.get().step).toEqual({ kind: 'sheet', sheet: SHEET, isChanged: false });
  files.accept(true);
  await files.apply();
  expect(files.$import.get()).toMatchObject({ step: { kind: 'sheet', isChanged: true }, accepted: false });
  files.accept(true);
  await files.apply();
  expect(files.$import.get().step.kind).toBe('done');
  const [one, two] = sent as [string, boolean, string][];
  expect([one?.[0], two?.[0], two?.[1]]).toEqual(['one', 'two', true]);
  expect(one?.[2]).not.toBe(two?.[2]);
});

test('problems are shown whole, a lost answer keeps the sheet and its key', async () => {
  const keys: string[] = [];
  let preview: () => Promise<CurriculumSheet> = async () => {
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
  await files.choose(async () => FILES);
  expect(files.$import.get().step).toMatchObject({ kind: 'problems', count: 7 });
  preview = async () => SHEET;
  await files.choose(async () => FILES);
  await files.apply();
  await files.apply();
  expect(files.$import.get()).toMatchObject({ step: { kind: 'sheet' }, busy: false });
  expect(files.$import.get().failure).toContain('Network error');
  expect(keys[0]).toBe(keys[1] ?? '');
  files.dismiss();
  expect(files.$import.get()).toMatchObject({ step: { kind: 'sheet' }, chosen: FILES, failure: null });
});

test('an answer that another choice overtook is not shown', async () => {
  const waiting: ((sheet: CurriculumSheet) => void)[] = [];
  const files = createFilesImport('l', {
    preview: () => new Promise((resolve) => waiting.push(resolve)),
    apply: async () => ({ files: [] }) as unknown as AppliedCurriculum,
  });
  const first = files.choose(async () => FILES);
  await Promise.resolve();
  await Promise.resolve();
  files.reset();
  waiting[0]?.(SHEET);
  await first;
  expect(files.$import.get().step.kind).toBe('choose');
});
