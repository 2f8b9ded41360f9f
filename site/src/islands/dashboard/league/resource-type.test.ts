import { expect, test } from 'bun:test';
import { siteOf, toTypeDisplay } from './resource-type.ts';

test('LPROG-23 the four types have their own words', () => {
  const labels = ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'].map((type) => toTypeDisplay(type).label);
  expect(labels).toEqual(['Video', 'Article', 'External Link', 'Blog']);
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
  for (const type of others) expect(toTypeDisplay(type)).toEqual({ label: 'File', icon: 'default' });
});

test('LPROG-10 the site is named without www', () => {
  expect(siteOf('https://www.youtube.com/watch?v=1')).toBe('youtube.com');
  expect(siteOf('not an address')).toBe('');
});
