import { type CSSProperties, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  keys: readonly string[];
  /** Entries per batch, about one screen. */
  step?: number;
}

export interface IncrementalList<Box extends HTMLElement> {
  count: number;
  /** Attach to the container, which keeps its height while entries change. */
  box: RefObject<Box | null>;
  style: CSSProperties | undefined;
  /** True once the list is complete or keeps its height; render no controls below it before. */
  keepsPlace: boolean;
}

interface Drawn {
  keys: readonly string[];
  count: number;
}

/** Renders a batch every second frame, because the browser lays out new entries one frame after rendering. */
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
    const drawMore = () => setDrawn((now) => (now === drawn ? { ...now, count: count + step } : now));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(drawMore));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, drawn, count, step]);
  useEffect(() => {
    const element = box.current;
    if (!isWhole || !element) return;
    // The observer runs after layout; reading the height directly would force a layout of everything.
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

/** Keeps rendered entries if at most `step` of them are new; otherwise starts over. */
export function toDrawn(before: Drawn, { keys, step }: Required<Options>): Drawn {
  const isSame = keys.length === before.keys.length && keys.every((key, index) => key === before.keys[index]);
  if (isSame) return before;
  const count = Math.max(step, Math.min(before.count, keys.length));
  const known = new Set(before.keys.slice(0, before.count));
  const added = keys.slice(0, count).filter((key) => !known.has(key)).length;
  return { keys, count: added > step ? step : count };
}
