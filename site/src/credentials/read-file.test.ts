import { expect, test } from 'bun:test';
import { readCredential } from './read-file.ts';
import { bake, chunk, PNG_START } from './testing/signed-files.ts';

const JWS = 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJ4In0.c2lnbmF0dXJl';
const KEYWORD = 'openbadgecredential';

const HEAD = chunk('IHDR', '\0'.repeat(13));
const END = chunk('IEND');
const BAKED = chunk('iTXt', `${KEYWORD}\0\0\0\0\0${JWS}`);
const read = (...parts: (Uint8Array | string)[]) => readCredential(new Blob(parts as BlobPart[]));
const readPng = (...chunks: Buffer[]) => read(PNG_START, ...chunks);

test('a signed credential as text, as JSON and in a picture', async () => {
  for (const text of [
    JWS,
    `\uFEFF ${JWS}\r\n`,
    JSON.stringify(JWS),
    JSON.stringify({ credential: JWS }),
    JSON.stringify({ id: `data:application/vc+jwt,${JWS}` }),
  ]) {
    expect(await read(text)).toBe(JWS);
  }
  expect(
    await readPng(HEAD, chunk('tEXt', 'Title\0ML'), chunk('iTXt', 'Title\0\0\0\0\0ML'), BAKED, END),
  ).toBe(JWS);
  expect(await read(bake(JWS))).toBe(JWS);
  expect(await readPng(HEAD, BAKED), 'what follows is not read').toBe(JWS);
  expect(await readPng(HEAD, chunk('iTXt', `${KEYWORD}\0\0\0en\0Credential\0${JWS}`), END)).toBe(JWS);
});

test('no credential at all', async () => {
  for (const text of ['', 'hello', '{"a":1}', 'eyJ.', 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJ4In0', 'x.y.z'])
    await expect(read(text)).rejects.toThrow('There is no signed credential in this file.');
  await expect(readPng(HEAD, chunk('iTXt', `${KEYWORD}\0\0\0\0\0{"json":"ld"}`), END)).rejects.toThrow(
    'no signed credential',
  );
});

test('more than 1 MB is not read', async () => {
  await expect(read(`${JWS} ${'x'.repeat(1024 * 1024 - JWS.length - 1)}`)).resolves.toBe(JWS);
  await expect(read(`${JWS} ${'x'.repeat(1024 * 1024 - JWS.length)}`)).rejects.toThrow('larger than 1 MB');
});

test('a long hostile text is refused at once', async () => {
  const startedAt = performance.now();
  for (const text of ['eyJ', 'eyJ.', '.eyJ', 'eyJ.eyJ', 'a.'])
    await read(text.repeat(Math.floor(1_000_000 / text.length))).catch(() => null);
  expect(performance.now() - startedAt).toBeLessThan(1500);
});

test('a picture without a credential, with a compressed one, cut off, or with hostile lengths', async () => {
  const cases: [Buffer[], string][] = [
    [[HEAD, END, BAKED], 'no credential in this picture'],
    [[HEAD, chunk('iTXt', `${KEYWORD}x\0\0\0\0\0${JWS}`), END], 'no credential in this picture'],
    [[HEAD, chunk('iTXt', KEYWORD), END], 'no credential in this picture'],
    [[HEAD, chunk('iTXt', `${KEYWORD}\0\x01\0\0\0zzz`), END], 'compressed'],
    [[HEAD, chunk('zTXt', `${KEYWORD}\0\0zzz`), END], 'compressed'],
    [[HEAD, chunk('iTXt', `${KEYWORD}\0`), END], 'compressed'],
    [[], 'cut off'],
    [[HEAD], 'cut off'],
    [[HEAD, BAKED.subarray(0, -1)], 'cut off'],
    [[HEAD, chunk('iTXt', `${KEYWORD}\0\0\0\0\0${JWS}`, 0xffffffff), END], 'cut off'],
    [[chunk('IHDR', '', 0x7fffffff), BAKED, END], 'cut off'],
    [[HEAD, Buffer.alloc(11)], 'cut off'],
  ];
  for (const [chunks, words] of cases) await expect(readPng(...chunks)).rejects.toThrow(words);
});
