import { atom, type ReadableAtom } from 'nanostores';
import { CAROUSEL_ADVANCE_MS } from '#contract/constants.ts';
import { nextIndex, previousIndex } from '../shared/slides.ts';

export interface Carousel {
  $index: ReadableAtom<number>;
  goNext(): void;
  goPrevious(): void;
  goTo(index: number): void;
  /** Advances every 4 s; a manual step restarts the wait. */
  play(): void;
  stop(): void;
}

export function createCarousel(count: number): Carousel {
  const $index = atom(0);
  let timer: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const play = () => {
    stop();
    if (count > 1) timer = setInterval(() => $index.set(nextIndex($index.get(), count)), CAROUSEL_ADVANCE_MS);
  };
  const goTo = (index: number) => {
    $index.set(index);
    if (timer !== undefined) play();
  };
  return {
    $index,
    goNext: () => goTo(nextIndex($index.get(), count)),
    goPrevious: () => goTo(previousIndex($index.get(), count)),
    goTo,
    play,
    stop,
  };
}
