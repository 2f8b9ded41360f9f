import { countOf } from '#site/islands/shared/format/text.ts';

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** '2 modules, 5 topics and 1 enrollment': what there is any of; '' where there is nothing. */
export function countAll(held: readonly [count: number, noun: string][]): string {
  return LIST.format(held.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun)));
}
