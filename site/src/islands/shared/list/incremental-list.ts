import { type CSSProperties, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  total: number;
  /** Tells one list from the next, which begins anew: the same one stays drawn as it is when an entry of it changes. */
  key: string;
  /** So many are drawn at once: what fills the first screen without keeping a slow phone busy for long. */
  step?: number;
}

export interface IncrementalList<Box extends HTMLElement> {
  /** How many are to be drawn now. */
  count: number;
  /** For the element around them: it keeps its height while other entries take the place of the ones before. */
  box: RefObject<Box | null>;
  style: CSSProperties | undefined;
}

interface Drawn {
  key: string;
  count: number;
}

/**
 * Draws a long list some entries at a time, the first ones at once, so that whoever types or scrolls meanwhile never waits
 * for all of them. More come with every second frame: a browser lays out what came into view a frame after it was drawn.
 */
export function useIncrementalList<Box extends HTMLElement = HTMLDivElement>({
  total,
  key,
  step = 12,
}: Options): IncrementalList<Box> {
  const box = useRef<Box>(null);
  const height = useRef(0);
  const [before, setDrawn] = useState<Drawn>({ key, count: step });
  const drawn = toDrawn(before, { total, key, step });
  if (drawn !== before) setDrawn(drawn);
  const count = Math.min(total, drawn.count);
  const isWhole = count >= total;
  useEffect(() => {
    if (isWhole) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setDrawn({ key, count: count + step })));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, count, key, step]);
  useEffect(() => {
    const element = box.current;
    if (!isWhole || !element) return;
    // Told of it after a layout: whoever asks for the height of what was just drawn has all of it laid out at once.
    const observer = new ResizeObserver(() => {
      height.current = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWhole]);
  return { count, box, style: isWhole ? undefined : { minHeight: height.current } };
}

/**
 * What stays drawn: nothing of another list, and of a list that got shorter no more than it has, so that what comes back
 * to it is drawn some at a time again.
 */
export function toDrawn(before: Drawn, { total, key, step }: Required<Options>): Drawn {
  const count = before.key === key ? Math.max(step, Math.min(before.count, total)) : step;
  return before.key === key && before.count === count ? before : { key, count };
}
