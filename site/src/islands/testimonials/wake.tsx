import { hydrateRoot } from 'react-dom/client';
import type { Post } from './posts.ts';
import { type SocialNetwork, Testimonials } from './Testimonials.tsx';

/** Takes over the posts that were drawn at build time. */
export function wake(root: Element, props: unknown): void {
  hydrateRoot(root, <Testimonials {...(props as { posts: Post[]; network: SocialNetwork })} />);
}
