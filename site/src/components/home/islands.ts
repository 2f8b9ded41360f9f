import { wake as wakeLeagues } from '#site/islands/leagues-carousel/wake.tsx';
import { wake as wakePosts } from '#site/islands/testimonials/wake.tsx';

/** The islands of the home page by their `data-island`. They come as one file: the first one awake needs React, which is most of it. */
const ISLANDS: Record<string, (root: Element, props: unknown) => void> = {
  leagues: wakeLeagues,
  posts: wakePosts,
};

/** Takes over an island that was drawn at build time. */
export function hydrate(root: HTMLElement): void {
  const { island = '', props = '{}' } = root.dataset;
  ISLANDS[island]?.(root, JSON.parse(props));
}
