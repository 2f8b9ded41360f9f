import { type CSSProperties, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  /** The keys of all entries, in their order. */
  keys: readonly string[];
  /** Entries drawn at once, about a screen. */
  step?: number;
}

export interface IncrementalList<Box extends HTMLElement> {
  /** How many are to be drawn now. */
  count: number;
  /** Ref of the surrounding element, which keeps its height while entries change. */
  box: RefObject<Box | null>;
  style: CSSProperties | undefined;
  /** True when the list is whole or keeps its height. Until then nothing to press is drawn below it. */
  keepsPlace: boolean;
}

interface Drawn {
  /** Of all entries; the first `count` are drawn. */
  keys: readonly string[];
  count: number;
}

/**
 * Draws the first entries at once and more with every second frame, because a browser lays out new ones a frame after
 * they were drawn. Typing and scrolling never wait.
 */
export function useIncrementalList<Box extends HTMLElement = HTMLDivElement>({
  keys,
  step = 12,
}: Options): IncrementalList<Box> {
  const box = useRef<Box>(null);
  const height = useRef(0);
  const [before, setDrawn] = useState<Drawn>({ keys, count: step });
  const drawn = toDrawn(before, { keys, step });
  if (drawn !== before) setDrawn(drawn);
  const count = Math.min(keys.length, drawn.count);
  const isWhole = count >= keys.length;
  useEffect(() => {
    if (isWhole) return;
    // Nothing where another list came meanwhile.
    const drawMore = () => setDrawn((now) => (now === drawn ? { ...now, count: count + step } : now));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(drawMore));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, drawn, count, step]);
  useEffect(() => {
    const element = box.current;
    if (!isWhole || !element) return;
    // Called after a layout: reading the height directly would lay out everything at once.
    const observer = new ResizeObserver(() => {
      height.current = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWhole]);
  return {
    count,
    box,
    style: isWhole ? undefined : { minHeight: height.current },
    keepsPlace: isWhole || height.current > 0,
  };
}

/** Keeps a list drawn if no more than a step of it is new; otherwise it begins again. */
export function toDrawn(before: Drawn, { keys, step }: Required<Options>): Drawn {
  const isSame = keys.length === before.keys.length && keys.every((key, index) => key === before.keys[index]);
  if (isSame) return before;
  const count = Math.max(step, Math.min(before.count, keys.length));
  const known = new Set(before.keys.slice(0, before.count));
  const added = keys.slice(0, count).filter((key) => !known.has(key)).length;
  return { keys, count: added > step ? step : count };
}
