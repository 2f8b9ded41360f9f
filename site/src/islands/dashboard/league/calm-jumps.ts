import { frames } from './growing.ts';

/** How far one scroll goes, in heights of the window, to count as a jump. */
const JUMP = 0.5;
/** Browsers draw what is this near to the window, in its heights (Chromium: 1.5); more does no harm. */
const NEAR = 2;

/**
 * Draws the sections that a jump brings into view one per frame. Sections far away are not laid out at all
 * (`content-visibility: auto`); End, a deep link or the scroll bar would have the browser draw several of them in one
 * frame, which holds a slow device for 200 ms. Returns how to stop.
 */
export function calmJumps(list: HTMLElement): () => void {
  const drawn = new WeakSet<EventTarget>();
  const waiting: HTMLElement[] = [];
  let from = scrollY;
  let frame = 0;

  const drawNext = () => {
    const next = waiting.shift();
    if (next) next.style.contentVisibility = '';
    frames.areTaken = waiting.length > 0;
    frame = frames.areTaken ? requestAnimationFrame(drawNext) : 0;
  };
  const onScroll = () => {
    const distance = Math.abs(scrollY - from);
    from = scrollY;
    if (distance < innerHeight * JUMP) return;
    const coming = sectionsNear(list).filter((section) => !drawn.has(section) && !waiting.includes(section));
    for (const section of coming) {
      section.style.contentVisibility = 'hidden';
      waiting.push(section);
    }
    frames.areTaken = waiting.length > 0;
    if (frames.areTaken && frame === 0) frame = requestAnimationFrame(drawNext);
  };
  const onDrawn = (event: Event) => {
    const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
    if (!target) return;
    if (skipped) drawn.delete(target);
    else drawn.add(target);
  };

  addEventListener('scroll', onScroll, { passive: true });
  list.addEventListener('contentvisibilityautostatechange', onDrawn, { capture: true });
  return () => {
    removeEventListener('scroll', onScroll);
    list.removeEventListener('contentvisibilityautostatechange', onDrawn, { capture: true });
    cancelAnimationFrame(frame);
    frames.areTaken = false;
    for (const section of waiting) section.style.contentVisibility = '';
  };
}

/** The sections in and around the window, in view first; never the one that has the focus: hidden, it would lose it. */
function sectionsNear(list: HTMLElement): HTMLElement[] {
  const placed = [...list.querySelectorAll<HTMLElement>('[data-far]')]
    .filter((section) => !section.contains(document.activeElement))
    .map((section) => ({ section, rect: section.getBoundingClientRect() }))
    .filter(({ rect }) => rect.bottom > -innerHeight * NEAR && rect.top < innerHeight * (1 + NEAR));
  const isInView = (rect: DOMRect) => rect.bottom > 0 && rect.top < innerHeight;
  return [
    ...placed.filter(({ rect }) => isInView(rect)),
    ...placed.filter(({ rect }) => !isInView(rect)),
  ].map(({ section }) => section);
}
