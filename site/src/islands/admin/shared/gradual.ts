import { type CSSProperties, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

/** So many fill the first screen, and are drawn without keeping a slow phone busy for long. */
const STEP = 12;

export interface Gradual {
  /** How many are to be drawn now. */
  count: number;
  /** For the box around them: it keeps its height while other rows take the place of the ones before. */
  box: RefObject<HTMLDivElement | null>;
  style: CSSProperties | undefined;
}

/**
 * Draws a long list a few rows at a time, the first ones at once, so that whoever types or scrolls meanwhile never waits
 * for all of them. `key` tells one list from the next: the same one stays drawn as it is when a row of it changes.
 */
export function useGradual(total: number, key: string): Gradual {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [grown, setGrown] = useState({ key, count: STEP });
  const count = Math.min(total, grown.key === key ? grown.count : STEP);
  const isWhole = count >= total;
  useEffect(() => {
    if (isWhole) {
      height.current = box.current?.offsetHeight ?? 0;
      return;
    }
    const timer = setTimeout(() => startTransition(() => setGrown({ key, count: count + STEP })));
    return () => clearTimeout(timer);
  }, [isWhole, count, key]);
  return { count, box, style: isWhole ? undefined : { minHeight: height.current } };
}
