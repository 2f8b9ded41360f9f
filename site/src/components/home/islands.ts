import { wake as wakeLeagues } from '#site/islands/leagues-carousel/wake.tsx';
import { wake as wakePosts } from '#site/islands/testimonials/wake.tsx';

// Islands by `data-island`, in one bundle because React is most of its size.
const ISLANDS: Record<string, (root: Element, props: unknown) => void> = {
  leagues: wakeLeagues,
  posts: wakePosts,
};

export function hydrate(root: HTMLElement): void {
  const { island = '', props = '{}' } = root.dataset;
  ISLANDS[island]?.(root, JSON.parse(props));
}
