import { hydrateRoot } from 'react-dom/client';
import type { Post } from './posts.ts';
import { type PostWords, Testimonials } from './Testimonials.tsx';

export function hydrate(root: Element, props: unknown): void {
  const { network, words } = props as { network: string; words: PostWords };
  hydrateRoot(root, <Testimonials posts={readPosts(root)} network={network} words={words} />);
}

/** Reads the page's HTML, so that its text is not downloaded twice. */
function readPosts(root: ParentNode): Post[] {
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
