import { hydrateRoot } from 'react-dom/client';
import type { ShownLeague } from '#site/content/league-cards.ts';
import { LeaguesCarousel } from './LeaguesCarousel.tsx';

/** Without slides the leagues are still loading. */
export function hydrate(root: Element): void {
  const leagues = readSlides(root);
  if (leagues.length > 0) hydrateRoot(root, <LeaguesCarousel leagues={leagues} />);
}

/** Reads the page's HTML, so that its text is not downloaded twice. */
function readSlides(root: ParentNode): ShownLeague[] {
  return [...root.querySelectorAll<HTMLElement>('.slide')].map((slide) => {
    const textOf = (selector: string) => slide.querySelector(selector)?.textContent ?? '';
    return {
      id: slide.dataset.league ?? '',
      name: textOf('.slide-name'),
      title: textOf('h3'),
      description: textOf('h3 + p'),
      startingDate: textOf('div:first-child > dd'),
      facilitatedBy: textOf('div:last-child > dd'),
      cover: readCover(slide),
    };
  });
}

function readCover(slide: HTMLElement): ShownLeague['cover'] {
  const factOf = (selector: string, name: string) => slide.querySelector(selector)?.getAttribute(name) ?? '';
  return {
    src: factOf('img', 'src'),
    width: Number(factOf('img', 'width')),
    height: Number(factOf('img', 'height')),
    srcset: factOf('img', 'srcset'),
    sizes: factOf('img', 'sizes'),
    avif: factOf('source', 'srcset'),
  };
}
