import { expect, test } from 'bun:test';
import { file } from '#site/icons/learning.ts';
import { resourceTypeWords } from '#site/labels.ts';
import { resourceTypeIcon, siteOf } from './resource-type.ts';

test('LPROG-10 LPROG-23 the four types have their own words and drawings', () => {
  const types = ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'];
  expect(types.map(resourceTypeWords)).toEqual(['Video', 'Article', 'External Link', 'Blog']);
  expect(new Set(types.map(resourceTypeIcon)).size).toBe(4);
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
    expect(resourceTypeWords(type)).toBe('File');
    expect(resourceTypeIcon(type)).toBe(file);
  }
});

test('LPROG-10 the site is named without www', () => {
  expect(siteOf('https://www.youtube.com/watch?v=1')).toBe('youtube.com');
  expect(siteOf('not an address')).toBe('');
});
