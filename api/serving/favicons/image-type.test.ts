import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { toImageType } from './find-icon.ts';

const text = (words: string) => new TextEncoder().encode(words);

test('FAVICON-03 pictures are known by their bytes', async () => {
  const read = async (path: string) => new Uint8Array(await readFile(new URL(path, import.meta.url)));
  expect(toImageType(await read('../../../site/public/icons/video.png'))).toBe('image/png');
  expect(toImageType(new Uint8Array([0, 0, 1, 0, 1, 0, 32, 32]))).toBe('image/x-icon');
  expect(toImageType(text('GIF89a'))).toBe('image/gif');
  expect(toImageType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(toImageType(text('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '))).toBe('image/webp');
});

test('P30 whatever could run a script or is no picture is nothing', () => {
  const others = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '{}', 'RIFF0000WAVE', 'GIF'];
  expect(others.map((words) => toImageType(text(words)))).toEqual(others.map(() => null));
});
