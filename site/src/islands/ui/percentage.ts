/** A share as a whole number from 0 to 100; what is not a number is 0. */
export function toShownPercentage(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : 0;
}
