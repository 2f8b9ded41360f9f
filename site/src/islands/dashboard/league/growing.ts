import { startTransition, useEffect, useState } from 'react';

/** Taken while a jump has its parts drawn, one in a frame: nothing grows meanwhile. */
export const frames = { areTaken: false };

/**
 * How many of `total` parts are drawn: `step` at once, then so many more with every second frame, so that a slow device
 * never stands still. Every second one, because the browser lays out a part that came into view a frame after it was drawn.
 * Begins anew when `isShown` was false.
 */
export function useGrowing(isShown: boolean, total: number, step: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (!isShown) return setDrawn(step);
    if (drawn >= total) return;
    let frame = 0;
    const wait = () => {
      frame = requestAnimationFrame(grow);
    };
    const grow = () => {
      if (frames.areTaken) wait();
      else startTransition(() => setDrawn((count) => count + step));
    };
    frame = requestAnimationFrame(wait);
    return () => cancelAnimationFrame(frame);
  }, [isShown, drawn, total, step]);
  return drawn;
}
