import { expect, test } from 'bun:test';
import { isHttpUrl, toWebAddress } from './text.ts';

test('a link without a scheme gets https://; other schemes and words stay refused', () => {
  for (const typed of [
    'example.org',
    ' github.com/asha/app?tab=1 ',
    'example.org:8080/a',
    'भारत.example/#a',
  ]) {
    expect(toWebAddress(typed)).toBe(`https://${typed.trim()}`);
    expect(isHttpUrl(toWebAddress(typed))).toBe(true);
  }
  for (const typed of ['https://example.org', 'HTTP://example.org', ''])
    expect(toWebAddress(typed)).toBe(typed);
  for (const typed of [
    'javascript:alert(1)',
    'ftp://example.org',
    'asha@example.org',
    'my page',
    'page',
    '//a.org',
  ]) {
    expect(toWebAddress(typed)).toBe(typed);
    expect(isHttpUrl(toWebAddress(typed))).toBe(false);
  }
});
