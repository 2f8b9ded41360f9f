import { expect, test } from 'bun:test';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { resourceTypeLook } from './ResourceTable.tsx';

test('ADMIN-28 a type that is not known looks like an article', () => {
  const article = resourceTypeLook('ARTICLE');
  expect(article.words).toBe('Article');
  for (const type of ['QUIZ', '', 'toString']) expect(resourceTypeLook(type)).toEqual(article);
  for (const type of ['VIDEO', 'BLOG', 'EXTERNAL_LINK']) expect(resourceTypeLook(type)).not.toEqual(article);
});

test('ADMIN-26 dates in staff lists are en-US short form', () => {
  expect(toShortDate('2025-06-13T12:00:00.000Z')).toBe('Jun 13, 2025');
});
