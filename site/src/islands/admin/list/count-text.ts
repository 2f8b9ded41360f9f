const NUMBER = new Intl.NumberFormat('en-US');
const ROUNDED = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** A number of rows in words: '9,431', and 'about 1,000,000' for an estimate. */
export function toCountText(count: number, isEstimate = false): string {
  return isEstimate ? `about ${ROUNDED.format(count)}` : NUMBER.format(count);
}
