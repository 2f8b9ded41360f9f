import type { ShownLeague } from '#site/content/league-cards.ts';

/** Reads the page's HTML, so that its text is not downloaded twice. */
export function readSlides(root: ParentNode): ShownLeague[] {
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
