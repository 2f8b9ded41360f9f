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

/** Types that this site does not know look like articles. */
export function resourceTypeLook(type: string): Look {
  return LOOKS.get(type) ?? ARTICLE;
}
