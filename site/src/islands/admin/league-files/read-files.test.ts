import { expect, test } from 'bun:test';
import { pack } from '#api/test/zip.ts';
import { LEAGUE_FILES_BYTES_MAX, LEAGUE_FILES_MAX } from '#contract/league-files.ts';
import { readFolder, readZip } from './read-files.ts';

const read = (zip: Uint8Array) => readZip(new File([zip.slice()], 'league.zip'));
const refusalOf = (zip: Uint8Array) =>
  read(zip).then(
    ({ files }) => files,
    ({ message }: Error) => message,
  );
/** Packs files and then writes bytes over what was packed: `at` finds where. */
async function forge(
  files: Record<string, string>,
  at: (zip: Uint8Array) => number,
  ...bytes: number[]
): Promise<Uint8Array> {
  const zip = await pack(files, { level: 0 });
  zip.set(bytes, at(zip));
  return zip;
}
const find = (zip: Uint8Array, text: string) => Buffer.from(zip).indexOf(text, 0, 'latin1');
/** A field of the first file in the contents at the end of a zip. */
const inContents = (field: number) => (zip: Uint8Array) => find(zip, 'PK\x01\x02') + field;
const FLAGS = 8;
const METHOD = 10;
const SIZE = 24;

test('a zip is read as it was packed, files of other kinds and folders left out', async () => {
  const text = 'Grüße 👩🏽‍💻\r\n'.repeat(5000);
  for (const level of [0, 9] as const) {
    const zip = await pack(
      {
        'league/league.json': '{}',
        'league/description.md': text,
        'league/empty.md': '',
        'league/picture.png': new Uint8Array(9),
        'league/modules/': '',
        'league/.git/x.json': '{}',
        '__MACOSX/league/league.json': '{}',
        '../outside.md': 'x',
        '__proto__.md': 'x',
      },
      { level },
    );
    expect((await read(zip)).files).toEqual([
      { path: 'league/league.json', text: '{}' },
      { path: 'league/description.md', text },
      { path: 'league/empty.md', text: '' },
      { path: '__proto__.md', text: 'x' },
    ]);
  }
});

test('F12 what unpacks to more than it says, or than is taken, is broken off at once', async () => {
  const bomb = await pack({ 'a.md': new Uint8Array(20_000_000) }, { level: 1 });
  expect(await refusalOf(bomb)).toBe('league.zip is larger than 8 MB.');
  bomb.set([100, 0, 0, 0], inContents(SIZE)(bomb));
  expect(await refusalOf(bomb)).toBe('a.md is damaged. Pack the files again.');
  bomb.set([0, 0, 0x70, 0], inContents(SIZE)(bomb));
  expect(await refusalOf(bomb)).toBe('a.md is damaged. Pack the files again.');
  expect(await refusalOf(new Uint8Array(LEAGUE_FILES_BYTES_MAX + 1))).toBe('league.zip is larger than 8 MB.');
  const many = Array.from({ length: LEAGUE_FILES_MAX + 1 }, (_, n) => [`${n}.md`, '']);
  expect(await refusalOf(await pack(Object.fromEntries(many), { level: 0 }))).toBe(
    'league.zip holds more than 6000 files.',
  );
});

test('what is damaged, locked, a link, there twice or no text is told by its name', async () => {
  const one = { 'a.md': 'one line' };
  const cases: [Uint8Array, string][] = [
    [await forge(one, (zip) => find(zip, 'one line'), 0x4f), 'a.md is damaged. Pack the files again.'],
    [await forge(one, inContents(SIZE), 3), 'a.md is damaged. Pack the files again.'],
    [await forge(one, inContents(FLAGS), 1), 'a.md has a password. Pack it without one.'],
    [await forge(one, inContents(METHOD), 14), 'league.zip cannot be opened as a zip file.'],
    [
      await pack({ 'a.md': '../secret.md' }, { unixMode: 0o120777 }),
      'a.md is a link. Put the file itself in its place.',
    ],
    [
      await forge({ ...one, 'b.md': 'two' }, (zip) => Buffer.from(zip).lastIndexOf('b.md'), 0x61),
      'league.zip holds a.md twice.',
    ],
    [
      await pack({ 'a.md': new Uint8Array([0xff, 0xfe, 0x61, 0]) }),
      'a.md is not written in UTF-8. Save it as UTF-8 and choose again.',
    ],
    [await pack({ 'a.txt': 'x' }), 'league.zip holds no Markdown or JSON files.'],
    [(await pack(one)).slice(0, 60), 'league.zip cannot be opened as a zip file.'],
    [new TextEncoder().encode('no zip'), 'league.zip cannot be opened as a zip file.'],
    [new Uint8Array(0), 'league.zip cannot be opened as a zip file.'],
  ];
  for (const [zip, message] of cases) expect(await refusalOf(zip)).toBe(message);
  expect(readFolder([new File(['x'], 'photo.png')])).rejects.toThrow('holds no Markdown or JSON files');
});
