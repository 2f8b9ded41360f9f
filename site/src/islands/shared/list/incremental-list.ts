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

interface Rendered {
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
  const [before, setRendered] = useState<Rendered>({ keys, count: step });
  const rendered = toRendered(before, { keys, step });
  if (rendered !== before) setRendered(rendered);
  const count = Math.min(keys.length, rendered.count);
  const isComplete = count >= keys.length;
  useEffect(() => {
    if (isComplete) return;
    const renderMore = () => setRendered((now) => (now === rendered ? { ...now, count: count + step } : now));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(renderMore));
    });
    return () => cancelAnimationFrame(frame);
  }, [isComplete, rendered, count, step]);
  useEffect(() => {
    const element = box.current;
    if (!isComplete || !element) return;
    // The observer runs after layout; reading the height directly would force a layout of everything.
    const observer = new ResizeObserver(() => {
      height.current = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isComplete]);
  return {
    count,
    box,
    style: isComplete ? undefined : { minHeight: height.current },
    keepsPlace: isComplete || height.current > 0,
  };
}

/** Keeps rendered entries if at most `step` of them are new; otherwise starts over. */
export function toRendered(before: Rendered, { keys, step }: Required<Options>): Rendered {
  const isSame = keys.length === before.keys.length && keys.every((key, index) => key === before.keys[index]);
  if (isSame) return before;
  const count = Math.max(step, Math.min(before.count, keys.length));
  const known = new Set(before.keys.slice(0, before.count));
  const added = keys.slice(0, count).filter((key) => !known.has(key)).length;
  return { keys, count: added > step ? step : count };
}
