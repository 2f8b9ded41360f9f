import { SWIPE_THRESHOLD_PX } from '#contract/constants.ts';

/** The index one step on, from the last to the first (HOME-20, HOME-21). */
export const nextIndex = (index: number, count: number) => (count > 0 ? (index + 1) % count : 0);

/** The index one step back, from the first to the last (HOME-21). */
export const previousIndex = (index: number, count: number) => (count > 0 ? (index - 1 + count) % count : 0);

/** What a horizontal swipe asks for: left is next, right is previous, 50 px or less is nothing (HOME-23 to -25). */
export function readSwipe(fromX: number, toX: number): 'next' | 'previous' | null {
  const distance = toX - fromX;
  if (Math.abs(distance) <= SWIPE_THRESHOLD_PX) return null;
  return distance < 0 ? 'next' : 'previous';
}

/** How far a card stands from the active one, the short way round: -1 is its left neighbour. */
export function offsetOf(index: number, active: number, count: number): number {
  const ahead = (index - active + count) % count;
  return ahead > count / 2 ? ahead - count : ahead;
}
