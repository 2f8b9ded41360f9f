import { beforeEach, expect, test } from 'bun:test';
import { templateHeaders } from '#contract/import-columns.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { IMPORT_BYTES_MAX } from '#contract/imports.ts';
import { storeAccount } from '#site/islands/shared/offline/offline-cache.ts';
import { type FakeReply, ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { createStaffQuery } from '../query/queries.ts';
import { listImportKinds, toResultText } from './import-kinds.ts';
import { createImportRun, toPasted } from './import-run.ts';
import { decodeText, formatSize, readTextFile, storePastedRows } from './read-file.ts';

const PLAN: ImportPlan = {
  kind: 'weeks',
  fingerprint: 'one',
  counts: { create: 2, update: 0, unchanged: 0, refused: 0 },
  notes: [],
  rows: [],
};
const DONE = { created: 2, updated: 0, unchanged: 0, leftOut: 0, enrolled: 0 };

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

function prepare(answers: FakeReply[]) {
  for (const kind of ['weeks', 'users']) {
    browser.answer(`POST /admin/imports/${kind}`, () => answers.shift() ?? 'network');
  }
  const sent = () =>
    browser.requests.map(({ body, headers }) => ({ body, key: headers.get('Idempotency-Key') }));
  const run = createImportRun('weeks');
  run.choose({ source: toPasted('Order,Name\n1,Basics') });
  return { run, sent, state: () => run.$state.get() };
}
const plan = ok({ plan: PLAN, result: null });
const done = ok({ plan: null, result: DONE });

test('a file is checked, agreed to and imported once, by the fingerprint that was shown', async () => {
  const { run, sent, state } = prepare([plan, done]);
  let loads = 0;
  const stop = createStaffQuery('weeks', 'shown', async () => ++loads).watch();
  run.choose({ leagueId: 'ml' });
  await run.apply();
  expect(sent()).toEqual([]);
  await run.check();
  expect(sent()[0]?.body).toEqual({ csv: 'Order,Name\n1,Basics', leagueId: 'ml', dryRun: true });
  expect(state()).toMatchObject({ step: 'checked', preview: PLAN });
  run.setOptions({ leaveOutRefused: true });
  await Promise.all([run.apply(), run.apply()]);
  expect(sent()).toHaveLength(2);
  expect(sent()[1]?.body).toMatchObject({
    dryRun: false,
    fingerprint: 'one',
    leaveOutRefused: true,
    leagueId: 'ml',
  });
  expect(state()).toMatchObject({ step: 'done', result: DONE });
  expect(loads).toBe(2);
  stop();
});

test('P41 a lost answer is asked for again with the same key; another way of doing it has another one', async () => {
  const { run, sent, state } = prepare([plan, 'network', 'network', done]);
  await run.check();
  await run.apply();
  expect(state()).toMatchObject({ step: 'checked', failure: { title: 'No answer from the server' } });
  await run.apply();
  run.setOptions({ leaveOutRefused: true });
  await run.apply();
  const [, first, second, third] = sent().map(({ key }) => key);
  expect(first).toBeString();
  expect([second === first, third === first]).toEqual([true, false]);
  expect(state().step).toBe('done');
});

test('a plan that somebody overtook is replaced by the present one, which has to be agreed to anew', async () => {
  const now = { ...PLAN, fingerprint: 'two' };
  const { run, state } = prepare([
    plan,
    refusal(409, 'Refused', { code: 'IMPORT_PLAN_CHANGED', data: now }),
    refusal(403, 'No access to this league'),
  ]);
  await run.check();
  run.setOptions({ leaveOutRefused: true });
  await run.apply();
  expect(state()).toMatchObject({ step: 'checked', preview: now, isOutdated: true, leaveOutRefused: false });
  await run.apply();
  expect(state().failure).toEqual({
    title: 'No access to this league',
    message: 'Nothing was imported: it is all or nothing.',
  });
});

test('another choice forgets what was checked, and what was still being asked', async () => {
  const { run, state } = prepare([plan, plan]);
  const asking = run.check();
  run.choose({ kind: 'users', leagueId: '' });
  await asking;
  expect(state()).toMatchObject({ kind: 'users', step: 'choose', preview: null });
  await run.check();
  run.choose({ source: toPasted('') });
  expect(state()).toMatchObject({ source: null, step: 'choose', preview: null });
  await run.take('list.xlsx', async () => ({
    name: 'list.xlsx',
    ...decodeText(new Uint8Array([0x50, 0x4b, 3, 4])),
  }));
  expect(state().failure).toMatchObject({ title: 'list.xlsx cannot be imported' });
});

test('files are read as UTF-8, UTF-16 or what older spreadsheets write, up to 2 MB', async () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  expect(decodeText(new TextEncoder().encode('José ਪੰਜਾਬੀ'))).toEqual({ text: 'José ਪੰਜਾਬੀ', note: null });
  expect(decodeText(bytes(0xff, 0xfe, 0xe9, 0)).text).toBe('é');
  expect(decodeText(bytes(0xfe, 0xff, 0, 0xe9)).text).toBe('é');
  expect(() => decodeText(bytes(0x89, 0x50, 0x4e, 0x47, 0, 1))).toThrow('This is not a text file');
  const old = decodeText(bytes(0x4a, 0xe9));
  expect([old.text, old.note]).toEqual(['Jé', expect.stringContaining('Windows-1252')]);
  await expect(readTextFile(new File([], 'empty.csv'))).rejects.toThrow('The file is empty.');
  const large = new File(['x'.repeat(IMPORT_BYTES_MAX + 1)], 'large.csv');
  await expect(readTextFile(large)).rejects.toThrow('2 MB at most');
  expect([900, 35_000, 1_600_000].map(formatSize)).toEqual(['900 bytes', '34 KB', '1.5 MB']);
});

