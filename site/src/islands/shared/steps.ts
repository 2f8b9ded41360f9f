/** The index one step on, from the last to the first (HOME-20, HOME-21, EVENT-18). */
export const nextIndex = (index: number, count: number) => (count > 0 ? (index + 1) % count : 0);

/** The index one step back, from the first to the last (HOME-21, EVENT-18). */
export const previousIndex = (index: number, count: number) => (count > 0 ? (index - 1 + count) % count : 0);

/** How far a card stands from the active one, the short way round: -1 is its left neighbour. */
export function offsetOf(index: number, active: number, count: number): number {
  const ahead = (index - active + count) % count;
  return ahead > count / 2 ? ahead - count : ahead;
}

/** 'n / total', counted from 1 (EVENT-17). */
export const toPosition = (index: number, total: number) => `${index + 1} / ${total}`;
