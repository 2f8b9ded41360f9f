import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls to an element when `trigger` changes, after a closing dialog has restored the focus, which scrolls as well. Set
 * `scroll-mt-*` below a sticky bar.
 */
export function useScrollIntoView<Shown extends Element>(trigger: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (trigger) element.current?.scrollIntoView({ block: 'nearest' });
  }, [trigger]);
  return element;
}
