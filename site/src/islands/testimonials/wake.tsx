import { hydrateRoot } from 'react-dom/client';
import { readPosts } from './read-posts.ts';
import { type SocialNetwork, Testimonials } from './Testimonials.tsx';

/** Takes over the posts that were drawn at build time. */
export function wake(root: Element, props: unknown): void {
  const { network } = props as { network: SocialNetwork };
  hydrateRoot(root, <Testimonials posts={readPosts(root)} network={network} />);
}
