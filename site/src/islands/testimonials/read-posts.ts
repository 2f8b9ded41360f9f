import type { Post } from './posts.ts';

/** The posts as they stand in the page: a visitor downloads their words once. */
export function readPosts(root: ParentNode): Post[] {
  return [...root.querySelectorAll('.post')].map((post) => {
    const wordsOf = (selector: string) => post.querySelector(selector)?.textContent ?? '';
    return {
      id: post.id,
      url: post.querySelector('blockquote')?.getAttribute('cite') ?? '',
      words: wordsOf('blockquote p'),
      author: wordsOf('.post-author'),
      about: wordsOf('.post-about'),
      date: post.querySelector('time')?.dateTime ?? '',
      featured: post.hasAttribute('data-featured'),
    };
  });
}
