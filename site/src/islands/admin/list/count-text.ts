import { toNumber } from '#site/islands/shared/format/text.ts';
import { onFirstUse } from '#site/on-first-use.ts';

const roundedFormat = onFirstUse(() => new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 }));

/** A number of rows in words: '9,431', and 'about 1,000,000' for an estimate. */
export function toCountText(count: number, isEstimate = false): string {
  return isEstimate ? `about ${roundedFormat().format(count)}` : toNumber(count);
}

/** A figure of a list for a counter: in words where it is an estimate, null until it is there. */
export function toFigure<Name extends string>(
  counts: (Record<Name, number> & { estimated?: readonly Name[] | undefined }) | undefined,
  name: Name,
): number | string | null {
  if (!counts) return null;
  return counts.estimated?.includes(name) ? toCountText(counts[name], true) : counts[name];
}
