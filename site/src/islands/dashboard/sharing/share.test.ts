import { expect, test } from 'bun:test';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { copyText } from './share.ts';

test('SHARE-08 copying says whether the browser took the words', async () => {
  const taken: string[] = [];
  const clipboard = { writeText: async (text: string) => void taken.push(text) };
  const said = async (...copied: Parameters<typeof copyText>) => {
    $toasts.set([]);
    await copyText(...copied);
    return $toasts.get().map(({ tone, text }) => [tone, text]);
  };
  expect(await said('words', undefined, clipboard)).toEqual([['success', 'Copied to clipboard!']]);
  expect(taken).toEqual(['words']);
  expect(await said('words', 'The link was copied.', clipboard)).toEqual([
    ['success', 'The link was copied.'],
  ]);
  const refusing = { writeText: () => Promise.reject(new Error('denied')) };
  const failed = [['danger', 'Failed to copy to clipboard']];
  expect(await said('words', undefined, refusing)).toEqual(failed);
  expect(await said('words')).toEqual(failed);
});
