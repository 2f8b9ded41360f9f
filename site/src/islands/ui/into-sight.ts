import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls to an element when `what` changes, after a closing dialog has restored the focus, which scrolls as well. Set
 * `scroll-mt-*` below a sticky bar.
 */
export function useIntoSight<Shown extends Element>(what: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (what) element.current?.scrollIntoView({ block: 'nearest' });
  }, [what]);
  return element;
}
