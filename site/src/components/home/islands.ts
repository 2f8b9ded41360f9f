import { hydrate as hydrateLeagues } from '#site/islands/leagues-carousel/hydrate.tsx';
import { hydrate as hydratePosts } from '#site/islands/testimonials/hydrate.tsx';

// Islands by `data-island`, in one bundle because React is most of its size.
const ISLANDS: Record<string, (root: Element, props: unknown) => void> = {
  leagues: hydrateLeagues,
  posts: hydratePosts,
};

export function hydrate(root: HTMLElement): void {
  const { island = '', props = '{}' } = root.dataset;
  ISLANDS[island]?.(root, JSON.parse(props));
}
