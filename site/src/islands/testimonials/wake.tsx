import { hydrateRoot } from 'react-dom/client';
import { readPosts } from './read-posts.ts';
import { type PostWords, Testimonials } from './Testimonials.tsx';

/** Takes over the posts that were drawn at build time. */
export function wake(root: Element, props: unknown): void {
  const { network, words } = props as { network: string; words: PostWords };
  hydrateRoot(root, <Testimonials posts={readPosts(root)} network={network} words={words} />);
}
