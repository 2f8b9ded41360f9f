/** For `data-letters`: names in other than Latin letters are set with more room between lines. */
export function lettersOf(text: string): 'other' | undefined {
  return /[\u0590-\u1fff\u3000-\uffff]/.test(text) ? 'other' : undefined;
}

/** Kept: making one takes as long as writing a hundred numbers with it. */
const NUMBER = new Intl.NumberFormat('en-US');

/** '1 module', '4 modules': a count with its noun, which takes a plain s. */
export function countOf(count: number, noun: string): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
