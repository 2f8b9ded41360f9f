/** '1 module', '4 modules': a count with its noun, which takes a plain s. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
