import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { toResourceTypeText } from '#site/labels.ts';
import { fallbackIcon, siteOf } from './site-icons.ts';

test('FAVICON-06 LPROG-10 LPROG-23 the four types have their own words and drawings', () => {
  const types = ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'];
  expect(types.map(toResourceTypeText)).toEqual(['Video', 'Article', 'External Link', 'Blog']);
  expect(types.map(fallbackIcon)).toEqual([
    '/icons/video.png',
    '/icons/article.png',
    '/icons/link.png',
    '/icons/blog.png',
  ]);
});

test('ENT-43 LPROG-23 any other type the progress service knows is a File', () => {
  const others = [
    'DOCUMENT',
    'LINK',
    'QUIZ',
    'EXERCISE',
    'BOOK',
    'AUDIO',
    'IMAGE',
    'CODE',
    'constructor',
    '',
  ];
  for (const type of others) {
    expect(toResourceTypeText(type)).toBe('File');
    expect(fallbackIcon(type)).toBe('/icons/default.png');
  }
});

test('LPROG-10 the site is named without www', () => {
  expect(siteOf('https://www.youtube.com/watch?v=1')).toBe('youtube.com');
  expect(siteOf('not an address')).toBe('');
});

test('FAVICON-05 FAVICON-06 every drawing is a file of the site', () => {
  for (const type of ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG', 'anything']) {
    expect(existsSync(new URL(`../../../../public${fallbackIcon(type)}`, import.meta.url))).toBe(true);
  }
});
