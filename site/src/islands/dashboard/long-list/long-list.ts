import { atom, type ReadableAtom } from 'nanostores';

/** Fills rows of one to four columns. */
export const FIRST_SHOWN = 12;
const MORE_SHOWN = 24;
/** A list up to this many times as long is shown whole. */
const WHOLE_UP_TO = 4;
/** So few are shown without a press. */
const FEW_LEFT = 3;

const $counts = atom<Record<string, number>>({});
/** Kept when the screen is left, so that it returns as it was. */
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
  /** Added by one press; 0 if that would be all. */
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
