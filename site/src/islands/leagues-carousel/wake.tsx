import { hydrateRoot } from 'react-dom/client';
import { LeaguesCarousel } from './LeaguesCarousel.tsx';
import { readSlides } from './read-slides.ts';

/** Takes over the carousel that was drawn at build time, unless its leagues are still on their way. */
export function wake(root: Element): void {
  const leagues = readSlides(root);
  if (leagues.length > 0) hydrateRoot(root, <LeaguesCarousel leagues={leagues} />);
}
