import { onFirstUse } from '#site/on-first-use.ts';

/** For `data-letters`: non-Latin names need more room between lines. */
export function lettersOf(text: string): 'other' | undefined {
  return /[\u0590-\u1fff\u3000-\uffff]/.test(text) ? 'other' : undefined;
}

const numberFormat = onFirstUse(() => new Intl.NumberFormat('en-US'));

/** '1,200': a number as screens write it. */
export function toNumber(count: number): string {
  // Most are small, and making the format takes a slow phone 45 ms.
  return Math.abs(count) < 1000 && count % 1 === 0 ? `${count}` : numberFormat().format(count);
}

/** '1 module', '4 modules'; the noun takes a plain s. */
export function countOf(count: number, noun: string): string {
  return `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
