import { onFirstUse } from '#site/on-first-use.ts';

/** About as wide as a character of a label gets. */
const CHARACTER_PX = 6.5;
/** Between two labels, so that they do not read as one. */
const GAP_PX = 10;

interface AxisLabel {
  key: string;
  text: string;
  /** The middle of what it names, in pixels. */
  x: number;
}

const halfOf = ({ text }: AxisLabel) => (text.length * CHARACTER_PX) / 2;

/**
 * The labels below an axis from `from` to `to`, each centred at its place: of those that do not reach beyond an end every
 * one, or every second, third… until none comes too near to the next. Moved in from an end, a label would crowd its neighbour
 * and stand below another bar. Where none has room, the first one stands as well as it can.
 */
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

/** A value of the other axis: '500', '1.5K', '20K', '2M'. The ticks of a scale never need more than four characters. */
export const toTickText = (value: number) => compactFormat().format(value);
