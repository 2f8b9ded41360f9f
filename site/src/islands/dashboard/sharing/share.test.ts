import { expect, test } from 'bun:test';
import { COPIED, COPY_FAILED, copyText } from './share.ts';

test('SHARE-08 copying says whether the browser took the words', async () => {
  const taken: string[] = [];
  const clipboard = { writeText: async (text: string) => void taken.push(text) };
  expect(await copyText('words', clipboard)).toBe(true);
  expect(taken).toEqual(['words']);
  const refusing = { writeText: () => Promise.reject(new Error('denied')) };
  expect(await copyText('words', refusing)).toBe(false);
  expect(await copyText('words', undefined)).toBe(false);
  expect([COPIED, COPY_FAILED]).toEqual(['Copied to clipboard!', 'Failed to copy to clipboard']);
});
