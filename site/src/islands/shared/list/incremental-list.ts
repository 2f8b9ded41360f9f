import { type CSSProperties, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  /** The keys of all entries, in their order. */
  keys: readonly string[];
  /** So many are drawn at once: what fills the first screen without keeping a slow phone busy for long. */
  step?: number;
}

export interface IncrementalList<Box extends HTMLElement> {
  /** How many are to be drawn now. */
  count: number;
  /** For the element around them: it keeps its height while other entries take the place of the ones before. */
  box: RefObject<Box | null>;
  style: CSSProperties | undefined;
  /**
   * Whether what stands below stays where it is: the list is whole, or keeps the height it had. Where it does not, what
   * somebody may want to press there is not drawn yet, or it would go from under the finger.
   */
  keepsPlace: boolean;
}

interface Drawn {
  /** Of all entries; the first `count` are drawn. */
  keys: readonly string[];
  count: number;
}

/**
 * Draws a long list some entries at a time, the first ones at once, so that whoever types or scrolls meanwhile never waits
 * for all of them. More come with every second frame: a browser lays out what came into view a frame after it was drawn.
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
    // Told of it after a layout: whoever asks for the height of what was just drawn has all of it laid out at once.
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

/**
 * What stays drawn: a list of which no more than a step is new stays as it is, such as one that an entry was taken from.
 * Another one begins anew, and so does what comes back to a list that was narrowed.
 */
export function toDrawn(before: Drawn, { keys, step }: Required<Options>): Drawn {
  const isSame = keys.length === before.keys.length && keys.every((key, index) => key === before.keys[index]);
  if (isSame) return before;
  const count = Math.max(step, Math.min(before.count, keys.length));
  const known = new Set(before.keys.slice(0, before.count));
  const added = keys.slice(0, count).filter((key) => !known.has(key)).length;
  return { keys, count: added > step ? step : count };
}
