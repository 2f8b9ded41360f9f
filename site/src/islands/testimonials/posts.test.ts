import { expect, test } from 'bun:test';
import testimonials from '#content/testimonials/testimonials.json';
import { arrangePosts, FIRST_SHOWN, findStatusId, showMore, toHandle } from './posts.ts';

test.each([
  ['https://x.com/sample/status/123', '123'],
  ['https://twitter.com/sample/status/123?s=20', '123'],
  ['https://www.twitter.com/sample/statuses/123', '123'],
  ['https://mobile.x.com/i/web/status/123/photo/1', '123'],
])('HOME-42 %s', (address, id) => {
  expect(findStatusId(address)).toBe(id);
});

test('HOME-43 any host with status/{digits} in its path', () => {
  expect(findStatusId('https://posts.test/somebody/status/42')).toBe('42');
});

test.each([
  ['https://x.com/sample'],
  ['https://x.com/sample/status/'],
  ['https://x.com/sample/status/12a'],
  ['https://posts.test/?next=/status/42'],
  ['https://posts.test/statuses/42'],
  ['javascript:alert(1)//x.com/status/42'],
  ['not an address'],
  [''],
])('HOME-44 %s is dropped', (address) => {
  expect(findStatusId(address)).toBeNull();
});

test('HOME-38 HOME-44 featured first, the rest in its order, invalid ones dropped', () => {
  const post = (number: number, featured: boolean) => ({ url: `https://x.com/a/status/${number}`, featured });
  const arranged = arrangePosts([
    post(1, false),
    post(2, true),
    { url: 'https://x.com/a', featured: true },
    post(3, false),
    post(4, true),
  ]);
  expect(arranged.map(({ url }) => url.at(-1))).toEqual(['2', '4', '1', '3']);
});

test('HOME-45 HOME-46 all 25 curated links are valid, the first four featured', () => {
  const arranged = arrangePosts(testimonials);
  expect(arranged).toHaveLength(25);
  expect(arranged.map(({ featured }) => featured).lastIndexOf(true)).toBe(3);
});

test('HOME-35 HOME-36 HOME-37 CONST-07 six, then six more, never beyond the end', () => {
  expect(FIRST_SHOWN).toBe(6);
  expect(showMore(6, 25)).toBe(12);
  expect(showMore(24, 25)).toBe(25);
});

test.each([
  ['https://x.com/sample_noor/status/1', '@sample_noor'],
  ['https://x.com/sample_noor/statuses/1?s=20', '@sample_noor'],
  ['https://posts.test/@noor/status/1', '@noor'],
  ['https://posts.test/users/noor/status/1', '@noor'],
  ['https://posts.test//noor/status/1', '@noor'],
  ['https://x.com/status/status/1', '@status'],
  ['https://x.com/i/status/1', ''],
  ['https://x.com/i/web/status/1', ''],
  ['https://posts.test/status/1', ''],
  ['https://posts.test/', ''],
])('the handle in %s is "%s"', (address, handle) => {
  expect(toHandle(address)).toBe(handle);
});
