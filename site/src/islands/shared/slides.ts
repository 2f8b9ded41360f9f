import { type TouchEvent, useRef } from 'react';
import { SWIPE_THRESHOLD_PX } from '#contract/constants.ts';

export const nextIndex = (index: number, count: number) => (count > 0 ? (index + 1) % count : 0);

export const previousIndex = (index: number, count: number) => (count > 0 ? (index - 1 + count) % count : 0);

/** Distance from the active card, the short way round: -1 is its left neighbour. */
export function offsetOf(index: number, active: number, count: number): number {
  const ahead = (index - active + count) % count;
  return ahead > count / 2 ? ahead - count : ahead;
}

export const toPosition = (index: number, total: number) => `${index + 1} / ${total}`;

type Swipe = 'next' | 'previous';

function readSwipe(fromX: number, toX: number): Swipe | null {
  const distance = toX - fromX;
  if (Math.abs(distance) <= SWIPE_THRESHOLD_PX) return null;
  return distance < 0 ? 'next' : 'previous';
}

/** Ignores touches with two fingers, which zoom. */
export function useSwipe(onSwipe: (swipe: Swipe) => void) {
  const startX = useRef<number | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      startX.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = startX.current;
      const to = changedTouches[0]?.clientX;
      startX.current = null;
      const swipe = from === null || to === undefined ? null : readSwipe(from, to);
      if (swipe) onSwipe(swipe);
    },
  };
}
