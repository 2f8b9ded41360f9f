import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The width of an element as it is now, in pixels; a chart is drawn to it so that its words keep their size. The
 * drawing has to be placed absolutely: in the flow it would hold its box as wide as it once was.
 */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
