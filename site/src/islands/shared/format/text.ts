import { onFirstUse } from '#site/on-first-use.ts';

/** For `data-letters`: names in other than Latin letters are set with more room between lines. */
export function lettersOf(text: string): 'other' | undefined {
  return /[\u0590-\u1fff\u3000-\uffff]/.test(text) ? 'other' : undefined;
}

const numberFormat = onFirstUse(() => new Intl.NumberFormat('en-US'));

/** '1,200': a number as screens write it. */
export function toNumber(count: number): string {
  // Most are small, and the browser's format takes a slow phone 45 ms to make.
  return Math.abs(count) < 1000 && count % 1 === 0 ? `${count}` : numberFormat().format(count);
}

/** '1 module', '4 modules': a count with its noun, which takes a plain s. */
export function countOf(count: number, noun: string): string {
  return `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
