import { hydrateRoot } from 'react-dom/client';
import type { ShownLeague } from '#site/content/league-cards.ts';
import { LeaguesCarousel } from './LeaguesCarousel.tsx';

/** Takes over the carousel that was drawn at build time. */
export function wake(root: Element, props: unknown): void {
  hydrateRoot(root, <LeaguesCarousel {...(props as { leagues: ShownLeague[] })} />);
}