test('who may import what, and the words for it', () => {
  const access = (isGrand: boolean, mayWrite: boolean) => ({
    isGrand,
    may: ({ access: rule }: { access: string }) => isGrand || rule === 'staff',
    mayIn: () => mayWrite,
    mayAtEvent: () => false,
    mayAnywhere: () => mayWrite,
  });
  expect(listImportKinds(access(true, true))).toEqual(['users', 'weeks', 'sections', 'resources']);
  expect(listImportKinds(access(false, true))).toEqual(['weeks', 'sections', 'resources']);
  expect(listImportKinds(access(false, false))).toEqual([]);
  expect(templateHeaders('sections').join()).toBe('League,Module,Module order,Order,Name,Description');
  expect(toResultText('weeks', { ...DONE, updated: 1, unchanged: 12, leftOut: 3 })).toBe(
    '2 modules were added, 1 changed, 12 stayed as they were, 3 left out.',
  );
  expect(toResultText('users', { ...DONE, created: 1, enrolled: 1 })).toBe(
    '1 user was added. 1 enrollment was added.',
  );
});

test('P45 pasted rows wait for the same account until they are imported or taken out; files are not kept', async () => {
  const storeFor = (id: string) => storeAccount({ id } as Parameters<typeof storeAccount>[0]);
  const answers = [refusal(500), plan, done];
  browser.answer('POST /admin/imports/weeks', () => answers.shift() ?? 'network');
  const open = () => storePastedRows(createImportRun('weeks'));
  const rowsNow = () => open().$state.get().source?.text;
  storeFor('u1');
  open().choose({ source: toPasted('Order,Name\n1,Basics') });
  storeFor('u2');
  expect(rowsNow()).toBeUndefined();
  storeFor('u1');
  expect(rowsNow()).toBe('Order,Name\n1,Basics');
  const run = open();
  await run.check();
  expect(rowsNow()).toBe('Order,Name\n1,Basics');
  await run.check();
  await run.apply();
  expect(sessionStorage.length).toBe(0);
  run.choose({ source: toPasted('Order,Name') });
  run.choose({ source: toPasted('') });
  expect(sessionStorage.length).toBe(0);
  run.choose({ source: { name: 'modules.csv', text: 'Order,Name', note: null } });
  expect(sessionStorage.length).toBe(0);
});
