import { atom, type ReadableAtom } from 'nanostores';

/** Divisible by one to four columns. */
export const FIRST_SHOWN = 12;
const MORE_SHOWN = 24;
// A list up to this many times `first` is shown whole.
const WHOLE_UP_TO = 4;
// A remainder this small is shown without a press.
const FEW_LEFT = 3;

const $counts = atom<Record<string, number>>({});
/** Kept outside the component, so that returning to a screen restores it. */
export const $shownCounts: ReadableAtom<Record<string, number>> = $counts;

interface List {
  name: string;
  total: number;
  first: number;
}

export interface Shown {
  count: number;
  isLong: boolean;
  more: number;
}

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

export function showEntries(name: string, count: number): void {
  $counts.set({ ...$counts.get(), [name]: count });
}
