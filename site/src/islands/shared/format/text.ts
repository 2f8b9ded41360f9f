import { onFirstUse } from '#site/on-first-use.ts';

export function lettersOf(text: string): 'other' | undefined {
  return /[\u0590-\u1fff\u3000-\uffff]/.test(text) ? 'other' : undefined;
}

const numberFormat = onFirstUse(() => new Intl.NumberFormat('en-US'));

/** '1,200'. */
export function toNumber(count: number): string {
  // Most numbers are small, and creating the formatter takes 45 ms on a slow phone.
  return Math.abs(count) < 1000 && count % 1 === 0 ? `${count}` : numberFormat().format(count);
}

/** '1 module', '4 modules'; adds a plain s. */
export function countOf(count: number, noun: string): string {
  return `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
