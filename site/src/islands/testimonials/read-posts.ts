import type { Post } from './posts.ts';

/** The posts as they stand in the page: a visitor downloads their words once. */
export function readPosts(root: ParentNode): Post[] {
  return [...root.querySelectorAll('.post')].map((post) => {
    const textOf = (selector: string) => post.querySelector(selector)?.textContent ?? '';
    return {
      id: post.id,
      url: post.querySelector('blockquote')?.getAttribute('cite') ?? '',
      words: textOf('blockquote p'),
      author: textOf('.post-author'),
      about: textOf('.post-about'),
      date: post.querySelector('time')?.dateTime ?? '',
      featured: post.hasAttribute('data-featured'),
    };
  });
}
