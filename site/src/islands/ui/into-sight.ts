import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls to an element when it appears, or says something else: `what` it says, nothing while it is not there. After a
 * dialog that closes with it has given back the focus, which scrolls too. Give it a `scroll-mt-*` where a bar stays above.
 */
export function useIntoSight<Shown extends Element>(what: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (what) element.current?.scrollIntoView({ block: 'nearest' });
  }, [what]);
  return element;
}
