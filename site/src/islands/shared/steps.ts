export const nextIndex = (index: number, count: number) => (count > 0 ? (index + 1) % count : 0);

export const previousIndex = (index: number, count: number) => (count > 0 ? (index - 1 + count) % count : 0);

/** Distance from the active card, the short way round: -1 is its left neighbour. */
export function offsetOf(index: number, active: number, count: number): number {
  const ahead = (index - active + count) % count;
  return ahead > count / 2 ? ahead - count : ahead;
}

export const toPosition = (index: number, total: number) => `${index + 1} / ${total}`;
