import { hydrateRoot } from 'react-dom/client';
import { readPosts } from './read-posts.ts';
import { type PostWords, type SocialNetwork, Testimonials } from './Testimonials.tsx';

/** Takes over the posts that were drawn at build time. */
export function wake(root: Element, props: unknown): void {
  const { network, words } = props as { network: SocialNetwork; words: PostWords };
  hydrateRoot(root, <Testimonials posts={readPosts(root)} network={network} words={words} />);
}
