import { atom, type ReadableAtom } from 'nanostores';

/** How many entries of a long list show at first; fills rows of one to four columns. */
export const FIRST_SHOWN = 12;
const MORE_SHOWN = 24;
/** A list up to so many times as long is shown whole: that is a scroll, not a search. */
const WHOLE_UP_TO = 4;
/** So few left are shown at once: a press would be more work than the look. */
const FEW_LEFT = 3;

const $counts = atom<Record<string, number>>({});
/** How many entries of each list were asked for. It outlives the screen, so that whoever comes back finds the list as it was. */
export const $shownCounts: ReadableAtom<Record<string, number>> = $counts;

interface List {
  /** Names the list, and what it was narrowed to. */
  name: string;
  total: number;
  /** How many show at first. */
  first: number;
}

export interface Shown {
  count: number;
  /** Whether there is or was something to unfold. */
  isLong: boolean;
  /** How many one press adds; 0 where the rest is no more than that. */
  more: number;
}

/** How much of a list is shown, and what one press adds. */
export function toShown({ name, total, first }: List, counts: Record<string, number>): Shown {
  if (total <= first * WHOLE_UP_TO) return { count: total, isLong: false, more: 0 };
  const asked = counts[name] ?? first;
  const count = total - asked <= FEW_LEFT ? total : asked;
  return {
    count,
    isLong: true,
    more: total - count > MORE_SHOWN + FEW_LEFT ? MORE_SHOWN : 0,
  };
}

/** Shows so many entries of a list from now on. */
export function showEntries(name: string, count: number): void {
  $counts.set({ ...$counts.get(), [name]: count });
}
