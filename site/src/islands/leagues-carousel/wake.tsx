import { hydrateRoot } from 'react-dom/client';
import { LeaguesCarousel } from './LeaguesCarousel.tsx';
import { readSlides } from './read-slides.ts';

/** Without slides the leagues are still loading. */
export function wake(root: Element): void {
  const leagues = readSlides(root);
  if (leagues.length > 0) hydrateRoot(root, <LeaguesCarousel leagues={leagues} />);
}
