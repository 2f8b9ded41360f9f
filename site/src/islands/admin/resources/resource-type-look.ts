import type { Tone } from '#site/labels.ts';

interface Look {
  words: string;
  tone: Tone;
}

const ARTICLE: Look = { words: 'Article', tone: 'info' };

const LOOKS = new Map<string, Look>([
  ['VIDEO', { words: 'Video', tone: 'danger' }],
  ['ARTICLE', ARTICLE],
  ['EXTERNAL_LINK', { words: 'External Link', tone: 'neutral' }],
  ['BLOG', { words: 'Blog', tone: 'success' }],
]);

/** Words and colour of a resource type in staff lists; one this site does not know looks like an article (ADMIN-28). */
export function resourceTypeLook(type: string): Look {
  return LOOKS.get(type) ?? ARTICLE;
}
