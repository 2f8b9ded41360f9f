import { onFirstUse } from '#site/on-first-use.ts';

const CHARACTER_PX = 6.5;
const GAP_PX = 10;

interface AxisLabel {
  key: string;
  text: string;
  /** Centre, in pixels. */
  x: number;
}

const halfOf = ({ text }: AxisLabel) => (text.length * CHARACTER_PX) / 2;

/** Picks every nth label that fits without crowding, or else centres the first one. */
export function placeLabels(labels: readonly AxisLabel[], from: number, to: number): AxisLabel[] {
  const fitting = labels.filter((label) => label.x - halfOf(label) >= from && label.x + halfOf(label) <= to);
  if (fitting.length === 0) return labels.slice(0, 1).map((label) => ({ ...label, x: (from + to) / 2 }));
  for (let every = 1; ; every += 1) {
    const placed = fitting.filter((_, index) => index % every === 0);
    if (placed.every((label, index) => isApart(placed[index - 1], label))) return placed;
  }
}

function isApart(before: AxisLabel | undefined, label: AxisLabel): boolean {
  return before === undefined || label.x - halfOf(label) - (before.x + halfOf(before)) >= GAP_PX;
}

const compactFormat = onFirstUse(() => new Intl.NumberFormat('en-US', { notation: 'compact' }));

/** '500', '1.5K', '20K', '2M': at most four characters. */
export const toTickText = (value: number) => compactFormat().format(value);
