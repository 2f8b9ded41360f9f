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
  const [drawn, setDrawn] = useState({ key, count: step });
  const count = Math.min(total, drawn.key === key ? drawn.count : step);
  const isWhole = count >= total;
  useEffect(() => {
    if (isWhole) {
      height.current = box.current?.offsetHeight ?? 0;
      return;
    }
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setDrawn({ key, count: count + step })));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, count, key, step]);
  return { count, box, style: isWhole ? undefined : { minHeight: height.current } };
}
